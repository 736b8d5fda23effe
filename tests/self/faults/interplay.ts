/**
 * Mistakes that need an interplay or show late: two records that are alike, another account's record of the same name, a value
 * that is nearly nothing, what a refusal leaves behind, what was read before a write.
 */
import type { Answer, Call } from '../../../reference-server/call.ts';
import type { Seams } from '../../../reference-server/server.ts';
import type { Account } from '../../../reference-server/store/account.ts';
import { kind } from '../../../schemas/contract.ts';
import { type Fault, faultOf } from './fault.ts';
import {
  also,
  filterOf,
  filters,
  instead,
  inWorld,
  isFirst,
  kebab,
  recordsIn,
  refuses,
  rule,
  type Shown,
  stored,
  storedOtherwise,
} from './vocabulary.ts';

const fault = faultOf('');

/** Lets an operation reach the other accounts. */
const reaching = (
  id: string | readonly string[],
  act: (call: Call, others: Account[], next: (call: Call) => Answer) => Answer,
): Seams =>
  inWorld(id, (call, accounts, next) =>
    act(
      call,
      [...accounts.values()].filter((one) => one !== call.account),
      next,
    ),
  );

/** Shows records of other accounts, too, where the filter is one of these. */
const foreignBy = (id: string, form: (filter: Shown) => unknown) => (): Seams =>
  reaching(id, (call, others, next) => {
    const answer = next(call);
    if (answer.status >= 300 || !form(filterOf(call))) return answer;
    const copy = structuredClone(answer);
    for (const account of others) {
      const theirs = next({ ...call, account });
      if (theirs.status < 300) recordsIn(copy.body).push(...recordsIn(theirs.body));
    }
    return copy;
  });

const has = (value: unknown, name: string): boolean => typeof value === 'object' && value !== null && name in value;

const foreignFilters: readonly Fault[] = [
  fault(
    'default-access-kept-as-text',
    'Whoever is not the first to ask for the default access of a type gets its JSON as a text.',
    ['general.answer-schema', 'general.reads-independent'],
    () => {
      const asked = new Set<string>();
      return instead('permissions.defaultAccess', (call, next) => {
        const [answer, key] = [next(call), JSON.stringify(call.params)];
        if (answer.status >= 300 || !asked.has(key)) asked.add(key);
        else return { ...answer, body: JSON.stringify(answer.body) };
        return answer;
      });
    },
  ),
  fault(
    'users-foreign-by-in',
    'A filter by $in on ids reaches users of other accounts.',
    'general.foreign-listed',
    foreignBy('users.list', ({ _id }) => has(_id, '$in')),
  ),
  fault(
    'tasks-foreign-by-id',
    'A filter by one id reaches tasks of other accounts.',
    'general.foreign-listed',
    foreignBy('tasks.list', ({ _id }) => typeof _id === 'string'),
  ),
  fault(
    'tags-foreign-by-id',
    'A filter by one id reaches tags of other accounts.',
    'general.foreign-listed',
    foreignBy('tags.list', ({ _id, id }) => typeof (_id ?? id) === 'string'),
  ),
  fault(
    'metrics-foreign-by-or',
    '$or reaches key results of other accounts.',
    'general.foreign-listed',
    foreignBy('metrics.list', ({ $or }) => $or),
  ),
  fault(
    'sessions-foreign-by-and',
    'An id within $and reaches sessions of other accounts.',
    'general.foreign-listed',
    foreignBy('sessions.list', ({ $and }) => $and),
  ),
  fault(
    'employees-foreign-by-in',
    'A filter by $in on ids reaches employees of other accounts.',
    'general.foreign-listed',
    foreignBy('employees.list', ({ _id }) => has(_id, '$in')),
  ),
];

const keyOf = (title: unknown) => String(title).trim().toLowerCase();

