/** The parameters of the snapshots: which are accepted, and what they choose. Section "Endpoints / KPIs". */

import { isRecord } from '../../../../schemas/contract.ts';
import { type Check, check } from '../../../support/engine/check.ts';
import type { Context } from '../../../support/engine/context.ts';
import { NotTested } from '../../../support/engine/outcome.ts';
import type { Answer } from '../../../support/http/client.ts';
import { readKind } from '../../../support/lists/readList.ts';
import { idsOf } from '../../../support/records/answers.ts';
import { givenBody } from '../../../support/records/bodies.ts';
import { ids } from '../../../support/records/identifiers.ts';
import { spread } from '../../../support/values/sample.ts';
import { about, ask } from './about.ts';
import { choosing } from './choosing.ts';

const PERIOD = { from: '2020-01-01', to: '2030-12-31' };

async function succeeds(t: Context, query: Record<string, string>): Promise<Answer> {
  const answer = await ask(t, query);
  t.expect(answer.ok, `${Object.entries(query).map((pair) => pair.join('='))} is not accepted`, {
    expected: 200,
    received: answer.status,
    exchange: answer,
  });
  return answer;
}

/** Some KPI, for requests that should not ask for all. */
const someKpi = async (t: Context) => ({ ids: (await ids(t, 'kpi'))[0] as string });

async function bodyOf(t: Context) {
  const body = await givenBody(t, 'kpiSnapshots');
  return body === undefined ? {} : { body };
}

/** Both operations, asked with the same parameters. */
async function both(t: Context, query: Record<string, string>) {
  const base = await someKpi(t);
  const [listed, found] = await Promise.all([
    ask(t, { ...base, ...query }),
    t.send('kpis.snapshots', { ...(await bodyOf(t)), query }),
  ]);
  return [listed, found];
}

const shape = (json: unknown): unknown => {
  if (Array.isArray(json)) return json.length === 0 ? [] : [shape(json[0])];
  return isRecord(json) ? Object.keys(json).slice(0, 8) : typeof json;
};

const answers = async (t: Context, name: string, values: readonly string[]) => {
  const found = await Promise.all(values.map((value) => both(t, { ...PERIOD, [name]: value })));
  return Object.fromEntries(values.map((value, i) => [value, found[i]?.map(({ status }) => status)]));
};

const accepting: Check[] = [
  check('each parameter of the snapshots is accepted', 'kpis.snapshots-accepted', async (t) => {
    const kpis = spread(await ids(t, 'kpi'), 3);
    const groups = t.claims('kpiGroups') ? spread(await ids(t, 'kpiGroup'), 3) : [];
    const base = { ids: kpis[0] as string };
    const queries: Record<string, string>[] = [
      base,
      { ids: kpis.join(',') },
      ...(groups.length > 0 ? [{ groupIds: groups[0] as string }, { groupIds: groups.join(',') }] : []),
      ...['ungrouped', 'mykpis'].flatMap((name) => [{ [name]: 'true' }, { ...base, [name]: 'false' }]),
      { ...base, from: PERIOD.from },
      { ...base, to: PERIOD.to },
      { ...base, ...PERIOD },
      // A day that not every year has.
      { ...base, from: '2024-02-29', to: PERIOD.to },
      { ...base, from: PERIOD.from, to: '2024-02-29' },
    ];
    await Promise.all(queries.map((query) => succeeds(t, query)));
    if (kpis.length < 2) throw new NotTested('no two KPIs are known', 'FIXTURES: ids.kpi with several');
    if (t.claims('kpiGroups') && groups.length < 2)
      throw new NotTested('no two KPI groups are known', 'FIXTURES: ids.kpiGroup with several');
  }),

  check('from and to are accepted by the collection of snapshots', 'kpis.snapshots-period-accepted', async (t) => {
    const body = await bodyOf(t);
    const { from, to } = PERIOD;
    await Promise.all([{ from }, { to }, { from, to }].map((query) => t.ok('kpis.snapshots', { ...body, query })));
  }),

  check('how from and to bound the snapshots', 'kpis.snapshots-period', async (t) => {
    const day = (await both(t, PERIOD)).map((answer) => /\d{4}-\d\d-\d\d/g.exec(answer.responseBody)?.[0]);
    const known = day.find(Boolean);
    if (known === undefined) return 'no date is shown';
    const sizes = await Promise.all(
      [{ from: known }, { to: known }, { from: known, to: known }, {}].map((query) => both(t, query)),
    );
    const size = (i: number) => sizes[i]?.map(({ responseBody }) => responseBody.length);
    return { 'characters from a day': size(0), 'to it': size(1), 'on it': size(2), 'of all': size(3) };
  }),
  check('time zones of snapshots', 'kpis.snapshots-time-zone', (t) =>
    answers(t, 'timeZone', ['UTC', 'Europe/Sofia', 'America/New_York', '+02:00', 'Nowhere/None']),
  ),
  check('groupings of snapshots', 'kpis.snapshots-group-by', (t) =>
    answers(t, 'groupBy', ['day', 'week', 'month', 'quarter', 'year', 'daily', 'none']),
  ),
  check('how the choices work together', 'kpis.snapshots-combined', async (t) => {
    const { items } = await readKind(t, 'kpi');
    const known = new Set(idsOf(items));
    const base = await someKpi(t);
    const found = await Promise.all(
      [base, { ungrouped: 'true' }, { ...base, ungrouped: 'true' }].map((query) => ask(t, query)),
    );
    const [alone, free, together] = found.map(({ json }) => about(json, known).size);
    return { 'one by ids': alone, ungrouped: free, both: together };
  }),
  check('malformed parameters of snapshots', 'kpis.snapshots-malformed', async (t) => {
    const found = await Promise.all(
      [{ from: '01.02.2024' }, { to: 'never' }, { timeZone: 'no zone' }].map((query) =>
        both(t, query as unknown as Record<string, string>),
      ),
    );
    return found.map((pair) => pair.map(({ status }) => status));
  }),
  check('what answers with snapshots look like', 'kpis.snapshots-shape', async (t) =>
    (await both(t, PERIOD)).map(({ json }) => shape(json)),
  ),
  check('what the usages of an insight look like', 'kpis.insight-usages-shape', async (t) => {
    const [id] = await ids(t, 'insight');
    return shape((await t.send('kpis.insightUsages', { params: { id: id as string } })).json);
  }),
];

export const snapshots: readonly Check[] = [...accepting, ...choosing];
