/** The parameters of the snapshots: which are accepted, and what they choose. Section "Endpoints / KPIs". */

import { isRecord } from '../../../../schemas/contract.ts';
import { about } from '../../../support/domain/aboutKpis.ts';
import { lacking } from '../../../support/domain/facts.ts';
import { type Check, check } from '../../../support/engine/check.ts';
import type { Context } from '../../../support/engine/context.ts';
import { stillWrong } from '../../../support/engine/retry.ts';
import type { Answer } from '../../../support/http/client.ts';
import { readKind } from '../../../support/lists/readList.ts';
import { idsOf } from '../../../support/records/answers.ts';
import { ids } from '../../../support/records/identifiers.ts';
import { firstDifference } from '../../../support/values/difference.ts';
import { sample } from '../../../support/values/sample.ts';
import { agreeing } from './agreeing.ts';
import { among } from './among.ts';
import { ASKING, type Ask, answeredPlain, ask, type Query } from './asking.ts';
import { bounds } from './bounds.ts';
import { choosing } from './choosing.ts';
import { choosingMine } from './mine.ts';
import { once } from './once.ts';

const PERIOD = { from: '2020-01-01', to: '2030-12-31' };

const words = (query: Query) => Object.entries(query).map((pair) => pair.join('='));

/** Judges that each query is accepted. */
async function expectAccepted(t: Context, asking: Ask, queries: readonly Query[]): Promise<void> {
  await Promise.all(queries.map(async (query) => t.succeeded(await asking(query), `${words(query)} is not accepted`)));
}

/** Both operations, asked with the same parameters. */
const both = (t: Context, query: Query): Promise<Answer[]> =>
  Promise.all(Object.values(ASKING).map(async (askingOf) => (await askingOf(t))(query)));

const shape = (json: unknown): unknown => {
  if (Array.isArray(json)) return json.length === 0 ? [] : [shape(json[0])];
  return isRecord(json) ? Object.keys(json).slice(0, 8) : typeof json;
};

const answers = async (t: Context, name: string, values: readonly string[]) => {
  const found = await Promise.all(values.map((value) => both(t, { ...PERIOD, [name]: value })));
  return Object.fromEntries(values.map((value, i) => [value, found[i]?.map(({ status }) => status)]));
};

/** Judges that a boolean that is false is not taken for true: where true changes the answer, false gives another one. */
async function expectFalseIsFalse(t: Context, name: string): Promise<void> {
  let compared = 0;
  const wrong = await stillWrong(t, async (s) => {
    const answers = await Promise.all([{}, { [name]: 'true' }, { [name]: 'false' }].map((query) => ask(s, query)));
    const [none, yes, no] = answers.map(({ ok, json }) => (ok ? json : undefined));
    if (none === undefined || yes === undefined || no === undefined || !firstDifference(none, yes)) return undefined;
    compared = 1;
    return firstDifference(yes, no) ? undefined : answers[2];
  });
  t.judge(
    wrong && {
      message: `${name}=false is taken for ${name}=true`,
      expected: 'another answer than to true',
      received: wrong.json,
      exchange: wrong,
    },
    compared,
  );
}

const accepting: Check[] = [
  check('each parameter of the snapshots is accepted', 'kpis.snapshots-accepted', async (t) => {
    const kpis = sample(await ids(t, 'kpi'));
    const groups = t.claims('kpiGroups') ? sample(await ids(t, 'kpiGroup')) : [];
    const base = { ids: kpis[0] as string };
    await expectAccepted(t, (query) => ask(t, query), [
      base,
      { ids: kpis.join(',') },
      ...(groups.length > 0 ? [{ groupIds: groups[0] as string }, { groupIds: groups.join(',') }] : []),
      ...['ungrouped', 'mykpis'].flatMap((name) => [{ [name]: 'true' }, { ...base, [name]: 'false' }]),
    ]);
    await Promise.all(['ungrouped', 'mykpis'].map((name) => expectFalseIsFalse(t, name)));
    if (kpis.length < 2) throw lacking(t, ['kpi.several'], 'no two KPIs are known', 'FIXTURES: ids.kpi with several');
    if (t.claims('kpiGroups') && groups.length < 2)
      throw lacking(t, ['kpiGroup.several'], 'no two KPI groups are known', 'FIXTURES: ids.kpiGroup with several');
  }),

  ...Object.entries(ASKING).map(([operation, askingOf]) =>
    check(
      `${operation}: from and to are accepted`,
      'kpis.snapshots-period-accepted',
      async (t) => {
        const asking = await askingOf(t);
        await answeredPlain(asking);
        const { from, to } = PERIOD;
        // A day that not every year has.
        const leap = '2024-02-29';
        await expectAccepted(t, asking, [{ from }, { to }, PERIOD, { from: leap, to }, { from, to: leap }]);
      },
      [operation],
    ),
  ),
];

const observing: Check[] = [
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
    const base = { ids: (await ids(t, 'kpi'))[0] as string };
    const found = await Promise.all(
      [base, { ungrouped: 'true' }, { ...base, ungrouped: 'true' }].map((query) => ask(t, query)),
    );
    const [alone, free, together] = found.map(({ json }) => about(json, known).size);
    return { 'one by ids': alone, ungrouped: free, both: together };
  }),
  check('malformed parameters of snapshots', 'kpis.snapshots-malformed', async (t) => {
    const found = await Promise.all(
      ([{ from: '01.02.2024' }, { to: 'never' }, { timeZone: 'no zone' }] as Query[]).map((query) => both(t, query)),
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

export const snapshots: readonly Check[] = [
  ...accepting,
  ...choosing,
  ...choosingMine,
  ...once,
  ...agreeing,
  ...among,
  ...bounds,
  ...observing,
];