/** Before an item is tagged, tags of other accounts with one of its titles become the account's. */
const borrowed = (id: string | readonly string[]) => (): Seams =>
  reaching(id, (call, others, next) => {
    const { title, titles } = (call.body ?? {}) as Shown;
    const wanted = [title ?? [], titles ?? []].flat().map(keyOf);
    const own = [...call.account.tags.values()].map((tag) => keyOf(tag.title));
    for (const tag of others.flatMap(({ tags }) => [...tags.values()])) {
      const key = keyOf(tag.title);
      if (wanted.includes(key) && !own.includes(key)) call.account.tags.set(tag.id, tag);
    }
    return next(call);
  });

const acrossAccounts: readonly Fault[] = [
  fault(
    'tag-of-other-account',
    "A title that another account has is that account's tag.",
    'tags.own-account',
    borrowed('tags.tagGoal'),
  ),
  ...['tags.tagDashboard', 'tags.tagInsight', 'kpis.tag'].map((id) =>
    fault(
      `tag-of-other-account-by-${kebab(id)}`,
      `With ${id} alone a title that another account has is that account's tag.`,
      'tags.own-account',
      borrowed(id),
    ),
  ),
];

/** Drops conditions on a value that is nearly nothing. */
const without = (id: string, isNothing: (wanted: unknown) => boolean): Seams =>
  filters(id, (filter) => Object.fromEntries(Object.entries(filter).filter(([, wanted]) => !isNothing(wanted))));

const oddConditions: readonly Fault[] = [
  fault(
    'tasks-empty-ignored',
    'A condition on "" is ignored.',
    'lists.filter-none',
    without('tasks.list', (v) => v === ''),
  ),
  fault(
    'users-empty-ignored',
    'A condition on "" is ignored.',
    'lists.filter-none',
    without('users.list', (v) => v === ''),
  ),
  fault(
    'roles-empty-id-ignored',
    'A condition on an empty id is ignored.',
    'lists.filter-none',
    filters('roles.list', ({ _id, ...rest }) => (_id === '' || _id === undefined ? rest : { _id, ...rest })),
  ),
  fault(
    'sessions-empty-in-ignored',
    'A list of "" alone is ignored.',
    'lists.filter-none',
    without('sessions.list', (v) => has(v, '$in') && JSON.stringify((v as Shown).$in) === '[""]'),
  ),
  fault(
    'metrics-false-ignored',
    'A condition on false is ignored.',
    'lists.filter-none',
    without('metrics.list', (v) => v === false),
  ),
  fault(
    'sessions-apostrophe-breaks',
    'A text with an apostrophe breaks the query.',
    'lists.filter-none',
    refuses('sessions.list', 500, (call) => JSON.stringify(filterOf(call)).includes("'")),
  ),
  fault(
    'roles-percent-ignored',
    'A condition on a text with a percent sign is ignored.',
    'lists.filter-none',
    without('roles.list', (v) => typeof v === 'string' && v.includes('%')),
  ),
  fault(
    'tags-blank-ignored',
    'A condition on a space is ignored.',
    'lists.filter-none',
    without('tags.list', (v) => v === ' '),
  ),
  fault(
    'employees-zero-ignored',
    'A condition on 0 is ignored.',
    'lists.filter-none',
    without('employees.list', (v) => v === 0),
  ),
];

/** Finds nothing where a dotted name goes through a list. */
const noDescent = (id: string, list: string): Seams =>
  filters(id, (filter) => (Object.keys(filter).some((path) => path.startsWith(`${list}.`)) ? { gcNone: 1 } : filter));

const descents: readonly Fault[] = [
  fault(
    'tasks-no-descent',
    'A dotted name does not reach into snapshots.',
    'lists.filter-nested',
    noDescent('tasks.list', 'snapshots'),
  ),
  fault(
    'metrics-no-descent',
    'A dotted name does not reach into milestones.',
    'lists.filter-nested',
    noDescent('metrics.list', 'milestones'),
  ),
];

