/** What writes do where the specification leaves it open. */
import type { Answer, Call } from '../../../reference-server/call.ts';
import type { CustomField, Tag } from '../../../reference-server/store/account.ts';
import { answers, isObject, type Parts, refused, sentBody, strings, type Variant } from './variant.ts';

const normal = (type: unknown) => String(type).replace(/^array:\[?(\w+)\]?$/, 'array:$1');

/** Refuses updates of custom fields that would change what never changes. */
const immutable = (status: number): Parts => ({
  around: (call, next) => {
    const field = call.operation.id === 'customFields.update' && call.account.customFields.get(call.params.id ?? '');
    const body = sentBody(call);
    const changed =
      field && ((body.name ?? field.name) !== field.name || normal(body.type ?? field.type) !== normal(field.type));
    return changed ? refused('name and type cannot be changed', status) : next(call);
  },
});

/** Accepts one spelling of array types and stores them in this one. */
const arrays = (refuses: RegExp, stored: (inner: string) => string): Parts => ({
  around: (call, next) => {
    const { type } = sentBody(call);
    if (call.operation.group !== 'customFields' || typeof type !== 'string') return next(call);
    if (refuses.test(type)) return refused('type');
    const [, bare, bracketed] = /^array:(?:(string|number|bool|date)|\[(string|number|bool|date)\])$/.exec(type) ?? [];
    const inner = bare ?? bracketed;
    return next(inner ? { ...call, body: { ...sentBody(call), type: stored(inner) } } : call);
  },
  world: ({ accounts }) => {
    for (const account of accounts.values()) {
      for (const field of account.customFields.values()) {
        const inner = /^array:\[?(\w+)\]?$/.exec(field.type)?.[1];
        if (inner) field.type = stored(inner);
      }
    }
  },
});

/** Refuses a create whose text in this field another record of the kind has. */
const duplicate = (operation: string, kind: 'kpiGroups' | 'roles' | 'tasks'): Parts => ({
  around: (call, next) => {
    const { name } = sentBody(call);
    const taken = call.operation.id === operation && [...call.account[kind].values()].some((one) => one.name === name);
    return taken ? refused(`${name} is taken`) : next(call);
  },
});

const CREATES = [
  'kpiGroups.create',
  'kpiGroups.update',
  'customFields.create',
  'customFields.update',
  'tasks.create',
  'announcements.create',
  'users.create',
  'roles.create',
];
const TAGGINGS = ['tags.tagGoal', 'tags.tagDashboard', 'tags.tagInsight', 'kpis.tag'];

const titlesOf = (body: unknown): string[] => {
  const { title, titles } = isObject(body) ? body : {};
  return [title ?? [], titles ?? []].flat().filter((one): one is string => typeof one === 'string');
};

/** Shows the tags that were named under the titles that `spell` gives them. */
const spelling = (spell: (tag: Tag, title: string) => void): Parts => ({
  around: (call, next) => {
    const answer = next(call);
    if (!TAGGINGS.includes(call.operation.id) || answer.status >= 300) return answer;
    for (const title of titlesOf(call.body)) {
      const tag = [...call.account.tags.values()].find(
        (one) => call.rules.tagKey(one.title) === call.rules.tagKey(title),
      );
      if (tag) spell(tag, title);
    }
    const { id } = answer.body as Tag;
    const tag = call.account.tags.get(id);
    return { ...answer, body: { ...(answer.body as object), title: tag?.title, name: tag?.name } };
  },
});

const USAGE = ['tagName', 'tagTitle', 'dashboardsCount', 'dashboardsIds'];

const OWN_TYPES = ['celebration', 'outage'];
const OWN_STRATEGIES = ['digest', 'push'];

/** Records have other types and strategies than the sample data, and creates take no others. */
const announcementValuesOwn: Parts = {
  world: ({ accounts }) => {
    for (const { announcements } of accounts.values())
      [...announcements.values()].forEach((one, n) => {
        one.announcementType = OWN_TYPES[n % OWN_TYPES.length];
        one.notificationStrategy = OWN_STRATEGIES[n % OWN_STRATEGIES.length];
      });
  },
  around: (call, next) => {
    if (call.operation.id !== 'announcements.create') return next(call);
    const { announcementType: type, notificationStrategy: strategy } = sentBody(call);
    const wrong = (value: unknown, known: readonly string[]) => value !== undefined && !known.includes(String(value));
    return wrong(type, OWN_TYPES) || wrong(strategy, OWN_STRATEGIES) ? refused('type or strategy') : next(call);
  },
};

