/** Slips that wrong servers got away with. */
import type { Call } from '../../../reference-server/call.ts';
import { Refusal } from '../../../reference-server/refusal.ts';
import type { Seams } from '../../../reference-server/server.ts';
import { type Fault, faultOf } from './fault.ts';
import { also, instead, page, remembers, rule, type Shown, unnoted, withQuery } from './vocabulary.ts';

const fault = faultOf('');

/** What a body leaves out is what the same user said before. */
const remembersInBody = (on: string, name: string) => (): Seams => {
  const kept = new Map<string, unknown>();
  return instead(on, (call, next) => {
    const given = (call.body ?? {}) as Shown;
    if (given[name] !== undefined) kept.set(call.user.id, given[name]);
    return next(kept.has(call.user.id) ? { ...call, body: { [name]: kept.get(call.user.id), ...given } } : call);
  });
};

const filtered = (call: Call) => ((call.body ?? {}) as Shown).filter !== undefined;

export const slipFaults: readonly Fault[] = [
  fault(
    'delete-mappings-keeps-first',
    'The deletion of mappings keeps the first named one and deletes every one that was not named.',
    ['roles.mapping-delete-ends'],
    instead('roles.deleteMappings', (call, next) => {
      const ids = ((call.body ?? {}) as { roleIds?: string[] }).roleIds ?? [];
      const kept = [...call.account.roleMappings];
      const answer = next(call);
      if (answer.status === 204) {
        call.account.roleMappings.clear();
        for (const [id, mapping] of kept) {
          if (!ids.indexOf(mapping.roleId)) call.account.roleMappings.set(id, mapping);
        }
      }
      return answer;
    }),
  ),
  fault(
    'insight-usages-only-first',
    'The usages of an insight name one KPI.',
    ['kpis.insight-usages-own'],
    page('kpis.insightUsages', (records) => records.slice(0, 1)),
  ),
  fault(
    'task-read-merges-access-into-goal',
    'Reading a task overwrites the access of its goal.',
    ['general.first-reads', 'general.reads-independent'],
    unnoted(
      also('tasks.get', ({ account, params }) => {
        const task = account.tasks.get(params.taskId ?? '');
        const goal = account.goals.get(task?.parentId ?? '');
        if (task && goal) Object.assign(goal.access, task.access);
      }),
    ),
  ),
  fault(
    'kpi-list-remembers-limit',
    'The list of KPIs keeps the limit of a body for later calls without one.',
    ['general.reads-independent'],
    remembersInBody('kpis.list', 'limit'),
  ),
  fault(
    'snapshots-without-token-400',
    'Without an Authorization header the snapshots answer 400.',
    ['general.credentials-missing'],
    rule('kpis.listSnapshots', ({ authenticate }) => ({
      authenticate(world, header) {
        if (header === undefined) throw new Refusal(400, 'header authorization is missing');
        return authenticate(world, header);
      },
    })),
  ),
  fault(
    'kpi-snapshots-filter-drops-range',
    'With a filter in the body the snapshots of KPIs take no dates.',
    ['kpis.snapshots-bounds'],
    instead('kpis.snapshots', (call, next) =>
      next(filtered(call) ? withQuery(call, { from: undefined, to: undefined }) : call),
    ),
  ),
  fault(
    'kpi-snapshots-from-needs-to',
    'The snapshots of KPIs take from only together with to.',
    ['kpis.snapshots-bounds'],
    instead('kpis.snapshots', (call, next) => next(call.query.has('to') ? call : withQuery(call, { from: undefined }))),
  ),
  fault(
    'dashboards-remember-fields-of-body',
    'The list of dashboards keeps the fields of a body for later calls without any.',
    ['general.reads-independent'],
    remembersInBody('dashboards.list', 'fields'),
  ),
  fault(
    'kpi-snapshots-remember-from',
    'The snapshots of KPIs keep from for later calls without it.',
    ['general.reads-independent'],
    remembers('kpis.snapshots', 'from'),
  ),
  fault(
    'snapshots-remember-own-kpis',
    'The snapshots keep mykpis for later calls without it.',
    ['general.reads-independent'],
    remembers('kpis.listSnapshots', 'mykpis'),
  ),
];