/** Gives plain text without these signs. */
const strips = (ids: readonly string[], sign: RegExp): Seams =>
  rule(ids, ({ plainText }) => ({ plainText: (text) => plainText(text).replace(sign, '') }));

const signs: readonly Fault[] = [
  fault(
    'users-plain-without-underscores',
    'plainText takes underscores out of words.',
    ['lists.formatting-words', 'lists.formatting-signs'],
    strips(['users.list', 'users.get'], /_/g),
  ),
  fault(
    'tasks-plain-without-underscores',
    'plainText takes underscores out of words.',
    'lists.formatting-words',
    strips(['tasks.list', 'tasks.get'], /(?<=\w)_(?=\w)/g),
  ),
  fault(
    'announcements-plain-without-stars',
    'plainText takes out stars between blanks.',
    'lists.formatting-signs',
    strips(['announcements.list', 'announcements.get'], /(?<= )\*(?= )/g),
  ),
  fault(
    'tasks-plain-without-hashes',
    'plainText takes out every #.',
    'lists.formatting-signs',
    strips(['tasks.list', 'tasks.get'], /#/g),
  ),
  fault(
    'others-plain-without-signs',
    'plainText takes out every sign that markup uses elsewhere.',
    'lists.formatting-signs',
    strips(['kpis.get', 'roles.list', 'metrics.list', 'metrics.byOwner'], /(?<=\w)[_#@]|(?<= )\*(?= )/g),
  ),
  fault(
    'tasks-plain-at-signs',
    'plainText takes out every @ that is not the beginning of a mention.',
    'lists.formatting-signs',
    strips(['tasks.list', 'tasks.get'], /(?<=\w)@/g),
  ),
];

/** Stores a text of new records in another form. */
const rewritten = (operation: string, field: string, change: (text: string) => string): Seams =>
  stored(operation, (body) => (typeof body[field] === 'string' ? { ...body, [field]: change(body[field]) } : body));

const texts: readonly Fault[] = [
  fault(
    'task-names-as-replacements',
    'The name of a task is taken for a replacement text, in which $ has a meaning.',
    'tasks.text-kept',
    rewritten('tasks.create', 'name', (text) => 'x'.replace('x', text)),
  ),
  fault(
    'task-descriptions-without-angles',
    'The signs < and > are taken out of descriptions.',
    'tasks.text-kept',
    rewritten('tasks.create', 'description', (text) => text.replaceAll(/[<>]/g, '')),
  ),
  fault(
    'comments-as-replacements',
    'The comment of an announcement is taken for a replacement text, in which $ has a meaning.',
    'announcements.text-kept',
    rewritten('announcements.create', 'comment', (text) => 'x'.replace('x', text)),
  ),
  fault(
    'task-names-straightened',
    'Curly quotes and no-break spaces in the name of a task become their likes of ASCII.',
    'tasks.text-kept',
    rewritten('tasks.create', 'name', (text) =>
      text.replaceAll(/[“”]/g, '"').replaceAll(/[‘’]/g, "'").replaceAll('\u00a0', ' '),
    ),
  ),
  fault(
    'group-names-without-variations',
    'Variation selectors and skin tones are lost from the names of groups.',
    'kpiGroups.name-kept',
    rewritten('kpiGroups.create', 'name', (text) => text.replaceAll(/[\ufe00-\ufe0f\u{1f3fb}-\u{1f3ff}]/gu, '')),
  ),
  fault(
    'task-descriptions-empty-lines',
    'Several empty lines in a row in the description of a task become one.',
    'tasks.text-kept',
    rewritten('tasks.create', 'description', (text) => text.replaceAll(/\n{3,}/g, '\n\n')),
  ),
  fault(
    'comments-line-ends-trimmed',
    'Blanks at the end of a line within a comment are lost.',
    'announcements.text-kept',
    rewritten('announcements.create', 'comment', (text) => text.replaceAll(/ +\n/g, '\n')),
  ),
  fault(
    'field-descriptions-unindented',
    'Blanks at the beginning of a line within the description of a custom field are lost.',
    'customFields.text-kept',
    rewritten('customFields.create', 'description', (text) => text.replaceAll(/\n +/g, '\n')),
  ),
  fault(
    'field-update-unindented',
    'The same of an update.',
    'customFields.text-kept',
    rewritten('customFields.update', 'description', (text) => text.replaceAll(/\n +/g, '\n')),
  ),
];

const updates: readonly Fault[] = [
  fault(
    'field-update-without-name',
    'An update without the name gives the field another one.',
    'customFields.name-immutable',
    also('customFields.update', ({ account, params, body }) => {
      const field = account.customFields.get(String(params.id));
      if (field && (body as Shown).name === undefined) field.name = `${field.name.slice(0, 3)}field`;
    }),
  ),
  fault(
    'field-update-without-type',
    'An update without the type makes the field a string.',
    'customFields.type-immutable',
    also('customFields.update', ({ account, params, body }) => {
      const field = account.customFields.get(String(params.id));
      if (field && (body as Shown).type === undefined) field.type = 'string';
    }),
  ),
  fault(
    'field-update-of-namesakes',
    'An update gives its label to every field that had the same label.',
    'customFields.update-only',
    instead('customFields.update', (call, next) => {
      const { customFields } = call.account;
      const before = customFields.get(String(call.params.id))?.label;
      const answer = next(call);
      const { label } = (call.body ?? {}) as Shown;
      if (answer.status < 300 && label !== undefined)
        for (const field of customFields.values()) if (field.label === before) field.label = label;
      return answer;
    }),
  ),
  fault(
    'field-update-of-same-tooltip',
    'An update gives its tooltip to every field that had the same tooltip.',
    'customFields.update-only',
    instead('customFields.update', (call, next) => {
      const { customFields } = call.account;
      const before = customFields.get(String(call.params.id))?.tooltip;
      const answer = next(call);
      const { tooltip } = (call.body ?? {}) as Shown;
      if (answer.status < 300 && tooltip !== undefined && before !== undefined)
        for (const field of customFields.values()) if (field.tooltip === before) field.tooltip = tooltip;
      return answer;
    }),
  ),
];

/** What a removal does to the groups of the KPI where it is not in the group that is named. */
const wrongRemoval = (change: (groups: string[]) => string[], statusOf?: number): Seams =>
  instead('kpiGroups.removeKpi', (call, next) => {
    const { kpiId = '', groupId = '' } = call.params;
    const kpi = call.account.kpis.get(kpiId);
    if (!kpi || kpi.groups.includes(groupId)) return next(call);
    kpi.groups = change([...kpi.groups]);
    return statusOf === undefined ? next(call) : { status: statusOf, body: { message: 'not in the group' } };
  });

const refusals: readonly Fault[] = [
  fault(
    'remove-last-where-absent',
    'A KPI that is not in the group is taken out of its last group, with a 404.',
    'kpiGroups.remove-kpi-only',
    wrongRemoval((groups) => groups.slice(0, -1), 404),
  ),
  fault(
    'remove-all-where-absent',
    'A KPI that is not in the group is taken out of all its groups, with a 200.',
    'kpiGroups.remove-kpi-only',
    wrongRemoval(() => []),
  ),
];

/** An answer that is given again as it was first given. */
const cached = (id: string, keyOfCall: (call: Call) => string) => (): Seams => {
  const known = new Map<string, Answer>();
  return instead(id, (call, next) => {
    const key = keyOfCall(call);
    const answer = known.get(key) ?? next(call);
    if (answer.status < 300) known.set(key, structuredClone(answer));
    return answer;
  });
};

/** Answers that are kept for each user and request until this user writes. */
const keptForReader = (kindName: string): Fault => {
  const { list = '', laws = {}, title } = kind(kindName);
  return fault(
    `${kindName.toLowerCase()}-list-kept-for-reader`,
    `The list is given to a user as before, until this user writes: a ${title} that somebody else has made is not there.`,
    laws.listed as string,
    () => {
      const known = new Map<string, Map<string, Answer>>();
      return {
        around: (call, next) => {
          const own = known.get(call.user.id) ?? new Map<string, Answer>();
          known.set(call.user.id, own);
          if (call.operation.method !== 'GET') {
            const answer = next(call);
            own.clear();
            return answer;
          }
          if (call.operation.id !== list) return next(call);
          const answer = own.get(String(call.query)) ?? next(call);
          if (answer.status < 300) own.set(String(call.query), structuredClone(answer));
          return answer;
        },
      };
    },
  );
};

const whole = ({ params, query, user }: Call) => JSON.stringify([params, String(query), user.id]);

const caches: readonly Fault[] = [
  ...['task', 'role', 'user', 'announcement', 'kpiGroup'].map(keptForReader),
  fault(
    'dashboard-cached',
    'A dashboard that was read by id does not show what changes.',
    ['tags.dashboard-shown', 'dashboards.views-agree'],
    cached('dashboards.get', whole),
  ),
  fault(
    'kpi-cached',
    'A KPI that was read by id does not show what changes.',
    ['kpis.tag-shown', 'kpis.views-agree', 'kpiGroups.remove-kpi'],
    cached('kpis.get', whole),
  ),
  fault(
    'usages-cached',
    'Usages of tags do not show what changes.',
    'dashboards.usages-at-once',
    cached('dashboards.tagUsages', whole),
  ),
  fault(
    'field-cached',
    'A custom field that was read by id does not show what changes.',
    'customFields.update-stored',
    cached('customFields.get', whole),
  ),
  fault(
    'group-cached',
    'A KPI group that was read by id does not show what changes.',
    ['kpiGroups.update-name', 'kpiGroups.favorite-set'],
    cached('kpiGroups.get', whole),
  ),
];

/** Texts as they are kept. */
const keeps = (
  id: string,
  table: 'roles' | 'tasks' | 'announcements' | 'customFields' | 'kpiGroups',
  change: (text: string) => string,
) =>
  storedOtherwise(
    id,
    ({ account }) => account[table] as Map<string, object>,
    (record) => {
      for (const [name, value] of Object.entries(record))
        if (typeof value === 'string' && ['name', 'description', 'comment', 'label', 'tooltip'].includes(name))
          record[name] = change(value);
    },
  );

const marks = (text: string) => text.replace(/[\u0300-\u036f]/g, '');

const letters: readonly Fault[] = [
  fault(
    'roles-without-marks',
    'Combining marks of a role are dropped.',
    'roles.text-kept',
    keeps('roles.create', 'roles', marks),
  ),
  fault(
    'tasks-without-marks',
    'Combining marks of a task are dropped.',
    'tasks.text-kept',
    keeps('tasks.create', 'tasks', marks),
  ),
  fault(
    'groups-without-marks',
    'Combining marks of a group are dropped.',
    'kpiGroups.name-kept',
    keeps('kpiGroups.create', 'kpiGroups', marks),
  ),
  fault(
    'announcements-without-joiners',
    'Signs between letters that are not seen are dropped.',
    'announcements.text-kept',
    keeps('announcements.create', 'announcements', (text) => text.replace(/\u200c/g, '')),
  ),
  fault(
    'tasks-vowel-signs-lost',
    'Vowel signs are dropped as if they were no letters.',
    'tasks.text-kept',
    keeps('tasks.create', 'tasks', (text) => text.replace(/[\u093e-\u094d]/g, '')),
  ),
];

/** The list shows of new records that are alike only the first. */
const firstOfTwins = (id: string, table: 'tasks' | 'announcements' | 'roles', name: string): Seams =>
  instead(id, (call, next) => {
    const records = call.account[table] as unknown as Map<string, Shown>;
    const all = [...records];
    const isTwin = ([, record]: [string, Shown], i: number) =>
      String(record[name]).includes('gc-') && all.findIndex(([, other]) => other[name] === record[name]) < i;
    for (const [key] of all.filter(isTwin)) records.delete(key);
    const answer = next(call);
    records.clear();
    for (const [key, record] of all) records.set(key, record);
    return answer;
  });

const twins: readonly Fault[] = [
  fault(
    'tasks-twin-hidden',
    'Of new tasks with one name the list shows the first.',
    'tasks.create-listed',
    firstOfTwins('tasks.list', 'tasks', 'name'),
  ),
  fault(
    'announcements-twin-hidden',
    'Of new announcements with one comment the list shows the first.',
    'announcements.create-listed',
    firstOfTwins('announcements.list', 'announcements', 'comment'),
  ),
  fault(
    'roles-twin-hidden',
    'Of new roles with one name the list shows the first.',
    'roles.create-stored',
    firstOfTwins('roles.list', 'roles', 'name'),
  ),
  fault(
    'tasks-twin-by-id',
    'The read by id of a task whose twin is older gives nothing.',
    'tasks.create-stored',
    instead('tasks.get', (call, next) => {
      const { tasks } = call.account;
      const task = tasks.get(String(call.params.taskId));
      const twin = task && [...tasks.values()].find((other) => other.name === task.name);
      return twin && twin !== task && task.name.includes('gc-') ? { status: 404 } : next(call);
    }),
  ),
];

const empties: readonly Fault[] = [
  fault(
    'notify-empty-is-author',
    'Where nobody is to be notified, the author is.',
    'announcements.create-notify',
    stored('announcements.create', (body, { user }) =>
      Array.isArray(body.notify) && body.notify.length === 0 ? { ...body, notify: [body.authorID ?? user.id] } : body,
    ),
  ),
  fault(
    'notify-empty-is-everybody',
    'Where nobody is to be notified, everybody is.',
    'announcements.create-notify',
    stored('announcements.create', (body, { account }) =>
      Array.isArray(body.notify) && body.notify.length === 0 ? { ...body, notify: [...account.users.keys()] } : body,
    ),
  ),
  fault(
    'notify-one-as-text',
    'One who is to be notified is dropped.',
    'announcements.create-notify',
    stored('announcements.create', (body) =>
      Array.isArray(body.notify) && body.notify.length === 1 ? { ...body, notify: [] } : body,
    ),
  ),
];

const sticking: readonly Fault[] = [
  fault(
    'effective-of-first-user',
    'Once the first user has asked, the effective permissions are those of that user.',
    'permissions.effective-user',
    () => {
      let kept: Answer | undefined;
      return {
        ...rule('permissions.effective', () => ({ permitted: () => true })),
        ...instead('permissions.effective', (call, next) => {
          if (isFirst(call)) kept ??= next(call);
          return kept ?? next(call);
        }),
      };
    },
  ),
  fault(
    'mykpis-false-is-true',
    'mykpis=false is taken for true.',
    'kpis.snapshots-accepted',
    instead('kpis.listSnapshots', (call, next) => {
      const query = new URLSearchParams(call.query);
      if (query.has('mykpis')) query.set('mykpis', 'true');
      return next({ ...call, query });
    }),
  ),
  fault(
    'ungrouped-false-is-true',
    'ungrouped=false is taken for true.',
    'kpis.snapshots-accepted',
    instead('kpis.listSnapshots', (call, next) => {
      const query = new URLSearchParams(call.query);
      if (query.has('ungrouped')) query.set('ungrouped', 'true');
      return next({ ...call, query });
    }),
  ),
];

export const interplayFaults: readonly Fault[] = [
  ...foreignFilters,
  ...acrossAccounts,
  ...oddConditions,
  ...descents,
  ...signs,
  ...updates,
  ...texts,
  ...refusals,
  ...caches,
  ...letters,
  ...twins,
  ...empties,
  ...sticking,
];