const goalTagsOf = (call: Call) => {
  const goal = call.account.goals.get(call.params.id ?? '');
  return (goal?.tagIds ?? []).map((id) => call.rules.tagKey(call.account.tags.get(id)?.title ?? ''));
};

/** Gives this answer where a goal has all the tags of a request already. */
const unchanged = (answer: Answer): Parts => ({
  around: (call, next) => {
    const titles = titlesOf(call.body);
    const has = call.operation.id === 'tags.tagGoal' && goalTagsOf(call);
    const all = has && titles.length > 0 && titles.every((title) => has.includes(call.rules.tagKey(title)));
    return all ? answer : next(call);
  },
});

export const writeVariants: readonly Variant[] = [
  {
    name: 'immutable-400',
    on: ['customFields'],
    title: 'Another name or type in an update of a custom field is a bad request.',
    kind: 'immutable',
    parts: immutable(400),
  },
  {
    name: 'immutable-403',
    on: ['customFields'],
    title: 'Another name or type in an update of a custom field is forbidden.',
    kind: 'immutable',
    parts: immutable(403),
  },
  {
    name: 'put-replaces',
    on: ['customFields'],
    title: 'PUT replaces a custom field: what the body leaves out is unset.',
    parts: {
      around: (call, next) => {
        const field =
          call.operation.id === 'customFields.update' && call.account.customFields.get(call.params.id ?? '');
        if (!field || call.rules.bodyProblem(call.operation, call.body) !== undefined) return next(call);
        const answer = next(call);
        if (answer.status >= 300) return answer;
        for (const key of [
          'description',
          'filterable',
          'operationalType',
          'orderId',
          'targetIds',
          'tooltip',
        ] as const) {
          if (key in sentBody(call)) continue;
          delete (field as Partial<CustomField>)[key];
          delete (answer.body as Record<string, unknown>)[key];
        }
        return answer;
      },
    },
  },
  {
    name: 'array-brackets-alone',
    on: ['customFields'],
    title: 'Array types are accepted and shown as array:[string].',
    kind: 'array',
    parts: arrays(/^array:\w+$/, (inner) => `array:[${inner}]`),
  },
  {
    name: 'array-bare-alone',
    on: ['customFields'],
    title: 'Array types are accepted and shown as array:string.',
    kind: 'array',
    parts: arrays(/^array:\[/, (inner) => `array:${inner}`),
  },
  {
    name: 'array-brackets-stored-bare',
    on: ['customFields'],
    title: 'Array types are accepted as array:[string] and shown as array:string.',
    kind: 'array',
    parts: arrays(/^array:\w+$/, (inner) => `array:${inner}`),
  },
  {
    name: 'array-both-stored-brackets',
    on: ['customFields'],
    title: 'Array types are accepted in both spellings and shown as array:[string].',
    kind: 'array',
    parts: arrays(/^$/, (inner) => `array:[${inner}]`),
  },
  {
    name: 'tag-title-last',
    on: ['tags', 'kpis', 'dashboards'],
    title: 'A tag has the title that was last written.',
    kind: 'tag title',
    parts: spelling((tag, title) => {
      tag.title = title.trim();
    }),
  },
  {
    name: 'tag-title-lower',
    on: ['tags', 'kpis', 'dashboards'],
    title: 'A tag has its title in lower case.',
    kind: 'tag title',
    parts: spelling((tag, title) => {
      tag.title = title.trim().toLowerCase();
    }),
  },
  {
    name: 'tag-title-as-sent',
    on: ['tags', 'kpis', 'dashboards'],
    title: 'A tag keeps the spaces around its first title.',
    kind: 'tag title',
    parts: () => {
      const seen = new WeakSet<Tag>();
      return spelling((tag, title) => {
        if (!seen.has(tag) && tag.title === title.trim()) tag.title = title;
        seen.add(tag);
      });
    },
  },
  {
    name: 'tag-name-slug',
    on: ['tags', 'kpis', 'dashboards'],
    title: 'The name of a tag is a slug of its title.',
    kind: 'tag name',
    parts: spelling((tag, title) => {
      tag.name = `t-${title
        .trim()
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}]+/gu, '-')}`;
    }),
  },
  {
    name: 'tag-name-absent',
    on: ['tags', 'kpis', 'dashboards'],
    title: 'A tag has no name, only a title.',
    kind: 'tag name',
    parts: answers(['tags.list', ...TAGGINGS], (body) =>
      isObject(body) && Array.isArray(body.tags)
        ? { ...body, tags: body.tags.map(({ name, ...tag }) => tag) }
        : (({ name, ...tag }) => tag)(body as { name: unknown }),
    ),
  },
  {
    name: 'tag-again-304',
    on: ['tags', 'kpis', 'dashboards'],
    title: 'A goal that has all the tags already answers 304.',
    kind: 'tag again',
    parts: unchanged({ status: 304 }),
  },
  {
    // RFC 9110, 8.6: a 304 may name the length that its message would have had.
    name: 'tag-again-304-with-length',
    on: ['tags', 'kpis', 'dashboards'],
    title: 'A goal that has all the tags already answers 304, with the length of a message that does not follow.',
    kind: 'tag again',
    parts: unchanged({ status: 304, headers: { 'content-type': 'application/json', 'content-length': '42' } }),
  },
  {
    name: 'tag-again-400',
    on: ['tags', 'kpis', 'dashboards'],
    title: 'A goal that has all the tags already answers 400.',
    kind: 'tag again',
    parts: {
      around: (call, next) => {
        const titles = titlesOf(call.body);
        const has = call.operation.id === 'tags.tagGoal' && goalTagsOf(call);
        return has && titles.length > 0 && titles.every((title) => has.includes(call.rules.tagKey(title)))
          ? refused('the goal has the tag', 400)
          : next(call);
      },
    },
  },
  {
    name: 'tag-key-unicode',
    on: ['tags', 'kpis', 'dashboards'],
    title: 'All white space is trimmed from titles, and letters are compared in their composed form.',
    parts: { rules: () => ({ tagKey: (title) => title.trim().normalize('NFC').toLocaleLowerCase('en') }) },
  },
  {
    name: 'tag-key-ascii',
    on: ['tags', 'kpis', 'dashboards'],
    title: 'Only ASCII letters and spaces count in the identity of tags.',
    parts: {
      rules: () => ({
        tagKey: (title) => title.replaceAll(/^ +| +$/g, '').replaceAll(/[A-Z]/g, (c) => c.toLowerCase()),
      }),
    },
  },
  {
    name: 'texts-trimmed',
    on: ['kpiGroups', 'customFields', 'tasks', 'announcements', 'users', 'roles'],
    title: 'Texts lose the spaces at their ends when they are written.',
    parts: {
      around: (call, next) =>
        next(CREATES.includes(call.operation.id) ? { ...call, body: strings(call.body, (text) => text.trim()) } : call),
    },
  },
  {
    name: 'group-names-unique',
    on: ['kpiGroups', 'kpis'],
    title: 'Two KPI groups cannot have the same name.',
    parts: duplicate('kpiGroups.create', 'kpiGroups'),
  },
  {
    name: 'role-names-unique',
    on: ['roles'],
    title: 'Two roles cannot have the same name.',
    parts: duplicate('roles.create', 'roles'),
  },
  {
    name: 'group-name-blank-allowed',
    on: ['kpiGroups', 'kpis'],
    title: 'A KPI group may have a blank name, or none.',
    parts: {
      around: (call, next) => {
        if (call.operation.id !== 'kpiGroups.create') return next(call);
        const body = sentBody(call);
        if (typeof (body.name ?? '') !== 'string' || String(body.name ?? '').trim() !== '') return next(call);
        const answer = next({ ...call, body: { name: 'blank' } });
        if (answer.status < 300) {
          const group = call.account.kpiGroups.get((answer.body as { id: string }).id);
          if (group) group.name = '';
          return { ...answer, body: { ...(answer.body as object), name: '' } };
        }
        return answer;
      },
    },
  },
  {
    name: 'remove-kpi-twice-404',
    on: ['kpiGroups', 'kpis'],
    title: 'Taking a KPI out of a group that it is not in is 404.',
    parts: {
      around: (call, next) => {
        const kpi = call.operation.id === 'kpiGroups.removeKpi' && call.account.kpis.get(call.params.kpiId ?? '');
        return kpi && !kpi.groups.includes(call.params.groupId ?? '')
          ? refused('the KPI is not in the group', 404)
          : next(call);
      },
    },
  },
  {
    name: 'emails-lower-case',
    on: ['users', 'employees'],
    title: 'E-mail addresses are stored in lower case.',
    parts: {
      around: (call, next) =>
        next(
          call.operation.id === 'users.create'
            ? { ...call, body: strings(call.body, (text, key) => (key === 'email' ? text.toLowerCase() : text)) }
            : call,
        ),
    },
  },
  {
    name: 'task-defaults',
    on: ['tasks', 'sessions'],
    title: 'A task without status or type gets them, and its assignee is the owner.',
    parts: {
      around: (call, next) => {
        const answer = next(call);
        if (call.operation.id !== 'tasks.create' || answer.status >= 300) return answer;
        const task = call.account.tasks.get((answer.body as { id: string }).id);
        const more = { taskType: 'manual', priority: 2, externalId: '' };
        if (task) Object.assign(task, more);
        return { ...answer, body: { ...(answer.body as object), ...more } };
      },
    },
  },
  {
    name: 'author-always-caller',
    on: ['announcements'],
    title: 'An announcement cannot be made in the name of another.',
    parts: {
      around: (call, next) =>
        call.operation.id === 'announcements.create' && (sentBody(call).authorID ?? call.user.id) !== call.user.id
          ? refused('authorID: only your own', 403)
          : next(call),
    },
  },
  {
    name: 'announcement-values-own',
    on: ['announcements'],
    title: 'Announcements have types and strategies of their own; others are refused.',
    parts: announcementValuesOwn,
  },
  {
    name: 'tag-title-or-titles',
    on: ['tags'],
    title: 'Tagging a goal takes a title or titles, not both, and a flowName with neither.',
    parts: {
      around: (call, next) => {
        if (call.operation.id !== 'tags.tagGoal') return next(call);
        const given = ['title', 'titles', 'flowName'].filter((name) => sentBody(call)[name] !== undefined);
        return given.length > 1 ? refused(`give one of ${given.join(', ')}`) : next(call);
      },
    },
  },
  {
    name: 'usages-only-their-fields',
    on: ['dashboards'],
    title: 'The usages of tags take no field that a usage does not have, such as id.',
    warns: ['lists.fields-unknown'],
    parts: {
      around: (call, next) => {
        const names = call.operation.id === 'dashboards.tagUsages' ? (call.query.get('fields') ?? '').split(',') : [];
        const unknown = names.map((name) => name.trim()).find((name) => name !== '' && !USAGE.includes(name));
        return unknown === undefined ? next(call) : refused(`fields: ${unknown}`);
      },
    },
  },
  {
    // "Exact conditions that produce 400: not shown": a unique index may span groups that are marked as deleted.
    name: 'group-names-stay-taken',
    on: ['kpiGroups'],
    title: 'A name that a KPI group had, deleted or renamed, stays taken, and a body is looked at before the group.',
    parts: () => {
      const taken = new Set<unknown>();
      return {
        around: (call, next) => {
          const { id } = call.operation;
          const name = call.account.kpiGroups.get(call.params.groupId ?? '')?.name;
          if (['kpiGroups.create', 'kpiGroups.update'].includes(id) && taken.has(sentBody(call).name))
            return refused('this name is taken');
          const answer = next(call);
          const now = call.account.kpiGroups.get(call.params.groupId ?? '')?.name;
          if (['kpiGroups.delete', 'kpiGroups.update'].includes(id) && answer.status === 200 && name !== now)
            taken.add(name);
          return answer;
        },
      };
    },
  },
  {
    // Nothing says that a role can be mapped twice.
    name: 'mappings-once',
    on: ['roles'],
    title: 'A role that is mapped cannot be mapped again before its mapping is deleted.',
    parts: {
      around: (call, next) =>
        call.operation.id === 'roles.createMapping' &&
        [...call.account.roleMappings.values()].some(({ roleId }) => roleId === sentBody(call).roleId)
          ? refused('the role is mapped')
          : next(call),
    },
  },
];
