/** Servers built differently: what they show besides, what they take and refuse, and what they do where it is open. */
import type { Answer, Call } from '../../../reference-server/call.ts';
import { SILENT } from './answers.ts';
import { times } from './data.ts';
import { answers, deep, isObject, type Json, type Parts, refused, sentBody, strings, type Variant } from './variant.ts';

/** Puts text behind the brace that opens a JSON answer which succeeded. */
const inserted = (members: string): Parts => ({
  wire: (wire) => {
    const text = wire.status < 300 && /json/.test(wire.headers['content-type'] ?? '') ? wire.bytes?.toString() : '';
    if (text?.startsWith('{"')) wire.bytes = Buffer.from(`{${members},${text.slice(1)}`);
  },
});

/** Adds fields to every object that has an id. */
const besides = (fields: () => Json): Parts =>
  answers(undefined, (body, { request }) =>
    // Where fields names what is shown, nothing else comes.
    /[?&]fields=/.test(request.url ?? '')
      ? body
      : deep(body, (record) => ('id' in record || '_id' in record ? { ...record, ...fields() } : record)),
  );

const nested = (depth: number): unknown =>
  depth === 0 ? [] : depth % 2 ? [nested(depth - 1)] : { in: nested(depth - 1) };

const tricky = (): Json =>
  JSON.parse(
    '{"__proto__":{"id":1},"constructor":"x","toString":null,"hasOwnProperty":false,"length":0,"then":"now","":"empty","a.b":1,"$ref":"#/x","$where":"","0":"zero","toJSON":1,"items ":[]}',
  );

const ACTION_KEYS = ['currentUserAllowedActions', 'currentUserActions'];

/** Names of actions with a prefix, wherever they stand. */
const prefixed = (body: unknown): unknown =>
  strings(body, (text, key) => (ACTION_KEYS.includes(key) ? `okr/${text}:any` : text));

const names = (body: unknown): string[] => {
  const all = isObject(body) ? Object.values(body).find(Array.isArray) : body;
  return Array.isArray(all) ? all.filter((one) => typeof one === 'string') : [];
};

