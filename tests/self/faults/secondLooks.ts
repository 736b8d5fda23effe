/** Mistakes that a check sees only after its first look has held: in the list, for the second user, in the next request. */
import type { Call } from '../../../reference-server/call.ts';
import { tagKey } from '../../support/domain/tags.ts';
import { isBare } from '../../support/lists/plainText.ts';
import { type Fault, faultOf } from './fault.ts';
import {
  also,
  answering,
  asIf,
  asking,
  body,
  each,
  instead,
  isFirst,
  lagging,
  listed,
  refuses,
  rule,
  type Shown,
  secondTime,
  status,
  success,
  twice,
} from './vocabulary.ts';

const fault = faultOf('');

const bodyOf = (call: Call): Shown => (call.body ?? {}) as Shown;

/** The key after this one in the order of a map, the first after the last. */
const after = (keys: Iterable<string>, key: string | undefined): string => {
  const all = [...keys];
  return all[(all.indexOf(String(key)) + 1) % all.length] as string;
};

const customFields: readonly Fault[] = [
  fault(
    'custom-field-underscores-have-no-length',
    'Underscores do not count for the length of a name, so that a short one is refused.',
    ['customFields.name-rule', 'customFields.name-length'],
    refuses('customFields.create', 400, (call) => String(bodyOf(call).name).replaceAll('_', '').length < 4),
  ),
  fault(
    'custom-field-name-grows',
    'An update may lengthen the name.',
    'customFields.name-immutable',
    instead('customFields.update', (call, next) => {
      const answer = next(call);
      const field = call.account.customFields.get(String(call.params.id));
      const { name } = bodyOf(call);
      if (answer.status === 200 && field && typeof name === 'string' && name.startsWith(field.name)) field.name = name;
      return answer;
    }),
  ),
  fault(
    'task-found-by-beginning-of-id',
    'The last two signs of the id of a task do not count.',
    'general.unknown-id',
    asIf('tasks.get', ({ account, params: { taskId = '' } }) => {
      const found = [...account.tasks.keys()].find((id) => id.slice(0, -2) === taskId.slice(0, -2));
      return { params: { taskId: found !== undefined && taskId.length === found.length ? found : taskId } };
    }),
  ),
  fault(
    'check-in-by-key-result',
    'The id of a key result is taken for that of a check-in.',
    'general.unknown-id',
    asIf('metrics.byCheckin', ({ account, params }) => {
      const [checkin] = [...account.checkins].find(([, metric]) => metric === params.checkinId) ?? [];
      return { params: { checkinId: checkin ?? String(params.checkinId) } };
    }),
  ),
  fault(
    'goal-tag-without-sign',
    'A # at the start of a title does not count.',
    ['tags.answer', 'tags.identity-distinct'],
    asIf('tags.tagGoal', (call) => {
      const { title } = bodyOf(call);
      return {
        body: typeof title === 'string' ? { ...bodyOf(call), title: title.replace(/^\s*#+(?=.)/, '') } : call.body,
      };
    }),
  ),
  fault(
    'custom-field-list-shows-sent-name',
    'After an update with another name the list shows that name, the read by id the right one.',
    'customFields.name-immutable',
    () => {
      const sent = new Map<string, unknown>();
      return instead(['customFields.update', 'customFields.list'], (call, next) => {
        const answer = next(call);
        if (call.operation.id === 'customFields.update') {
          const { name } = bodyOf(call);
          if (name !== undefined) sent.set(String(call.params.id), name);
          return answer;
        }
        const { items } = answer.body as { items: Shown[] };
        const shown = items.map((item) => ({ ...item, name: sent.get(String(item._id)) ?? item.name }));
        return { ...answer, body: { ...(answer.body as Shown), items: shown } };
      });
    },
  ),
  fault(
    'custom-field-id-follows-body',
    'After an update whose body holds the _id the field is read under another _id.',
    'customFields.id-in-body',
    () => {
      const named = new Set<string>();
      return instead(['customFields.update', 'customFields.get'], (call, next) => {
        const answer = next(call);
        const id = String(call.params.id);
        if (call.operation.id === 'customFields.update') {
          if (bodyOf(call)._id !== undefined) named.add(id);
          return answer;
        }
        return named.has(id) ? { ...answer, body: { ...(answer.body as Shown), _id: `${id}2` } } : answer;
      });
    },
  ),
  fault(
    'custom-field-types-without-label',
    'An update that changes the target types forgets the label.',
    'customFields.target-types-update',
    asIf('customFields.update', (call) => {
      const { label: _, ...rest } = bodyOf(call);
      return { body: 'targetTypes' in rest ? rest : call.body };
    }),
  ),
  fault(
    'custom-field-update-answers-name',
    'The answer to an update has another name than the field that is stored.',
    'customFields.update-stored',
    each('customFields.update', (field) => {
      field.name = `${field.name}x`;
    }),
  ),
  fault(
    'custom-field-update-turns-private',
    'An update turns isPrivate over.',
    'customFields.update-only',
    also('customFields.update', ({ account, params }) => {
      const field = account.customFields.get(String(params.id));
      if (field) field.isPrivate = !field.isPrivate;
    }),
  ),
  fault(
    'custom-field-leaves-list-with-update',
    'A field that was updated is not in the list any more.',
    'customFields.update-stored',
    () => {
      const updated = new Set<unknown>();
      return instead(['customFields.update', 'customFields.list'], (call, next) => {
        const answer = next(call);
        if (call.operation.id === 'customFields.update') {
          updated.add(call.params.id);
          return answer;
        }
        const items = (answer.body as { items: Shown[] }).items.filter(({ _id }) => !updated.has(_id));
        return { ...answer, body: { ...(answer.body as Shown), items, totalCount: items.length } };
      });
    },
  ),
  fault(
    'custom-field-longest-name-refused',
    'A name of 14 symbols with a digit is refused.',
    'customFields.name-rule',
    refuses('customFields.create', 400, (call) => /^(?=.*\d).{10,14}$/.test(String(bodyOf(call).name))),
  ),
  fault(
    'custom-field-name-stored-lower',
    'The name of a field is read in lower case.',
    'customFields.name-rule',
    each('customFields.get', (field) => {
      field.name = String(field.name).toLowerCase();
    }),
  ),
];

const groups: readonly Fault[] = [
  fault(
    'group-renamed-once',
    'A group that was renamed does not take a further name.',
    'kpiGroups.update-name',
    secondTime('kpiGroups.update', ({ params }) => params.groupId, { status: 400 }),
  ),
  fault(
    'group-own-name-copies',
    'A rename to the name that the group has makes a second group of that name.',
    'kpiGroups.update-name',
    instead('kpiGroups.update', (call, next) => {
      const group = call.account.kpiGroups.get(String(call.params.groupId));
      if (group && group.name === bodyOf(call).name) {
        const id = call.account.newId();
        call.account.kpiGroups.set(id, { ...group, id });
      }
      return next(call);
    }),
  ),
  fault(
    'group-deleted-rename-refused',
    'A rename of a deleted group is answered with 400.',
    'kpiGroups.favorite-model',
    status('kpiGroups.update', 400, 404),
  ),
  fault(
    'group-rename-moves-creation',
    'A rename moves the date of the creation.',
    'kpiGroups.favorite-model',
    also('kpiGroups.update', ({ account, params }) => {
      const group = account.kpiGroups.get(String(params.groupId));
      if (group) Object.assign(group, { dateCreated: '2001-01-01T00:00:00.000Z' });
    }),
  ),
  fault(
    'group-favourite-hidden-from-others',
    'A group that is a favourite of one user cannot be read by another one.',
    'kpiGroups.favorite-model',
    refuses('kpiGroups.get', 404, ({ account, params, user }) => {
      const of = [...(account.kpiGroups.get(String(params.groupId))?.favoriteOf ?? [])];
      return of.length > 0 && !of.includes(user.id);
    }),
  ),
  fault(
    'group-deleted-still-read',
    'A group that was deleted can still be read by its id.',
    'kpiGroups.favorite-model',
    () => {
      const last = new Map<unknown, unknown>();
      return answering('kpiGroups.get', (answer, { params }) => {
        if (answer.status < 300) last.set(params.groupId, answer.body);
        const known = last.get(params.groupId);
        return answer.status === 404 && known !== undefined ? { status: 200, body: known } : answer;
      });
    },
  ),
  fault(
    'group-read-by-id-other-id',
    'A group that is read by its id shows another id.',
    'kpiGroups.create-stored',
    each('kpiGroups.get', (group) => {
      group.id = `${group.id}0`;
    }),
  ),
  fault(
    'group-create-answers-without-name',
    'The answer to the create of a group of a long name leaves the name out, that of others does not.',
    'kpiGroups.create-answer',
    each('kpiGroups.create', (group) => {
      if (String(group.name).length > 40) delete group.name;
    }),
  ),
];

const people: readonly Fault[] = [
  fault(
    'employee-other-id',
    'An employee that is read by its id shows another id.',
    'employees.users-are-employees',
    each('employees.get', (employee) => {
      employee.id = `${employee.id}0`;
    }),
  ),
  fault(
    'employee-new-other-id',
    'The employee of a new user shows another id.',
    'employees.new-user',
    each('employees.get', (employee) => {
      employee.id = `${employee.id}0`;
    }),
  ),
  fault(
    'employee-new-other-email',
    'The employee of a new user has another e-mail address.',
    'employees.new-user',
    each('employees.get', (employee) => {
      employee.email = `x${employee.email}`;
    }),
  ),
  fault(
    'managers-fewer-for-others',
    'Users other than the first are told one manager less.',
    'users.managers-own',
    body<{ managers: string[]; count: number }>('users.managers', ({ managers }, call) => {
      const told = isFirst(call) ? managers : managers.slice(1);
      return { managers: told, count: told.length };
    }),
  ),
  fault(
    'manager-read-as-another',
    'Under the id of a manager the next user is read.',
    'users.managers-ids',
    asIf('users.get', ({ params, account }) => ({
      params: { userId: after(account.users.keys(), params.userId) },
    })),
  ),
  fault(
    'managers-without-a-team',
    'A user without a team has the first user as manager.',
    'users.managers-only',
    body<{ managers: string[]; count: number }>('users.managers', ({ managers }, { account, params }) => {
      const { teamIds = [] } = account.users.get(String(params.userId)) ?? {};
      const [first] = account.users.keys();
      const named = teamIds.length === 0 && params.userId !== first ? [first] : managers;
      return { managers: named, count: named.length };
    }),
  ),
  fault(
    'user-conflict-second',
    'A user that is refused for a conflict is made all the same.',
    'users.conflict-no-effect',
    answering('users.create', (answer, { account, body: sent }) => {
      const { email } = ([sent].flat()[0] ?? {}) as Shown;
      const known = [...account.users.values()].find((user) => user.email === email);
      if (answer.status !== 409 || !known) return answer;
      const id = account.newId();
      account.users.set(id, { ...known, id });
      return answer;
    }),
  ),
  fault(
    'user-conflict-shown-by-id',
    'By its id a user is shown with the names of a request that was refused for a conflict.',
    'users.conflict-no-effect',
    () => {
      const refused = new Map<unknown, Shown>();
      return instead(['users.create', 'users.get'], (call, next) => {
        const answer = next(call);
        if (call.operation.id === 'users.create') {
          const sent = ([call.body].flat()[0] ?? {}) as Shown;
          if (answer.status === 409) refused.set(String(sent.email).toLowerCase(), sent);
          return answer;
        }
        const shown = answer.body as Shown;
        const sent = answer.status < 300 ? refused.get(String(shown.email).toLowerCase()) : undefined;
        return sent ? { ...answer, body: { ...shown, ...sent, id: shown.id } } : answer;
      });
    },
  ),
  fault(
    'user-create-answers-one-more',
    'The answer to the create of users has one user more than were sent.',
    'users.create-answer',
    success('users.create', (answer, { account }) => {
      const shown = answer.body as Shown;
      const key = Object.keys(shown).find((name) => Array.isArray(shown[name])) as string;
      const list = shown[key] as Shown[];
      return { ...answer, body: { ...shown, [key]: [...list, { ...list[0], id: account.newId() }] } };
    }),
  ),
];

const keyResults: readonly Fault[] = [
  fault(
    'goal-owners-lack-its-owner',
    'The owners of the goal of a key result lack its owner.',
    'metrics.goal-named',
    each(['metrics.list', 'sessions.goalsMet'], (record) => {
      if (Array.isArray(record.goalOwnerIds))
        record.goalOwnerIds = record.goalOwnerIds.filter((id) => id !== record.goalOwnerId);
      if (Array.isArray(record.ownerIds) && Array.isArray(record.metrics))
        record.ownerIds = record.ownerIds.filter((id) => id !== record.ownerId);
    }),
  ),
  fault(
    'metric-listed-under-other-goal',
    'The list shows a key result under another goal than the one that embeds it.',
    'metrics.goal-agree',
    each('metrics.list', (metric) => {
      metric.goalId = `${metric.goalId}0`;
    }),
  ),
  fault(
    'checkin-lags-behind-users',
    'A check-in that is asked for after another user asked is answered as that user was.',
    'metrics.checkin',
    lagging('metrics.byCheckin', ({ user }) => user.id),
  ),
  fault(
    'metrics-of-no-owner-break',
    'The key results of a user who owns none break the service.',
    'metrics.owner-only',
    instead('metrics.byOwner', (call, next) => {
      const answer = next(call);
      const none = answer.status < 300 && (answer.body as { items: unknown[] }).items.length === 0;
      return none ? { status: 500 } : answer;
    }),
  ),
  fault(
    'metrics-of-no-owner-counted',
    'The key results of a user who owns none are counted as those of the account.',
    'metrics.owner-only',
    body<{ items: unknown[]; totalCount: number }>('metrics.byOwner', (shown, { account }) =>
      shown.items.length === 0 ? { ...shown, totalCount: account.metrics.size } : shown,
    ),
  ),
  fault(
    'metrics-of-owner-twice-for-others',
    'Users other than the first are shown a key result of an owner twice.',
    'metrics.owner-each-once',
    instead('metrics.byOwner', (call, next) =>
      isFirst(call) ? next(call) : (twice('metrics.byOwner').around?.(call, next) ?? next(call)),
    ),
  ),
];

const others: readonly Fault[] = [
  fault(
    'badges-mine-fewer-each-second-time',
    'Every other time a user is shown one badge less.',
    'badges.mine-user',
    () => {
      const asked = new Map<string, number>();
      return listed('badges.mine', (records, { user }) => {
        const times = (asked.get(user.id) ?? 0) + 1;
        asked.set(user.id, times);
        return times % 2 === 0 ? records.slice(1) : records;
      });
    },
  ),
  fault(
    'plain-text-ends-bare-texts',
    'plainText puts a word behind texts without markup.',
    'lists.formatting-words',
    each(['tasks.list', 'tasks.get'], (task, _, { query }) => {
      const text = task.description;
      if (query.get('formatting') === 'plainText' && typeof text === 'string' && isBare(text))
        task.description = `${text} end`;
    }),
  ),
  fault(
    'sort-counts-one-more',
    'With sort, totalCount is one more.',
    'lists.sort-same-records',
    body<Shown>('tasks.list', (shown, { query }) =>
      query.has('sort') ? { ...shown, totalCount: Number(shown.totalCount) + 1 } : shown,
    ),
  ),
  fault(
    'sessions-fields-lift-limit',
    'Beside fields, a limit of the sessions does not hold.',
    'lists.together',
    asking('sessions.list', (query) => (query.has('fields') ? { limit: undefined } : {})),
  ),
  fault(
    'effective-breaks-for-limited',
    'The effective permissions of a user without permissions break the service.',
    'permissions.effective-user',
    {
      ...rule('permissions.effectiveAndAllowedActions', () => ({ permitted: () => true })),
      ...refuses(
        'permissions.effectiveAndAllowedActions',
        500,
        ({ account, user }) => [...account.users.keys()].indexOf(user.id) > 1,
      ),
    },
  ),
  fault(
    'unknown-target-breaks',
    'The actions for a target that there is not break the service.',
    'permissions.target-unknown',
    answering('permissions.currentUserAllowedActions', (answer) =>
      answer.status === 404 || answer.status === 400 ? { status: 500 } : answer,
    ),
  ),
  fault(
    'scim-checks-break',
    'Both existence checks break.',
    'roles.scim-check-agree',
    status(['roles.mapping', 'roles.scimGroupsExist'], 500),
  ),
  fault(
    'demo-sessions-for-others',
    'Users other than the first are listed the demo sessions in any case.',
    'sessions.demo-excluded',
    asking('sessions.list', (_, call) => (isFirst(call) ? {} : { includeDemo: 'true' })),
  ),
  fault(
    'goals-met-tags-ignored-unseen',
    'Tags do not narrow the goals, which show none.',
    'sessions.goals-met-tags',
    instead('sessions.goalsMet', (call, next) => {
      const query = new URLSearchParams(call.query);
      query.delete('tags');
      const answer = next({ ...call, query });
      const { items, ...rest } = answer.body as { items: Shown[] };
      return { ...answer, body: { ...rest, items: items.map(({ tags: _, ...goal }) => goal) } };
    }),
  ),
  fault(
    'task-of-foreign-goal-breaks',
    'A parent that the account does not have breaks the service.',
    'tasks.foreign-parent',
    refuses('tasks.create', 500, (call) => {
      const { parentId, parentType } = bodyOf(call);
      return parentType === 'goal' && !call.account.goals.has(String(parentId));
    }),
  ),
];

const isNew = ({ account }: Call, title: unknown): boolean =>
  ![...account.tags.values()].some((tag) => tagKey(tag.title) === tagKey(title));

const tags: readonly Fault[] = [
  fault(
    'tag-known-doubled-in-list',
    'A tag that a KPI is given again, by its title, gets a second entry in the list.',
    'tags.later-use',
    instead('kpis.tag', (call, next) => {
      const { title } = bodyOf(call);
      const known = [...call.account.tags.values()].find((tag) => tagKey(tag.title) === tagKey(title));
      const answer = next(call);
      const id = call.account.newId();
      // Those of the run are judged in another place.
      if (known && !/gc-/i.test(known.title)) call.account.tags.set(id, { ...known, id });
      return answer;
    }),
  ),
  fault(
    'goal-several-titles-refused',
    'Several titles at once are refused.',
    'tags.goal-titles',
    refuses('tags.tagGoal', 400, (call) => ((bodyOf(call).titles as unknown[]) ?? []).length > 1),
  ),
  fault(
    'goal-spelled-titles-refused',
    'Several titles at once are refused, however they are spelled.',
    'tags.goal-titles',
    refuses('tags.tagGoal', 400, (call) => ((bodyOf(call).titles as unknown[]) ?? []).length > 1),
  ),
  fault(
    'goal-several-titles-answer-other',
    'Several titles at once are answered with a tag of another id.',
    'tags.goal-titles',
    each('tags.tagGoal', (tag, _, call) => {
      if (((bodyOf(call).titles as unknown[]) ?? []).length > 1) tag.id = `${tag.id}0`;
    }),
  ),
  fault(
    'flow-name-becomes-tag',
    'The flowName of a tagging becomes a tag beside that of the title.',
    'tags.goal-flow-title',
    also('tags.tagGoal', (call) => {
      const { flowName } = bodyOf(call);
      const [tag] = call.account.tags.values();
      if (typeof flowName !== 'string' || !tag) return;
      const id = call.account.newId();
      call.account.tags.set(id, { ...tag, id, name: flowName, title: flowName });
    }),
  ),
  fault(
    'kpi-refuses-known-tags',
    'A KPI takes no tag that exists in another spelling.',
    'tags.identity-case',
    refuses('kpis.tag', 400, (call) => {
      const { title } = bodyOf(call);
      return !isNew(call, title) && ![...call.account.tags.values()].some((tag) => tag.title === title);
    }),
  ),
  fault(
    'new-tag-of-goal-not-listed',
    'A tag that a goal was the first to get is not in the list.',
    ['tags.goal-title'],
    () => {
      const hidden = new Set<unknown>();
      return instead(['tags.tagGoal', 'tags.list'], (call, next) => {
        if (call.operation.id === 'tags.tagGoal') {
          const fresh = isNew(call, bodyOf(call).title);
          const answer = next(call);
          if (fresh) hidden.add((answer.body as Shown | undefined)?.id);
          return answer;
        }
        return (
          listed('tags.list', (records) => records.filter(({ id }) => !hidden.has(id))).around?.(call, next) ??
          next(call)
        );
      });
    },
  ),
  fault(
    'distinct-tag-not-listed',
    'A tag that an insight was the first to get is not in the list.',
    'tags.identity-distinct',
    () => {
      const hidden = new Set<unknown>();
      return instead(
        ['tags.tagGoal', 'tags.tagInsight', 'kpis.tag', 'tags.tagDashboard', 'tags.list'],
        (call, next) => {
          if (call.operation.id !== 'tags.list') {
            const fresh = isNew(call, bodyOf(call).title);
            const answer = next(call);
            if (fresh) hidden.add((answer.body as Shown | undefined)?.id);
            return answer;
          }
          return (
            listed('tags.list', (records) => records.filter(({ id }) => !hidden.has(id))).around?.(call, next) ??
            next(call)
          );
        },
      );
    },
  ),
  fault('kpis-show-tags-of-dashboards', 'KPIs show the tags that a dashboard was given last.', 'kpis.tag-only', () => {
    let last: unknown;
    return instead(['tags.tagDashboard', 'kpis.get', 'kpis.list'], (call, next) => {
      if (call.operation.id === 'tags.tagDashboard') {
        const answer = next(call);
        if (answer.status < 300) last = answer.body;
        return answer;
      }
      return (
        each(['kpis.get', 'kpis.list'], (kpi) => {
          if (last !== undefined && Array.isArray(kpi.tags)) kpi.tags = [...kpi.tags, last];
        }).around?.(call, next) ?? next(call)
      );
    });
  }),
  fault(
    'usages-of-other-tags-name-tagged-dashboard',
    'A dashboard that is tagged is named by the usages of all other tags.',
    'dashboards.usages-at-once',
    () => {
      const tagged = new Set<string>();
      return instead(['tags.tagDashboard', 'dashboards.tagUsages'], (call, next) => {
        const answer = next(call);
        if (call.operation.id === 'tags.tagDashboard') {
          tagged.add(String(call.params.dashboardId));
          return answer;
        }
        const { items, ...rest } = answer.body as { items: Shown[] };
        const all = items.map((usage) => ({
          ...usage,
          dashboardsIds: [...new Set([...((usage.dashboardsIds as string[]) ?? []), ...tagged])],
        }));
        return { ...answer, body: { ...rest, items: all } };
      });
    },
  ),
  fault(
    'tags-of-digits-share-id',
    'Tags whose titles are digits are answered with one id.',
    'tags.identity-distinct',
    each('tags.tagGoal', (tag) => {
      if (/^\d+$/.test(String(tag.title))) tag.id = 'digits';
    }),
  ),
];

const wholeAnswers: readonly Fault[] = [
  fault(
    'reports-without-flag',
    'A report that is read by its id is shown as none.',
    'dashboards.reports-only',
    each('dashboards.get', (dashboard) => {
      dashboard.isReport = false;
    }),
  ),
  fault(
    'reports-without-names',
    'The reports have no names.',
    'dashboards.reports-each-once',
    each('dashboards.reports', (report) => {
      delete report.name;
    }),
  ),
  fault(
    'report-without-anything',
    'The last report has neither id nor name.',
    'dashboards.reports-each-once',
    listed('dashboards.reports', (reports) => [...reports.slice(0, -1), {}]),
  ),
  {
    ...fault('tasks-list-cut', 'The list of tasks ends before its last bracket.', 'general.json', {
      send(response, answer, request) {
        response.writeHead(answer.status, { 'content-type': 'application/json' });
        const text = JSON.stringify(answer.body ?? {});
        response.end(request.url?.includes('/v2/tasks') ? text.slice(0, -1) : text);
      },
    }),
    on: ['tasks.list'],
  },
  fault(
    'mappings-answered-as-text',
    'Role mappings that are created or updated are answered as text.',
    'roles.upsert-mappings',
    {
      send(response, answer, request) {
        const json = request.method !== 'PUT';
        response.writeHead(answer.status, { 'content-type': json ? 'application/json' : 'text/plain' });
        response.end(answer.body === undefined ? undefined : JSON.stringify(answer.body));
      },
    },
  ),
  fault(
    'tasks-counted-one-less',
    'totalCount of the tasks is one less than there are.',
    'general.counts',
    body<Shown>('tasks.list', (shown, { query }) =>
      query.has('filter') ? shown : { ...shown, totalCount: Number(shown.totalCount) - 1 },
    ),
  ),
  fault(
    'tasks-forgotten-after-formatting',
    'After another user has asked for plain texts, the list shows only tasks that were there at first.',
    'general.reads-independent',
    () => {
      let old: Set<string> | undefined;
      let asked = false;
      return listed('tasks.list', (records, call) => {
        old ??= new Set([...call.account.tasks.keys()]);
        const known = old;
        const ofMade = call.query.get('filter')?.includes('$in') === true;
        asked ||= !isFirst(call) && call.query.has('formatting') && ofMade;
        return asked ? records.filter(({ id }) => known.has(String(id))) : records;
      });
    },
  ),
  fault(
    'tag-spelled-again-doubled',
    'A tag that a goal is given again in another spelling gets a second entry in the list.',
    'tags.identity-law',
    instead('tags.tagGoal', (call, next) => {
      const { title } = bodyOf(call);
      const known = [...call.account.tags.values()].find((tag) => tagKey(tag.title) === tagKey(title));
      const had = known && call.account.goals.get(String(call.params.id))?.tagIds.includes(known.id);
      const answer = next(call);
      const id = call.account.newId();
      if (had && known.title !== title) call.account.tags.set(id, { ...known, id, title: String(title) });
      return answer;
    }),
  ),
];

/** What was there before comes back, or is taken for what is new. */
const returns: readonly Fault[] = [
  fault(
    'kpi-group-comes-back',
    'A new group with the name of a deleted one is the deleted one.',
    'general.create-new',
    () => {
      const gone = new Map<string, Shown>();
      return instead(['kpiGroups.create', 'kpiGroups.delete'], (call, next) => {
        const { kpiGroups } = call.account;
        const addressed = kpiGroups.get(String(call.params.groupId));
        const answer = structuredClone(next(call));
        if (addressed && answer.status < 300) gone.set(addressed.name, { ...addressed });
        const before = gone.get(String(bodyOf(call).name));
        const [made] = [...kpiGroups.values()].slice(-1);
        if (addressed || answer.status >= 300 || !before || !made) return answer;
        kpiGroups.delete(made.id);
        kpiGroups.set(String(before.id), before as typeof made);
        return { ...answer, body: { ...(answer.body as Shown), id: before.id } };
      });
    },
  ),
  fault(
    'tag-of-digits-is-a-number',
    'A goal that is given a title of digits has it already where it has the same number: 304, and nothing is done.',
    'tags.identity-distinct',
    instead('tags.tagGoal', (call, next) => {
      const { title } = bodyOf(call);
      const isNumber = (text: unknown) => /^\d+$/.test(String(text));
      const like = [...call.account.tags.values()].some(
        (tag) => isNumber(title) && isNumber(tag.title) && tag.title !== title && Number(tag.title) === Number(title),
      );
      return like ? { status: 304, body: undefined } : next(call);
    }),
  ),
  fault(
    'principal-role-without-users-refused',
    'The permissions of a role that no user has are refused.',
    'permissions.principal-kinds',
    refuses(
      'permissions.ofPrincipal',
      404,
      ({ account, params }) =>
        account.roles.has(String(params.id)) &&
        ![...account.users.values()].some((user) => [...user.roleIds, ...user.scimRoleIds].includes(String(params.id))),
    ),
  ),
  fault(
    'sessions-selection-sticks',
    'The first selection of fields is cut out of the sessions themselves: later requests get no others.',
    'general.reads-independent',
    () => {
      const cut = new Map<string, string>();
      const asked = new Map<string, string>();
      return instead('sessions.list', (call, next) => {
        const own = call.account.id;
        const wanted = call.query.get('fields');
        if (wanted && !cut.has(own)) cut.set(own, wanted);
        else asked.set(own, wanted ?? '');
        const fields = asked.has(own) ? (cut.get(own) ?? wanted) : wanted;
        const query = new URLSearchParams(call.query);
        if (fields) query.set('fields', fields);
        return next({ ...call, query });
      });
    },
  ),
  fault(
    'kpi-read-is-a-change',
    'Whoever reads a KPI has changed it last.',
    'general.reads-independent',
    instead('kpis.get', (call, next) => {
      const answer = next(call);
      const kpi = call.account.kpis.get(String(call.params.kpiId));
      if (kpi && answer.status < 300) kpi.modifiedById = call.user.id;
      return answer;
    }),
  ),
];

export const secondLookFaults: readonly Fault[] = [
  ...returns,
  ...customFields,
  ...groups,
  ...people,
  ...keyResults,
  ...others,
  ...tags,
  ...wholeAnswers,
  fault(
    'create-gives-known-record',
    'A create whose body has the id of a group answers with that group.',
    'general.create-new',
    instead('kpiGroups.create', (call, next) => {
      const known = call.account.kpiGroups.get(String(bodyOf(call).id));
      return known ? { status: 201, body: { ...known, favorite: false } } : next(call);
    }),
  ),
];
