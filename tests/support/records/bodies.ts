/** Bodies of requests: of the fixtures where the specification leaves them open, else made new from its words. */
import { isRecord, type JsonRecord, type Operation, operation } from '../../../schemas/contract.ts';
import { userIdOf } from '../domain/currentUser.ts';
import { unlessDeclared } from '../domain/facts.ts';
import type { Context } from '../engine/context.ts';
import { NotApplicable, NotTested } from '../engine/outcome.ts';
import type { RequestInput } from '../http/client.ts';
import { announcementValues } from './announcementValues.ts';
import { idsOf, itemsOf, strings } from './answers.ts';
import { givenBody, withValues } from './givenBodies.ts';
import { activeUsers, ids, isActiveUser, known, shownBy, targets } from './identifiers.ts';
import { bodyTemplate, learned, neededBody } from './learnedBodies.ts';

/** The body for a user who is there already: of the fixtures, else that of a new user with the address of one of the list. */
export async function existingUserBody(t: Context): Promise<unknown> {
  const given = await givenBody(t, 'existingUser');
  if (given !== undefined) return given;
  const own = (await learned(t, 'createUser'))?.sent.email;
  // Where only the suite knows what is taken, nobody but its own user is named again.
  const [email] =
    own === undefined ? strings((await shownBy(t, 'users.list')).map((user) => user.email)) : strings([own]);
  const hasEmail = JSON.stringify((await bodyTemplate(t, 'createUser')) ?? '').includes('{{email}}');
  if (email !== undefined && hasEmail) return neededBody(t, 'createUser', { email: () => email });
  return neededBody(t, 'existingUser');
}

/** The body that does for a write without one of its own; NotTested where the target refuses it: it may want another. */
async function likelyBody(t: Context, operation: Operation, at: NonNullable<RequestInput['at']>): Promise<unknown> {
  const open = operation.open as string;
  const likely = operation.fixtureBody;
  const body = likely === undefined ? undefined : await givenBody(t, likely);
  const { status } = await t.send(operation.id, { at, ...(body !== undefined && { body }) });
  if (status < 400 || status >= 500) return body;
  throw new NotTested(
    `the body of ${operation.id} is open, and ${body === undefined ? 'a request without one' : `bodies.${likely}`} is answered with ${status}`,
    `FIXTURES: openOperations.${open}.body`,
  );
}

/** A request of an operation whose method and path only the fixtures can give; NotApplicable without them. */
export async function openRequest(t: Context, operation: Operation): Promise<RequestInput> {
  const { id, open } = operation;
  const given = t.fixtures.openOperations[open as string];
  if (!given)
    throw new NotApplicable(`the specification shows no path of ${id}, and openOperations.${open} gives none`);
  const { method, body } = (await withValues(t, given, {})) as typeof given;
  const path = (await withValues(t, given.path, {}, encodeURIComponent)) as string;
  const [target] = await targets(t);
  const values: Readonly<Record<string, string | undefined>> = { targetType: target?.targetType, targetId: target?.id };
  const whole = path.replaceAll(/\{(\w+)\}/g, (name, key: string) => {
    const value = values[key];
    if (value === undefined)
      throw new NotTested(
        `no value for ${name} in the path of ${id}`,
        `FIXTURES: openOperations.${open} without ${name}`,
      );
    return encodeURIComponent(value);
  });
  const at = { method: method as Operation['method'], path: whole };
  const sent =
    body === undefined && method !== 'GET' ? await t.once(`body/${id}`, () => likelyBody(t, operation, at)) : body;
  return { at, ...(sent !== undefined && { body: sent }) };
}

/** A body of the fixtures, or one made of what the specification shows. */
const givenOr = (name: string, make: (t: Context) => Promise<JsonRecord>) => async (t: Context) =>
  ((await givenBody(t, name)) as JsonRecord | undefined) ?? make(t);