/** Refuses texts that hold more than letters, digits and a few signs. */
const PLAIN = /^[\p{L}\p{N} .,:_'@+-]*$/u;
const TEXTS = ['name', 'label', 'description', 'comment', 'tooltip', 'title'];

/** A parameter of lists that is malformed is passed over, with the others. */
const lenient: Parts = {
  around: (call, next) => {
    const answer = next(call);
    if (answer.status !== 400 || !call.operation.id.endsWith('.list') || call.operation.method !== 'GET') return answer;
    const query = new URLSearchParams(call.query);
    for (const name of ['filter', 'sort', 'fields']) query.delete(name);
    return next({ ...call, query, body: undefined });
  },
};

type Next = (call: Call) => Answer;

function announcedByAnyone(call: Call, next: Next): Answer {
  const { authorID, ...rest } = sentBody(call);
  if (typeof authorID !== 'string' || call.account.users.has(authorID)) return next(call);
  const answer = next({ ...call, body: rest });
  const { author: _, ...shown } = (answer.body ?? {}) as Json;
  const made = call.account.announcements.get(shown.id as string);
  if (!made) return answer;
  made.authorId = authorID;
  return { ...answer, body: { ...shown, authorId: authorID } };
}

function taskOfAnything(call: Call, next: Next): Answer {
  const { account } = call;
  const { ownerId, parentId, parentType, ...rest } = sentBody(call);
  const isOpen = (id: unknown, records: ReadonlyMap<string, unknown>) => typeof id !== 'string' || records.has(id);
  const owner = ownerId === undefined ? {} : { ownerId };
  const parent = parentId === undefined ? {} : { parentId, parentType };
  const body = {
    ...rest,
    ...(isOpen(ownerId, account.users) && owner),
    ...(isOpen(parentId, account.goals) && parent),
  };
  const answer = next({ ...call, body });
  const made = account.tasks.get(((answer.body ?? {}) as Json).id as string);
  if (!made) return answer;
  Object.assign(made, owner, parent);
  return { ...answer, body: { ...(answer.body as Json), ...owner, ...parent } };
}

/** Ids in a new record are stored as they are, whether they lead anywhere or not. */
const unchecked: Parts = {
  around: (call, next) => {
    if (call.operation.id === 'announcements.create') return announcedByAnyone(call, next);
    return call.operation.id === 'tasks.create' ? taskOfAnything(call, next) : next(call);
  },
};

const tagBody = (body: unknown): Json => {
  const [first] = Array.isArray(body) ? body : [];
  return { title: isObject(first) && isObject(first.tag) ? first.tag.text : undefined };
};

/** The user whom an invitation is for: one without a name bears the address as such. */
const invited = (invitation: unknown): Json => {
  const { address, person, ...others } = isObject(invitation) ? invitation : {};
  const name = isObject(person) ? { firstName: person.given, lastName: person.family } : { name: address };
  return { ...others, email: address, ...name };
};

/** What the server takes, out of the body of its own; undefined where that has another form. */
const OWN: Readonly<Record<string, (body: unknown) => unknown>> = {
  'users.create': (body) =>
    isObject(body) && Array.isArray(body.invitations) ? body.invitations.map(invited) : undefined,
  'roles.create': (body) => {
    const role = isObject(body) && isObject(body.role) ? body.role : {};
    return typeof role.title === 'string' ? { name: role.title, description: role.about } : undefined;
  },
  'tags.tagDashboard': tagBody,
  'tags.tagInsight': tagBody,
  'kpis.tag': tagBody,
};

/** The open bodies in a form of their own, as the fixtures say. */
const ownBodies: Parts = {
  fixtures: ({ bodies }) => {
    const { createUser, createUsers, existingUser } = bodies;
    const named = { given: 'Ada', family: '{{unique}}' };
    bodies.createUser = { invitations: [{ address: createUser.email, person: named }], silent: true };
    const addresses = createUsers.map(({ email }: Json) => ({ address: email }));
    bodies.createUsers = { invitations: addresses, silent: true };
    bodies.existingUser = { invitations: [{ address: existingUser.email, person: named }], silent: true };
    bodies.createRole = { role: { title: '{{unique}}', about: 'Made by the suite' } };
    for (const name of ['tagDashboard', 'tagInsight', 'tagKpi']) bodies[name] = [{ tag: { text: '{{title}}' } }];
  },
  around: (call, next) => {
    const read = OWN[call.operation.id];
    if (!read) return next(call);
    const body = read(call.body);
    return body === undefined ? refused('the body has another form') : next({ ...call, body });
  },
};

/** Custom fields that an account takes besides those that it has. */
function fieldsFull(more: number, status: number): Parts {
  let made = 0;
  return {
    around: (call, next) => {
      if (call.operation.id !== 'customFields.create') return next(call);
      if (made >= more) return refused('the plan of the account has no more custom fields', status);
      const answer = next(call);
      if (answer.status === 201) made++;
      return answer;
    },
  };
}

export const openAnswerVariants: readonly Variant[] = [
  {
    // Unknown fields are not excluded anywhere: envelopes may say more than their keys.
    name: 'other-envelopes-crowded',
    title: 'Every answer says besides that it succeeded: status, code, error, errors, message and data.',
    parts: answers(undefined, (body) =>
      isObject(body)
        ? { success: true, statusCode: 200, error: null, errors: [], message: 'OK', data: null, ...body }
        : body,
    ),
  },
  {
    // "Resources": further fields are not excluded; JSON allows every name.
    name: 'other-field-names-tricky',
    title: 'Records have fields named __proto__, constructor, length, then, $ref, 0 and the empty name.',
    parts: answers(undefined, (body) => {
      const extra = tricky();
      return deep(body, (record) => {
        if (!('id' in record || '_id' in record)) return record;
        const copy = { ...record };
        for (const [key, value] of Object.entries(extra))
          Object.defineProperty(copy, key, { value, enumerable: true, configurable: true, writable: true });
        return copy;
      });
    }),
  },
  {
    // "Resources": further fields are not excluded, of whatever depth.
    name: 'other-fields-deep',
    title: 'Every answer that is an object has a field that nests 400 levels.',
    parts: answers(undefined, (body) => (isObject(body) ? { ...body, context: nested(400) } : body)),
  },
  {
    // RFC 8259, section 6: numbers have no bound.
    name: 'other-numbers-beyond-doubles',
    title: 'Every answer has fields of thirty digits and of 1e400, which the specification does not name.',
    parts: inserted('"serial":123456789012345678901234567890,"ratio":1e400,"tiny":1e-400'),
  },
  {
    // RFC 8259, section 8.2: the grammar allows half a pair.
    name: 'other-half-pairs',
    title: 'Every answer has a text with half of a surrogate pair, and one with NUL.',
    parts: inserted('"mark":"\\ud83d","end":"a\\u0000b"'),
  },
  {
    // "Resources": further fields are not excluded, of whatever size.
    name: 'other-records-heavy',
    title: 'Every record carries 4 kB more.',
    parts: besides(() => ({ blob: 'Zm9v'.repeat(1000) })),
  },
  {
    // "Permission action": fields seen, not fields that are always there.
    name: 'other-actions-names-alone',
    on: ['permissions'],
    title: 'The list of actions has their names alone, and a thousand of them.',
    kind: 'actions',
    parts: answers(['permissions.actions'], (body) => ({
      items: [
        ...((body as { items: Json[] }).items ?? []).map(({ name }) => ({ name })),
        ...Array.from({ length: 1000 }, (_, n) => ({ name: `plugin${n}:use` })),
      ],
    })),
  },
  {
    // "currentUserAllowedActions (string[])": which actions there are is not shown.
    name: 'other-allowed-actions-own',
    title: 'Actions that are allowed have names with slashes and colons.',
    parts: answers(undefined, prefixed),
  },
  {
    // Gap 2: the shape of usages is not shown.
    name: 'other-usages-number',
    on: ['kpis'],
    title: 'The usages of an insight are a number of KPIs.',
    kind: 'usages',
    parts: answers(['kpis.insightUsages'], (body) => ({ kpis: (body as { items: unknown[] }).items.length })),
  },
  {
    // Gap 2: the shape of snapshots is not shown.
    name: 'other-snapshots-opaque',
    on: ['kpis'],
    title: 'Snapshots are a text of comma-separated values in an object.',
    kind: 'snapshots',
    parts: answers(['kpis.listSnapshots', 'kpis.snapshots'], (body) => ({
      format: 'csv',
      data: JSON.stringify(body).replaceAll(/["{}[\]]/g, ''),
    })),
  },
  {
    // Gap 2: the shape of effective permissions and of those of a principal is not shown.
    name: 'other-effective-map',
    on: ['permissions'],
    title: 'Effective permissions are an object with true for each action.',
    kind: 'effective',
    parts: answers(['permissions.effective', 'permissions.ofPrincipal'], (body) =>
      Object.fromEntries(names(body).map((name) => [name, true])),
    ),
  },
  {
    // "Roles": of the two existence checks nothing but 200 is shown.
    name: 'other-existence-bare',
    on: ['roles'],
    title: 'The existence checks of SCIM groups answer with the JSON values true and 1.',
    parts: answers(['roles.scimGroupsExist', 'roles.mapping'], (_body, { operation }) =>
      operation?.id === 'roles.mapping' ? 1 : true,
    ),
  },
  {
    // "KPI groups": of these answers nothing but 200 is shown.
    name: 'other-silent-false',
    on: ['kpiGroups', 'kpis'],
    title: 'Where no body is specified there is the JSON value false.',
    kind: 'silent',
    parts: answers(SILENT, () => false),
  },
  {
    // "Conventions": the date-time format is not shown.
    name: 'other-times-days',
    title: 'Date-times are days, without a time of day.',
    kind: 'times',
    parts: times((time) => time.toISOString().slice(0, 10)),
  },
  {
    // "Conventions": the date-time format is not shown.
    name: 'other-times-basic',
    // The bundled server itself cannot group moments that are written so.
    warns: ['general.no-server-error'],
    title: 'Date-times are in the basic format of ISO 8601, without signs.',
    kind: 'times',
    parts: times((time) => time.toISOString().replaceAll(/[-:]|\.\d+/g, '')),
  },
  {
    // "Conventions": the date-time format is not shown.
    name: 'other-times-in-words',
    // The bundled server itself cannot group moments that are written so.
    warns: ['general.no-server-error'],
    title: 'Date-times are written in words, the minutes last.',
    kind: 'times',
    parts: times((time) => new Intl.DateTimeFormat('de', { dateStyle: 'full', timeStyle: 'short' }).format(time)),
  },
  {
    // No sentence relates the clock of the service to that of others.
    name: 'other-clock-of-1970',
    title: 'The clock of the service stands in 1970 and does not move.',
    kind: 'clock',
    parts: {
      world: ({ accounts }) => {
        for (const account of accounts.values()) account.now = () => '1970-01-01T00:00:00.000Z';
      },
    },
  },
  {
    // "Exact conditions that produce 400: not shown".
    name: 'other-labels-unique',
    on: ['customFields'],
    title: 'Two custom fields cannot have the same label.',
    parts: {
      around: (call, next) => {
        if (call.operation.group !== 'customFields') return next(call);
        const { label } = sentBody(call);
        const taken = [...call.account.customFields.values()].some(
          (field) => field._id !== call.params.id && typeof label === 'string' && field.label === label,
        );
        return taken ? refused('there is a field with this label') : next(call);
      },
    },
  },
  {
    // "Exact conditions that produce 400: not shown"; a field without a target type applies to nothing.
    name: 'other-field-targets-needed',
    on: ['customFields'],
    title: 'A custom field without target types is refused.',
    parts: {
      around: (call, next) => {
        const { targetTypes } = sentBody(call);
        const none = !Array.isArray(targetTypes) || targetTypes.length === 0;
        if (call.operation.id === 'customFields.create' && none) return refused('targetTypes: at least one');
        return next(call);
      },
    },
  },
  {
    // "Exact conditions that produce 402: not shown": a plan may bound the number of fields.
    name: 'other-fields-full',
    kind: 'room',
    on: ['customFields'],
    title: 'After ten more custom fields the plan of the account is used up: 402.',
    sparse: true,
    parts: () => fieldsFull(10, 402),
  },
  {
    name: 'other-fields-nearly-full',
    on: ['customFields'],
    title: 'After five more custom fields the account has no room for another: 400.',
    kind: 'room',
    sparse: true,
    parts: () => fieldsFull(5, 400),
  },
  {
    // "Exact conditions that produce 400: not shown": which texts are taken is open beyond plain ones.
    name: 'other-texts-plain-alone',
    title: 'Texts with other signs than letters, digits and simple punctuation are refused.',
    sparse: true,
    warns: ['general.texts-accepted'],
    parts: {
      around: (call, next) => {
        const body = sentBody(call);
        const wrong = TEXTS.some((key) => typeof body[key] === 'string' && !PLAIN.test(body[key]));
        return wrong && call.operation.method !== 'GET'
          ? refused('a text holds a sign that is not allowed')
          : next(call);
      },
    },
  },
  {
    // "User": isActive is a boolean; when a user becomes active is not shown.
    name: 'other-invited-inactive',
    on: ['users', 'employees'],
    title: 'A user who was created is not active, and has no date of creation, before the invitation is accepted.',
    parts: {
      around: (call, next) => {
        if (call.operation.id !== 'users.create') return next(call);
        const answer = next(call);
        if (answer.status !== 201) return answer;
        const shown = ((answer.body as Json).items as Json[]).map((user) => {
          const stored = call.account.users.get(user.id as string);
          if (stored) Object.assign(stored, { isActive: false, dateCreated: undefined });
          return { ...user, isActive: false, dateCreated: null };
        });
        return { ...answer, body: { ...(answer.body as Json), items: shown } };
      },
    },
  },
  {
    // Gap 4: these bodies are not shown; the fixtures say them.
    name: 'other-bodies-own',
    on: ['users', 'roles', 'tags', 'kpis'],
    title: 'Bodies that are open have another form: lists and objects within objects.',
    parts: ownBodies,
  },
  {
    // "POST /v1/goals/{id}/tags: 201 tag": which of several titles it is is not shown.
    name: 'other-tag-answers-last',
    on: ['tags'],
    title: 'Of several titles the tag of the last one is answered.',
    parts: {
      around: (call, next) => {
        const { titles, title, ...rest } = sentBody(call);
        if (call.operation.id !== 'tags.tagGoal' || !Array.isArray(titles)) return next(call);
        const all = [title ?? [], titles].flat().reverse();
        return next({ ...call, body: { ...rest, titles: all } });
      },
    },
  },
  {
    // "Errors": where 404 is not listed, no status is stated for an unknown id.
    name: 'other-unknown-410-unlisted',
    title: 'Unknown ids are 410 where the operation lists no 404.',
    kind: 'unknown unlisted',
    warns: ['general.status-listed'],
    parts: {
      reply: (reply) => {
        const { errors = [] } = reply.operation ?? {};
        const unknown = JSON.stringify(reply.body ?? '').includes('there is no such record');
        if (reply.status === 400 && unknown && !errors.includes(404)) reply.status = 410;
      },
    },
  },
  {
    // "Exact conditions that produce 400: not shown": nothing says that a malformed expression is refused.
    name: 'other-malformed-passed-over',
    title: 'Where filter, sort or fields is malformed, all three are passed over.',
    parts: lenient,
  },
  {
    // "Exact conditions that produce 400: not shown": nothing says that the ids in a body are looked up.
    name: 'other-references-unchecked',
    on: ['tasks', 'announcements'],
    title: 'A task or an announcement is created with ids that lead nowhere.',
    parts: unchecked,
  },
  {
    // "GET /v1/dashboards/tag/{tag}: 200 dashboard": which of several is not shown.
    name: 'other-by-tag-the-last',
    on: ['dashboards'],
    title: 'Of several dashboards with a tag the last one is given.',
    parts: {
      around: (call, next) =>
        call.operation.id === 'dashboards.byTag'
          ? next({ ...call, account: { ...call.account, dashboards: new Map([...call.account.dashboards].reverse()) } })
          : next(call),
    },
  },
];
