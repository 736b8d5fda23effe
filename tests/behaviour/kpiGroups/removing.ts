/** KPIs are taken out of groups. Section "Endpoints / KPI groups". */
import { type Check, check } from '../../support/check.ts';
import { at, type Context } from '../../support/context.ts';
import { membership, othersIn } from '../../support/memberships.ts';
import { NotApplicable, NotTested } from '../../support/outcome.ts';
import { isRecord, make } from '../../support/subjects.ts';

const KIND = 'kpiGroup';

/** What ends a check that depends on the groups of a KPI. */
const notShown = (t: Context, what = 'the groups of a KPI'): NotTested | NotApplicable =>
  t.claims('kpis')
    ? new NotTested(`the target does not show ${what}`, `FIXTURES: facts.kpiGroups, and a target that shows ${what}`)
    : new NotApplicable('the target does not claim the operation group kpis, which shows the groups of a KPI');

/** Takes a KPI out of one of its groups, once for all checks; `after` is undefined where the target shows no groups of KPIs. */
function removal(t: Context) {
  return t.once('removal', async () => {
    // Another run may take the same KPI out of the same group at the same moment; it will hardly do so three times.
    for (let tries = 1; ; tries++) {
      const { kpiId, groupId, groupIds } = await membership(t, 2);
      const others = await othersIn(t, groupId, kpiId);
      const answer = await t.send('kpiGroups.removeKpi', { params: { kpiId, groupId } });
      if (answer.status === 404 && tries < 3) continue;
      const kpi = t.claims('kpis') ? await t.send('kpis.get', { params: { kpiId } }) : undefined;
      const groups = kpi?.ok && isRecord(kpi.json) ? kpi.json.groups : undefined;
      const after: readonly unknown[] | undefined = Array.isArray(groups) ? groups : undefined;
      const group = await t.send('kpiGroups.get', at(KIND, groupId));
      const stayed = await othersIn(t, groupId, kpiId);
      return { kpiId, groupId, groupIds, answer, kpi, after, group, others, stayed };
    }
  });
}

export const removing: Check[] = [
  check('a KPI that is taken out is out, and both stay', 'kpiGroups.remove-kpi', async (t) => {
    const { kpiId, groupId, answer, kpi, after, group } = await removal(t);
    t.expect(answer.ok, 'taking a KPI out of a group did not succeed', {
      expected: 200,
      received: answer.status,
      exchange: answer,
    });
    t.expect(group.ok, 'taking a KPI out has deleted the group', {
      expected: 200,
      received: group.status,
      exchange: group,
    });
    t.expect(kpi?.status !== 404, 'taking a KPI out has deleted the KPI', {
      expected: 200,
      received: 404,
      ...(kpi && { exchange: kpi }),
    });
    if (after === undefined) throw notShown(t);
    t.expect(!after.includes(groupId), `KPI ${kpiId} is still in the group it was taken out of`, {
      expected: `no ${groupId}`,
      received: after,
      exchange: answer,
    });
  }),

  check('a KPI that is taken out of one group stays in the others', 'kpiGroups.remove-kpi-only', async (t) => {
    const { groupId, groupIds, answer, after } = await removal(t);
    if (!answer.ok)
      throw new NotTested(
        `kpiGroups.removeKpi answered ${answer.status}`,
        'a target whose kpiGroups.removeKpi succeeds',
      );
    if (after === undefined) throw notShown(t);
    const others = groupIds.filter((id) => id !== groupId);
    const lost = others.filter((id) => !after.includes(id));
    t.expect(lost.length === 0, 'taking a KPI out of one group has taken it out of others', {
      expected: others,
      received: after,
      exchange: answer,
    });
  }),

  check('the other KPIs of the group stay in it', 'kpiGroups.remove-kpi-others', async (t) => {
    const { groupId, answer, others, stayed } = await removal(t);
    if (others.length === 0) throw notShown(t, 'a KPI in the same group');
    const lost = others.filter((id) => !stayed.includes(id));
    // Another client may take out one; it hardly takes out all of several at the same moment.
    t.expect(lost.length === 0 || (lost.length === 1 && others.length > 1), `other KPIs have left group ${groupId}`, {
      expected: others,
      received: stayed,
      exchange: answer,
    });
  }),

  check('taking out needs a KPI and a group that exist', 'kpiGroups.remove-kpi-unknown', async (t) => {
    const { id } = await make(t, KIND);
    const { kpiId } = await membership(t);
    const unknown = t.fixtures.unknownIds.kpi ?? t.fixtures.unknownIds['*'] ?? `${kpiId.slice(0, -4)}0000`;
    const deleted = await make(t, KIND);
    const { ok } = await t.send('kpiGroups.delete', at(KIND, deleted.id));
    if (!ok) throw new NotTested('a group could not be deleted', 'a target whose kpiGroups.delete succeeds');
    for (const params of [
      { kpiId: unknown, groupId: id },
      { kpiId, groupId: deleted.id },
    ]) {
      const answer = await t.send('kpiGroups.removeKpi', { params });
      t.expect(answer.status === 404, 'taking out is not answered with 404 where the KPI or the group does not exist', {
        expected: 404,
        received: answer.status,
        exchange: answer,
      });
    }
  }),

  check('taking out a KPI that is not in the group', 'kpiGroups.remove-kpi-twice', async (t) => {
    const { id } = await make(t, KIND);
    const { kpiId } = await membership(t);
    return `answers ${(await t.send('kpiGroups.removeKpi', { params: { kpiId, groupId: id } })).status}`;
  }),
];