/** Bodies that make a record of each kind that the API can create; every text in them is new. */
export const bodies: Readonly<Record<string, (t: Context) => Promise<JsonRecord>>> = {
  kpiGroup: givenOr('createKpiGroup', async (t) => ({ name: t.names.next('group') })),

  customField: async (t) => ({
    ...(((await givenBody(t, 'createCustomField')) as JsonRecord | undefined) ?? {
      ...(await widget(t)),
      // Whether a field can do without these texts is open.
      description: t.names.next('What for'),
      tooltip: t.names.next('tooltip'),
      type: 'string',
      targetTypes: [(await supportedTypes(t))[0] as string],
    }),
    label: t.names.next('field'),
    name: t.names.field(),
  }),

  task: givenOr('createTask', async (t) => {
    const [parentId, ownerId] = await Promise.all([unlessDeclared(goal(t)), activeUser(t)]);
    const name = t.names.next('task');
    return {
      name,
      description: `What ${name} is about`,
      // A Wednesday: tasks may be planned on working days alone.
      dueDate: '2031-05-14',
      flowName: 'goal-conformance',
      ownerId,
      ...(parentId !== undefined && { parentId, parentType: 'goal' }),
      status: 'todo',
    };
  }),

  announcement: async (t) => {
    const [values] = await announcementValues(t);
    const [user, me, users] = await Promise.all([activeUser(t), userIdOf(t), known(t, 'user')]);
    const author = me !== undefined && (users.length === 0 || users.includes(me)) ? me : user;
    // Whether authors are notified themselves is open.
    const others = [...(t.fixtures.ids.user ?? []), ...(await activeUsers(t, users))].filter((id) => id !== author);
    return {
      ...values,
      authorID: author,
      notify: [others[0] ?? user],
      ...((await givenBody(t, 'createAnnouncement')) as JsonRecord | undefined),
      comment: t.names.next('announcement'),
    };
  },

  user: async (t) => (await neededBody(t, 'createUser')) as JsonRecord,
  role: async (t) => (await neededBody(t, 'createRole')) as JsonRecord,
};

/** A goal that a record may belong to: of the fixtures, else one that a key result names. */
const goal = async (t: Context): Promise<string> => t.fixtures.ids.goal?.[0] ?? ((await ids(t, 'goal'))[0] as string);

/** Id of a user who can own something: of the fixtures, else one of the list who is not deactivated. */
async function activeUser(t: Context): Promise<string> {
  const given = t.fixtures.ids.user?.[0];
  if (given !== undefined) return given;
  const active = (await shownBy(t, 'users.list')).filter(isActiveUser);
  return idsOf(active)[0] ?? ((await ids(t, 'user'))[0] as string);
}

/** Names of the target types that custom fields can have. @throws NotTested when the target names none */
export function supportedTypes(t: Context): Promise<string[]> {
  return t.once('supported types', async () => {
    const { json } = await t.send('customFields.supportedTypes');
    const names = isRecord(json) && Array.isArray(json.items) ? strings(json.items) : [];
    if (names.length === 0)
      throw new NotTested('customFields.supportedTypes names no type', 'a target that supports a target type');
    return names;
  });
}

/** The widgets of text fields, as the fields of the account name them: their prefix is the target's own. */
export function textWidgets(t: Context): Promise<readonly string[]> {
  return t.once('text widgets', async () => {
    const items = itemsOf((await t.send('customFields.list')).json);
    const texts = items.filter((item) => item.type === 'string' && /^\S+\.\S+$/.test(String(item.visualizationKind)));
    return [...new Set(strings(texts.map(({ visualizationKind }) => visualizationKind)))];
  });
}

/** One of them that takes any text, since others may need values to choose from; it may be left out. */
async function widget(t: Context): Promise<JsonRecord> {
  const widgets = await textWidgets(t);
  const known = widgets.find((name) => /\.text(box|area)$/.test(name)) ?? widgets[0];
  return known === undefined ? {} : { visualizationKind: known };
}

/** Whether an operation tags an item. */
export const isTagging = (operationId: string): boolean =>
  operationId === 'kpis.tag' || (operation(operationId).group === 'tags' && operationId !== 'tags.list');
