/** An example of each operation, as the reference server answers it. */
import { once } from 'node:events';
import { start } from '../../reference-server/start.ts';
import {
  type Fixtures,
  isRecord,
  loadFixtures,
  type Operation,
  type OperationExample,
  operations,
  readJson,
} from '../../schemas/contract.ts';

/** The time of each example. */
const THEN = '2026-01-15T09:00:00.000Z';
/** Lists of the account are long. */
const MOST_SHOWN = 1;
const ORDER = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Kinds that stand for several others, and the one of the examples. */
const ONE_OF: Readonly<Record<string, string>> = { target: 'session', item: 'session', principal: 'user' };

/** What stands for the placeholders of bodies in the examples. */
const PLACEHOLDERS: Readonly<Record<string, string>> = {
  unique: 'Lovelace',
  email: 'ada@example.com',
  title: 'Growth',
};

/** With an id, or what else is meant, in the place of each placeholder such as `{{id:user}}`. */
function filled(body: unknown, idOf: (kind: string) => string): unknown {
  const text = JSON.stringify(body).replaceAll(/\{\{(?:id:(\w+)|(\w+))\}\}/g, (_, kind?: string, name = '') =>
    kind === undefined ? (PLACEHOLDERS[name] ?? name) : idOf(kind),
  );
  return JSON.parse(text);
}

/** The same with the beginning of each list alone. */
function shortened(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, MOST_SHOWN).map(shortened);
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shortened(inner)]));
}

interface PathItem {
  [method: string]: { requestBody?: { content: Record<string, { example?: unknown }> } };
}

/** The body that the contract gives as an example, or the fixtures where its shape is open; undefined for none. */
function bodyOf({ group, path, method, fixtureBody, body }: Operation, { bodies }: Fixtures): unknown {
  if (body === undefined) return undefined;
  const { paths } = readJson<{ paths: Record<string, PathItem> }>(`operations/${group}.json`);
  const example = paths[path]?.[method.toLowerCase()]?.requestBody?.content['application/json']?.example;
  return example ?? (fixtureBody === undefined ? undefined : (bodies as Record<string, unknown>)[fixtureBody]);
}

/** The values of the parameters in the path, and of those that the operation requires. */
function valuesOf({ id, method, path, parameters }: Operation, fixtures: Fixtures): Record<string, string> {
  const [membership] = fixtures.facts.kpiGroups ?? [];
  if (id === 'kpiGroups.removeKpi' && membership)
    return { kpiId: membership.kpiId, groupId: membership.groupIds[0] ?? '' };
  // What is deleted is another record than that of the other examples.
  const place = method === 'DELETE' && path.endsWith('}') ? -1 : 0;
  return Object.fromEntries(
    parameters
      .filter(({ in: where, required }) => where === 'path' || required)
      .map(({ name, idKind, example = '' }) => [name, idKind === undefined ? example : idOf(fixtures, idKind, place)]),
  );
}

function idOf({ ids, facts }: Fixtures, kind: string, place = 0): string {
  const [checkin] = facts.checkins ?? [];
  return (kind === 'checkin' ? checkin?.checkinId : ids[ONE_OF[kind] ?? kind]?.at(place)) ?? '';
}

/** Asks one operation. @throws Error when it does not succeed, since its example would be wrong */
async function exchange(
  operation: Operation,
  settings: Readonly<Record<string, string>>,
  fixtures: Fixtures,
): Promise<OperationExample> {
  const values = valuesOf(operation, fixtures);
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
  const query = operation.parameters.filter(({ in: where, name }) => where === 'query' && name in values);
  const body = filled(bodyOf(operation, fixtures) ?? null, (kind) => idOf(fixtures, kind));
  const account = { 'service-accountId': settings.ACCOUNT_ID ?? '' };
  const search = new URLSearchParams(query.map(({ name }) => [name, values[name] ?? '']));
  const response = await fetch(`${settings.BASE_URL}${path}?${search}`, {
    method: operation.method,
    headers: { ...account, authorization: `Bearer ${settings.ACCESS_TOKEN}`, 'content-type': 'application/json' },
    ...(body !== null && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`the example of ${operation.id} answers ${response.status}: ${text}`);
  return {
    parameters: { ...values, ...account },
    ...(body !== null && { body }),
    ...(text !== '' && { answer: shortened(JSON.parse(text)) }),
  };
}

/** Asks the reference server each operation once, reads first. @returns by id of operation */
export async function exampleExchanges(): Promise<ReadonlyMap<string, OperationExample>> {
  const { server, world, settings } = await start();
  for (const account of world.accounts.values()) account.now = () => THEN;
  try {
    const fixtures = loadFixtures(settings.FIXTURES);
    const found = new Map<string, OperationExample>();
    for (const operation of [...operations].sort((a, b) => ORDER.indexOf(a.method) - ORDER.indexOf(b.method)))
      found.set(operation.id, await exchange(operation, settings, fixtures));
    return found;
  } finally {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  }
}
