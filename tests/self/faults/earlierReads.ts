/** What an earlier call leaves to a later one, and what one answer alone shows otherwise. */
import { sendJson } from '../../../reference-server/response.ts';
import type { Fault } from './fault.ts';
import { also, body, each, instead, type Shown } from './vocabulary.ts';

/** A KPI by its id keeps a field from whoever asked for it first. */
const ofFirstCaller = (field: string): Fault => ({
  name: `kpi-${field.toLowerCase()}-of-first-caller`,
  title: `A KPI that is read by its id shows everybody the ${field} of whoever read it first.`,
  breaks: ['kpis.views-agree'],
  on: ['kpis.get'],
  seams: () => {
    const kept = new Map<unknown, unknown>();
    return each('kpis.get', (kpi) => {
      if (!kept.has(kpi.id)) kept.set(kpi.id, kpi[field]);
      kpi[field] = kept.get(kpi.id);
    });
  },
});

/** Each answer of a list also has what the ones before it had. */
const accumulating = (id: string, key: string): Fault => ({
  name: `${id.replace('.', '-').toLowerCase()}-accumulates`,
  title: `${id} answers with what it has answered before as well.`,
  breaks: ['general.repeatable'],
  on: [id],
  seams: () => {
    const kept = new Map<string, unknown[]>();
    return body<Shown>(id, (shown, { account }) => {
      const all = [...(kept.get(account.id) ?? []), ...(shown[key] as unknown[])];
      kept.set(account.id, all);
      return { ...shown, [key]: all };
    });
  },
});

/** The record with the longest list of a kind loses the end of it where it is read by its id. */
const cutById = (id: string, field: string, breaks: string): Fault => ({
  name: `${id.replace('.', '-')}-${field.toLowerCase()}-cut`,
  title: `${id} shows no more than the first few ${field} of a record that has the most.`,
  breaks: [breaks],
  on: [id],
  seams: instead(id, (call, next) => {
    const answer = structuredClone(next(call));
    if (answer.status >= 300) return answer;
    const lengths = [...call.account.users.values()].map(({ teamIds }) => teamIds.length);
    const record = ((answer.body as Shown).info ?? answer.body) as Shown;
    const list = record[field] as unknown[];
    if (list.length === Math.max(...lengths)) record[field] = list.slice(0, -1);
    return answer;
  }),
});

/** A record by its id shows of a name no more than its first and its last word. */
const withoutMiddle = (id: string, breaks: string): Fault => ({
  name: `${id.replace('.', '-')}-name-without-middle`,
  title: `${id} shows the first and the last word of a name.`,
  breaks: [breaks],
  on: [id],
  seams: body<Shown>(id, (shown) => {
    const record = (shown.info ?? shown) as Shown;
    const words = String(record.name).split(' ');
    if (words.length > 2) record.name = `${words[0]} ${words.at(-1)}`;
  }),
});

const taggings = { dashboard: 'tags.tagDashboard', goal: 'tags.tagGoal', insight: 'tags.tagInsight', kpi: 'kpis.tag' };

export const earlierReadFaults: readonly Fault[] = [
  ofFirstCaller('isOwner'),
  accumulating('metrics.byOwner', 'items'),
  accumulating('users.managers', 'managers'),
  withoutMiddle('users.get', 'users.views-agree'),
  {
    name: 'metrics-checkin-of-source',
    title: 'A check-in of a key result that has a source leads to the source.',
    breaks: ['metrics.checkin'],
    on: ['metrics.byCheckin'],
    seams: instead('metrics.byCheckin', (call, next) => {
      const { checkins, metrics } = call.account;
      const source = metrics.get(checkins.get(call.params.checkinId ?? '') ?? '')?.sourceMetricId;
      const [checkinId] = [...checkins].find(([, id]) => id === source) ?? [];
      return next(checkinId === undefined ? call : { ...call, params: { checkinId } });
    }),
  },
  cutById('users.get', 'teamIds', 'users.views-agree'),
  cutById('employees.get', 'teamIds', 'employees.views-agree'),
  ...Object.entries(taggings).map(
    ([noun, id]): Fault => ({
      name: `tag-${noun}-answers-caller-as-author`,
      title: `Tagging a ${noun} answers with a tag that names the caller as its author.`,
      breaks: ['tags.author'],
      on: [id],
      seams: body<Shown>(id, (tag, { user }) => ({ ...tag, createdBy: user.id })),
    }),
  ),
  {
    name: 'recalculation-needs-body',
    title: 'A recalculation of roles that names JSON as its content type and has no body is refused.',
    breaks: ['general.sample-headers'],
    on: ['roles.recalculateScimRoles'],
    seams: {
      ...also('roles.recalculateScimRoles', () => undefined),
      send: (response, answer, { url, headers }) => {
        const isEmpty = headers['content-type'] !== undefined && Number(headers['content-length'] ?? 0) === 0;
        sendJson(response, isEmpty && url?.includes('recalculate-scim-roles') ? { status: 400 } : answer);
      },
    },
  },
  {
    name: 'employee-roles-drained',
    title: 'Reading an employee takes the roles away that SCIM groups have given.',
    breaks: ['general.reads-independent'],
    on: ['roles.get'],
    seams: {
      around(call, next) {
        const user = call.operation.id === 'employees.get' && call.account.users.get(call.params.employeeId ?? '');
        if (user) user.scimRoleIds = [];
        return next(call);
      },
    },
  },
  {
    name: 'mappings-nothing-deleted-200',
    title: 'A deletion of mappings that finds none is answered with 200 and their number.',
    breaks: ['general.success-status'],
    on: ['roles.deleteMappings'],
    seams: instead('roles.deleteMappings', (call, next) => {
      const { size } = call.account.roleMappings;
      const answer = next(call);
      const isNone = answer.status === 204 && call.account.roleMappings.size === size;
      return isNone ? { status: 200, body: { deleted: 0 } } : answer;
    }),
  },
];
