/** Right requests of every operation that writes, and what can be seen of their effect. */
import { kind, kinds, type Operation } from '../../schemas/contract.ts';
import { BODY_OF, bodies, isTagging, neededBody, openRequest } from '../support/bodies.ts';
import type { RequestInput } from '../support/client.ts';
import { queryOf } from '../support/collections.ts';
import { at, type Context } from '../support/context.ts';
import { groupsOf, membership } from '../support/memberships.ts';
import { NotTested } from '../support/outcome.ts';
import { isRecord, itemsOf, required } from '../support/records.ts';
import { givenBody, type Made, make, read } from '../support/subjects.ts';

/** The kind of record that an operation creates. */
export const creates = ({ id }: Operation): string | undefined =>
  Object.keys(kinds).find((name) => kinds[name]?.create === id);

/** A record that the updates of a batch share, since the API cannot delete it. */
const subject = (t: Context, kindName: string): Promise<Made> => t.once(`subject/${kindName}`, () => make(t, kindName));

async function tagging(t: Context, { id, parameters }: Operation): Promise<RequestInput> {
  const { name, idKind } = parameters.find((parameter) => parameter.idKind) as { name: string; idKind: string };
  const item = t.fixtures.ids[idKind]?.[0];
  // Tags cannot be taken off again: only items that the fixtures name are tagged.
  if (item === undefined)
    throw new NotTested(`no ${kind(idKind).title} is given that may be tagged`, `FIXTURES: ids.${idKind}`);
  const title = t.names.next('tag');
  const key = BODY_OF[id];
  const body = key ? await neededBody(t, key, { title }) : { flowName: 'goal-conformance', title, titles: [title] };
  return { params: { [name]: item }, body };
}

const ownGroup = async (t: Context): Promise<RequestInput> => at('kpiGroup', (await make(t, 'kpiGroup')).id);

const SPECIAL: Readonly<Record<string, (t: Context) => Promise<RequestInput>>> = {
  'customFields.update': async (t) => {
    const { id, sent } = await subject(t, 'customField');
    return { ...at('customField', id), body: { ...sent, label: t.names.next('relabelled') } };
  },
  'kpiGroups.update': async (t) => ({ ...(await ownGroup(t)), body: { name: t.names.next('renamed') } }),
  'kpiGroups.delete': ownGroup,
  'kpiGroups.setFavorite': ownGroup,
  'kpiGroups.clearFavorite': async (t) => {
    const input = await ownGroup(t);
    await t.send('kpiGroups.setFavorite', input);
    return input;
  },
  'roles.deleteMappings': async (t) => {
    const [mapping, body] = await Promise.all([givenBody(t, 'createRoleMapping'), neededBody(t, 'deleteRoleMappings')]);
    // There should be something to delete.
    if (mapping !== undefined)
      await t.once('mapping to delete', () => t.send('roles.createMapping', { body: mapping }));
    return { body };
  },
  'kpiGroups.removeKpi': async (t) => {
    const used = await t.once('memberships in use', async () => new Set<string>());
    // Each request gets a KPI of its own as long as there is one: one request's effect must not pass for another's.
    for (let tries = 1; ; tries++) {
      const { kpiId, groupId } = await membership(t);
      if (used.has(kpiId) && tries < 5) continue;
      used.add(kpiId);
      return { params: { kpiId, groupId } };
    }
  },
};

/** A right request; every call gives one with new texts, and a record of its own where the API can delete it again. */
export async function write(t: Context, operation: Operation): Promise<RequestInput> {
  const { id } = operation;
  const special = SPECIAL[id];
  if (special) return special(t);
  if (operation.open) return openRequest(t, operation);
  if (isTagging(id)) return tagging(t, operation);
  const created = creates(operation);
  const body = created ? await bodies[created]?.(t) : BODY_OF[id] && (await neededBody(t, BODY_OF[id]));
  return body === undefined ? {} : { body };
}

/** A text in a body by which its effect is known again: under this key at any depth, else any that is new. */
function mark(t: Context, body: unknown, key: string): { text: string; keyed: boolean } | undefined {
  const isNew = (value: unknown): value is string => typeof value === 'string' && value.includes(t.names.prefix);
  const found: string[] = [];
  let keyed: string | undefined;
  JSON.stringify(body ?? null, (name, value) => {
    if (typeof value === 'string' && name === key) keyed ??= value;
    if (isNew(value)) found.push(value);
    return value;
  });
  if (keyed !== undefined) return { text: keyed, keyed: true };
  return found[0] === undefined ? undefined : { text: found[0], keyed: false };
}

/** Whether the list of a kind shows a record with a text of the body that was sent for it. */
async function inList(t: Context, kindName: string, body: unknown): Promise<boolean | undefined> {
  const { list, listBody, marker = 'title', title } = kind(kindName);
  if (!list || !t.claims(list.split('.')[0] as string)) return undefined;
  const found = mark(t, body, marker);
  if (!found)
    throw new NotTested(
      `nothing in the body makes the new ${title} known again`,
      'FIXTURES: bodies with {{unique}}, {{email}} or {{title}} in them',
    );
  const { text, keyed } = found;
  const filter = JSON.stringify({ [marker]: { $in: [...new Set([text, text.toLowerCase()])] } });
  const given = listBody === undefined ? undefined : await givenBody(t, listBody);
  const { query } = required(list);
  const answer = await t.send(list, {
    query: { ...query, ...(keyed && queryOf(list).includes('filter') && { filter }) },
    ...(given !== undefined && { body: given }),
  });
  if (!answer.ok) return undefined;
  const sought = text.toLowerCase();
  return itemsOf(answer.json).some((item) => JSON.stringify(item).toLowerCase().includes(sought));
}

const groupId = (input: RequestInput) => input.params?.groupId as string;

const SEEN: Readonly<Record<string, (t: Context, input: RequestInput) => Promise<boolean | undefined>>> = {
  'customFields.update': async (t, { params, body }) =>
    (await read(t, 'customField', params?.id as string)).label === (isRecord(body) ? body.label : undefined),
  'kpiGroups.update': async (t, input) =>
    (await read(t, 'kpiGroup', groupId(input))).name === (isRecord(input.body) ? input.body.name : undefined),
  'kpiGroups.delete': async (t, input) =>
    (await t.send('kpiGroups.get', at('kpiGroup', groupId(input)))).status === 404,
  'kpiGroups.setFavorite': async (t, input) => (await read(t, 'kpiGroup', groupId(input))).favorite === true,
  'kpiGroups.clearFavorite': async (t, input) => (await read(t, 'kpiGroup', groupId(input))).favorite !== true,
  'kpiGroups.removeKpi': async (t, input) => {
    const groups = await groupsOf(t, input.params?.kpiId as string);
    return groups === undefined ? undefined : !groups.includes(groupId(input));
  },
};

/** Whether the effect of a request is there; undefined when it cannot be seen. */
export async function effect(t: Context, operation: Operation, input: RequestInput): Promise<boolean | undefined> {
  const seen = SEEN[operation.id];
  if (seen) return seen(t, input);
  const kindName = isTagging(operation.id) ? 'tag' : creates(operation);
  return kindName === undefined ? undefined : inList(t, kindName, input.body);
}
