/** What answers show of a KPI that is asked for alone, and among others. Section "Endpoints / KPIs". */
import { isRecord } from '../../../../schemas/contract.ts';
import { about, partsOf } from '../../../support/domain/aboutKpis.ts';
import { lacking } from '../../../support/domain/facts.ts';
import { type Check, check } from '../../../support/engine/check.ts';
import type { Context } from '../../../support/engine/context.ts';
import { unlessUntested } from '../../../support/engine/outcome.ts';
import { eventually } from '../../../support/engine/retry.ts';
import type { Answer } from '../../../support/http/client.ts';
import { readKind } from '../../../support/lists/readList.ts';
import { idsOf, strings } from '../../../support/records/answers.ts';
import { unknownId } from '../../../support/records/identifiers.ts';
import { sample } from '../../../support/values/sample.ts';
import { alone } from './alone.ts';
import { ask, askFound, FOUND, LIST, type Query } from './asking.ts';
import { noneNamed } from './choosing.ts';

const KIND = 'kpi';
/** KPIs that are asked for one by one, as the choice of KPIs asks for them. */
const ONE_BY_ONE = 24;
const SAMPLES = 3;

/** A value as it is shown, with what tells it apart. */
interface Shown {
  id: unknown;
  date: unknown;
  value: number;
}

/** The values in a part of an answer, as far as an id or a date stands beside them. */
function valuesIn(part: unknown): Shown[] {
  if (Array.isArray(part)) return part.flatMap(valuesIn);
  if (!isRecord(part)) return [];
  const { id = part._id ?? part.snapshotId, value, date } = part;
  const own = typeof value === 'number' && (id ?? date) !== undefined ? [{ id, date, value }] : [];
  return [...own, ...Object.values(part).flatMap(valuesIn)];
}

type Values = ReadonlyMap<string, readonly Shown[]>;

/** The values that an answer shows of each KPI that it names by id. */
function valuesOf(json: unknown, known: ReadonlySet<string>): Values {
  const found = new Map<string, Shown[]>();
  for (const [id, part] of partsOf(json, known)) found.set(id, [...(found.get(id) ?? []), ...valuesIn(part)]);
  return found;
}

/** Whether a value is among some, by its id or by its date: who makes a record for each answer may number it anew. */
const isAmong = ({ id, date, value }: Shown, all: readonly Shown[]): boolean =>
  all.some(
    (one) => one.value === value && ((id !== undefined && one.id === id) || (date !== undefined && one.date === date)),
  );

interface Question {
  answer: Answer;
  /** In words. */
  what: string;
  /** Whether it is asked as that for a KPI alone was: else it may have other dates and groups, but not all of them. */
  isAlike: boolean;
}

/** Judges that an answer shows of each KPI nothing else than when the KPI alone is asked for. It need not show all of it. */
function expectSame(t: Context, { known, shown }: Alone, { answer, what, isAlike }: Question): void {
  if (!answer.ok) return;
  const found = valuesOf(answer.json, known);
  for (const [id, expected] of shown) {
    const received = found.get(id) ?? [];
    const other = received.filter((value) => !isAmong(value, expected));
    const wrong = isAlike || other.length === received.length ? other : [];
    t.none(wrong, received.length, `${what}, other values are shown of the KPI ${id} than of it alone`, answer);
  }
}

interface Alone {
  known: ReadonlySet<string>;
  /** What is shown of some KPIs when they alone are asked for. */
  shown: Values;
  /** Groups that these are in. */
  groupIds: readonly string[];
}

/** Some KPIs that show something alone, of which there must be two. */
async function shownAlone(t: Context): Promise<Alone> {
  const { items } = await readKind(t, KIND);
  const known = new Set(idsOf(items));
  const answers = await alone(t, sample([...known], ONE_BY_ONE));
  const all = answers.flatMap(({ id, json }) => {
    const values = valuesOf(json, known).get(id) ?? [];
    return values.length > 0 ? [[id, values] as const] : [];
  });
  if (all.length === 0)
    throw noneNamed(
      t,
      answers.map(({ json }) => ({ ok: true, json })),
    );
  const shown = new Map(sample(all, SAMPLES));
  if (shown.size < 2)
    throw lacking(t, ['kpi.snapshots'], 'no two KPIs show values alone', 'two KPIs with snapshots in the account');
  const grouped = items.filter(({ id }) => shown.has(String(id))).flatMap(({ groups }) => strings(groups).slice(0, 1));
  return { known, shown, groupIds: [...new Set(grouped)] };
}

interface List {
  name: string;
  kind: string;
  chosen: string;
}

/** Each list of ids that a parameter takes, of those that are known to choose something. */
async function lists(t: Context): Promise<List[]> {
  const { shown, groupIds } = await shownAlone(t);
  const [id] = shown.keys();
  return [
    ...(id === undefined ? [] : [{ name: 'ids', kind: KIND, chosen: id }]),
    ...groupIds.slice(0, 1).map((chosen) => ({ name: 'groupIds', kind: 'kpiGroup', chosen })),
  ];
}

/** Judges that what an id chooses alone is there beside an unknown id, which may be refused. */
async function expectStillChosen(t: Context, known: ReadonlySet<string>, { name, kind, chosen }: List): Promise<void> {
  const unknown = await unlessUntested(unknownId(t, kind), undefined);
  const single = await ask(t, { [name]: chosen });
  if (unknown === undefined || !single.ok) return;
  const due = [...about(single.json, known)];
  for (const value of [`${chosen},${unknown}`, `${unknown},${chosen}`]) {
    const answer = await ask(t, { [name]: value });
    if (!answer.ok) continue;
    const there = about(answer.json, known);
    const missing = due.filter((id) => !there.has(id));
    t.none(missing, due.length, `an unknown id among ${name} takes away what another one chooses`, answer);
  }
}

export const among: readonly Check[] = [
  check(
    `${LIST}: what is shown of a KPI is the same alone and among others`,
    'kpis.snapshots-among',
    (t) =>
      eventually(t, async (s) => {
        const found = await shownAlone(s);
        const { shown, groupIds } = found;
        const queries: Query[] = [
          { ids: [...shown.keys()].join(',') },
          ...(groupIds.length > 0 ? [{ groupIds: groupIds.join(',') }] : []),
          {},
        ];
        for (const query of queries) {
          const [name = 'no choice'] = Object.keys(query);
          expectSame(s, found, { answer: await ask(s, query), what: `with ${name}`, isAlike: true });
        }
      }),
    [LIST],
  ),

  check(
    `${FOUND}: what is shown of a KPI is what ${LIST} shows of it alone`,
    'kpis.snapshots-among',
    (t) =>
      eventually(t, async (s) => {
        const found = await shownAlone(s);
        const answer = await (await askFound(s))({});
        expectSame(s, found, { answer, what: 'in the collection', isAlike: false });
        if (s.tally.compared === 0) throw s.nothingShown(KIND, 'snapshots');
      }),
    [FOUND],
  ),

  check('an id that leads to nothing leaves what the others choose', 'kpis.snapshots-unknown-among', (t) =>
    eventually(t, async (s) => {
      const known = new Set(idsOf((await readKind(s, KIND)).items));
      for (const list of await lists(s)) await expectStillChosen(s, known, list);
      if (s.tally.compared === 0)
        throw lacking(s, ['kpi.snapshots'], 'an unknown id is refused', 'a target that takes unknown ids');
    }),
  ),
];
