/**
 * Ids of records without a list, which answers may show where the specification leaves their shape or further fields open.
 * What looks like such an id is asked for, and counts only where the target knows it.
 * Sections "Endpoints / Permissions", "Endpoints / Key results (metrics)", "Open questions".
 */
import { isRecord, type JsonRecord, operations } from '../../../schemas/contract.ts';
import type { Context } from '../engine/context.ts';
import { unlessUntested } from '../engine/outcome.ts';
import type { Answer, RequestInput } from '../http/client.ts';
import { allFields } from '../http/unlistedFields.ts';
import { sample } from '../values/sample.ts';

/** Candidates that are asked for: texts under names of ids, and others. */
const TRIES = { named: 8, others: 4 };
/** Records that are enough. */
const ENOUGH = 4;

/** A text that may be an id: no sentence, and nothing that ends a path. */
const isIdLike = (value: unknown): value is string => typeof value === 'string' && /^[^\s/?#]{1,100}$/.test(value);

interface Candidates {
  named: string[];
  others: string[];
}

/** Texts of answers that may be ids, each once: those under names of ids, and all others. */
export function idLike(json: unknown): Candidates {
  const [named, others] = [new Set<string>(), new Set<string>()];
  function look(value: unknown, name: string): void {
    if (isIdLike(value)) (/ids?$/i.test(name) ? named : others).add(value);
    else if (Array.isArray(value)) for (const entry of value) look(entry, name);
    else if (isRecord(value)) for (const field of allFields(value)) look(value[field], field);
  }
  look(json, '');
  return { named: [...named], others: [...others].filter((text) => !named.has(text)) };
}

/** Those of the candidates by which an operation gives a record. */
async function confirmed(
  t: Context,
  operationId: string,
  parameter: string,
  { named, others }: Candidates,
  isRight: (id: string, answer: Answer) => boolean,
): Promise<string[]> {
  const found: string[] = [];
  for (const id of [...sample(named, TRIES.named), ...sample(others, TRIES.others)]) {
    const answer = await unlessUntested(t.send(operationId, { params: { [parameter]: id } }), undefined);
    if (answer?.ok && isRight(id, answer)) found.push(id);
    if (found.length === ENOUGH) break;
  }
  return found;
}

/** The reads of the group whose answers the specification leaves open, of some principals where they name one. */
async function openAnswers(t: Context, principals: readonly string[]): Promise<unknown[]> {
  const inputs = operations
    .filter(({ group, method, path, success }) => {
      const isRead = method === 'GET' && path !== '' && !path.includes('{targetType}');
      return group === 'permissions' && isRead && success.schema === 'open';
    })
    .flatMap(({ id, path }): [string, RequestInput][] =>
      path.includes('{') ? principals.map((principal) => [id, { params: { id: principal } }]) : [[id, {}]],
    );
  const answers = await Promise.all(inputs.map(([id, input]) => unlessUntested(t.send(id, input), undefined)));
  return answers.flatMap((answer) => (answer?.ok ? [answer.json] : []));
}

/**
 * Ids of global permissions that answers show; possibly none.
 * @param principals ids of users and roles whose permissions are looked at
 */
export async function foundPermissions(t: Context, principals: readonly string[]): Promise<string[]> {
  if (!t.claims('permissions')) return [];
  const { named, others } = idLike(await openAnswers(t, principals));
  const candidates = { named: named.filter((id) => !principals.includes(id)), others };
  return confirmed(t, 'permissions.get', 'id', candidates, (id, { json }) => isRecord(json) && json.id === id);
}

/** A check-in has the id of a snapshot. */
const OF_CHECKINS = /check.?in|snapshot/i;

/** Ids of check-ins that key results show in fields of the target's own; possibly none. @param metrics the key results */
export function foundCheckins(t: Context, metrics: readonly JsonRecord[]): Promise<string[]> {
  const shown = metrics.flatMap((metric) =>
    allFields(metric).flatMap((field) => (OF_CHECKINS.test(field) ? [{ [field]: metric[field] }] : [])),
  );
  return confirmed(t, 'metrics.byCheckin', 'checkinId', idLike(shown), (_id, { json }) => isRecord(json));
}
