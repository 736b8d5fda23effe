/**
 * What the parameters of the snapshots choose. The shape of the answers is open (gap 2), so that an answer is taken to
 * be about the KPIs whose ids stand in it as keys, or where ids stand. Section "Endpoints / KPIs".
 */

import { fresh, settled } from '../../support/again.ts';
import { type Check, check } from '../../support/check.ts';
import type { Actor, Answer } from '../../support/client.ts';
import type { Context, JsonRecord } from '../../support/context.ts';
import { userIdOf } from '../../support/currentUser.ts';
import { NotApplicable, NotTested } from '../../support/outcome.ts';
import { idsOf } from '../../support/records.ts';
import { spread } from '../../support/spread.ts';
import { givenBody, ids, isRecord } from '../../support/subjects.ts';
import { recordsOf } from '../../support/views.ts';

const LIST = 'kpis.listSnapshots';
const PERIOD = { from: '2020-01-01', to: '2030-12-31' };
const SAMPLES = 6;

/** Names under which the ids of the KPIs that an answer is about stand. */
const ID_KEY = /^(_?id|kpi_?id|kpi|ids|kpi_?ids|kpis|items)$/i;
/** Parts of a record that name other KPIs. */
const ELSEWHERE = /^(links?|settings|metadata|parents?|children|related\w*)$/i;

/** Of these KPIs, those that an answer is about. */
function about(json: unknown, known: ReadonlySet<string>): Set<string> {
  const found = new Set<string>();
  const walk = (value: unknown, key: string) => {
    if (typeof value === 'string' && ID_KEY.test(key) && known.has(value)) found.add(value);
    if (Array.isArray(value)) for (const inner of value) walk(inner, key);
    if (!isRecord(value)) return;
    for (const [name, inner] of Object.entries(value)) {
      if (known.has(name)) found.add(name);
      if (!ELSEWHERE.test(name)) walk(inner, name);
    }
  };
  walk(json, 'items');
  return found;
}

const ask = (t: Context, query: Record<string, string>) => t.send(LIST, { query });

async function succeeds(t: Context, query: Record<string, string>): Promise<Answer> {
  const answer = await ask(t, query);
  t.expect(answer.ok, `${Object.entries(query).map((pair) => pair.join('='))} is not accepted`, {
    expected: 200,
    received: answer.status,
    exchange: answer,
  });
  return answer;
}

interface Seen {
  kpis: readonly JsonRecord[];
  known: ReadonlySet<string>;
  /** KPIs of which an answer says something when they alone are asked for. */
  speaking: readonly string[];
}

/** Asks for KPIs one by one: which of them have something to show. NotApplicable where answers name no KPI. */
function seen(t: Context): Promise<Seen> {
  return t.once('snapshots one by one', async () => {
    const { items } = await recordsOf(t, 'kpi');
    const known = new Set(idsOf(items));
    const answers = await Promise.all(
      spread([...known], 24).map(async (id) => ({ id, answer: await ask(t, { ids: id }) })),
    );
    if (answers.length === 0) throw new NotTested('the account has no KPI', 'KPIs in the account');
    if (!answers.some(({ answer }) => answer.ok))
      throw new NotTested(`${LIST} does not succeed with ids`, `a target whose ${LIST} succeeds`);
    const speaking = answers.filter(({ id, answer }) => answer.ok && about(answer.json, known).has(id));
    if (!answers.some(({ answer }) => about(answer.json, known).size > 0))
      throw new NotApplicable('answers with snapshots name no KPI by its id; their shape is open');
    return { kpis: items, known, speaking: speaking.map(({ id }) => id) };
  });
}

/** Judges that an answer is about the KPIs that were chosen, as far as they have something to show, and no other. */
function expectAbout(
  t: Context,
  answer: Answer,
  { known, speaking }: Seen,
  chosen: ReadonlySet<string>,
  what: string,
): void {
  const named = about(answer.json, known);
  const wrong = [...named].filter((id) => !chosen.has(id));
  t.expect(wrong.length === 0, `with ${what}, the answer is about KPIs that were not asked for`, {
    expected: [...chosen],
    received: [...named],
    exchange: answer,
  });
  const missing = speaking.filter((id) => chosen.has(id) && !named.has(id));
  t.expect(missing.length === 0, `with ${what}, the answer leaves out KPIs that were asked for`, {
    expected: [...chosen],
    received: [...named],
    exchange: answer,
  });
}

const groupsOf = ({ groups }: JsonRecord): string[] | undefined =>
  Array.isArray(groups) ? groups.filter((group) => typeof group === 'string') : undefined;

/** KPIs as they are now, with their groups. NotApplicable where these are not shown. */
async function grouped(t: Context): Promise<{ id: string; groups: string[] }[]> {
  const { items } = await recordsOf(fresh(t), 'kpi');
  if (!items.some(groupsOf)) throw new NotApplicable('groups of KPIs are absent, as fields may be');
  return items.flatMap((item) => (typeof item.id === 'string' ? [{ id: item.id, groups: groupsOf(item) ?? [] }] : []));
}

/** KPIs that an actor's user owns; undefined where the target does not show it. */
async function ownedBy(t: Context, as: Actor): Promise<ReadonlySet<string> | undefined> {
  const me = await userIdOf(t, as);
  const { items } = await recordsOf(t, 'kpi', as).catch(notShown);
  // Without ownerIds, only isOwner tells whether a KPI is the user's, perhaps with others.
  const owns = ({ ownerId, ownerIds, isOwner }: JsonRecord) =>
    me !== undefined && Array.isArray(ownerIds) ? [ownerId, ...ownerIds].includes(me) : isOwner;
  const shown = items.filter((item) => owns(item) !== undefined);
  return shown.length === 0 ? undefined : new Set(idsOf(shown.filter(owns)));
}

function notShown(error: unknown): { items: JsonRecord[] } {
  if (error instanceof NotTested) return { items: [] };
  throw error;
}

const choosing: Check[] = [
  check('ids choose the KPIs, one and several', 'kpis.snapshots-ids', async (t) => {
    const found = await seen(t);
    const { known, speaking } = found;
    if (known.size < 2 || speaking.length < 2)
      throw new NotTested('no two KPIs have snapshots', 'two KPIs with snapshots in the account');
    const some = spread(speaking, 3);
    for (const chosen of [...some.map((id) => [id]), some, [...some].reverse(), some.slice(-2)]) {
      const answer = await ask(t, { ids: chosen.join(',') });
      if (!answer.ok) throw new NotTested(`${LIST} answered ${answer.status}`, `a target whose ${LIST} succeeds`);
      expectAbout(t, answer, found, new Set(chosen), `ids of ${chosen.length} KPIs`);
    }
  }),

  check('groupIds choose the KPIs of one group and of several', 'kpis.snapshots-groups', async (t) => {
    const found = await seen(t);
    await settled(async () => {
      const all = await grouped(t);
      const speaks = all.filter(({ id }) => found.speaking.includes(id));
      // That these are ids of groups is a rule of its own.
      const { items: known } = t.claims('kpiGroups') ? await recordsOf(fresh(t), 'kpiGroup') : { items: [] };
      const isGroup = (id: string) => known.length === 0 || known.some((group) => group.id === id);
      const used = [...new Set(speaks.flatMap(({ groups }) => groups))].filter(isGroup);
      if (used.length < 2)
        throw new NotTested('no two groups have KPIs with snapshots', 'KPIs with snapshots in two KPI groups');
      const some = spread(used, 3);
      for (const chosen of [...some.map((id) => [id]), some, [...some].reverse()]) {
        const answer = await ask(t, { groupIds: chosen.join(',') });
        if (!answer.ok) throw new NotTested(`${LIST} answered ${answer.status}`, `a target whose ${LIST} succeeds`);
        const members = all.filter(({ groups }) => groups.some((group) => chosen.includes(group)));
        expectAbout(t, answer, found, new Set(members.map(({ id }) => id)), `groupIds of ${chosen.length} groups`);
      }
    });
  }),

  check('ungrouped chooses the KPIs that are in no group', 'kpis.snapshots-ungrouped', async (t) => {
    const found = await seen(t);
    await settled(async () => {
      const all = await grouped(t);
      const free = all.filter(({ groups }) => groups.length === 0).map(({ id }) => id);
      const speaks = (wanted: boolean) => found.speaking.some((id) => free.includes(id) === wanted);
      if (!speaks(true) || !speaks(false))
        throw new NotTested(
          'no KPI with snapshots is in no group, or none is in one',
          'KPIs with snapshots in groups and in none',
        );
      const answer = await ask(t, { ungrouped: 'true' });
      if (!answer.ok) throw new NotTested(`${LIST} answered ${answer.status}`, `a target whose ${LIST} succeeds`);
      expectAbout(t, answer, found, new Set(free), 'ungrouped=true');
    });
  }),

  check('mykpis chooses the KPIs that the user owns, alone or with others', 'kpis.snapshots-mine', async (t) => {
    const found = await seen(t);
    let judged = 0;
    for (const as of ['first', 'second', 'limited'] as const) {
      if (t.settings.tokens[`${as === 'first' ? '' : `${as.toUpperCase()}_`}ACCESS_TOKEN`] === undefined) continue;
      const mine = await ownedBy(t, as);
      if (!mine) continue;
      const answer = await t.send(LIST, { query: { mykpis: 'true' }, as });
      if (!answer.ok && as === 'limited') continue;
      if (!answer.ok) throw new NotTested(`${LIST} answered ${answer.status}`, `a target whose ${LIST} succeeds`);
      if (found.speaking.some((id) => mine.has(id)) && !found.speaking.every((id) => mine.has(id))) judged++;
      expectAbout(t, answer, found, mine, `mykpis=true of the ${as} user`);
    }
    if (judged === 0)
      throw new NotTested(
        'no user is known to own a KPI with snapshots while another one is not theirs',
        'a KPI with snapshots that the first user owns, and one that somebody else owns',
      );
  }),

  check('ungrouped=false and mykpis=false choose nothing', 'kpis.snapshots-off', async (t) => {
    const found = await seen(t);
    const [first] = found.speaking;
    if (first === undefined || found.speaking.length < 2)
      throw new NotTested('no two KPIs have snapshots', 'two KPIs with snapshots in the account');
    const bases = [{}, ...spread(found.speaking, SAMPLES).map((id) => ({ ids: id }))];
    await settled(async () => {
      await Promise.all(
        bases.map(async (base) => {
          const plain = await ask(t, base);
          if (!plain.ok) return;
          const off = await Promise.all([
            ask(t, { ...base, ungrouped: 'false' }),
            ask(t, { ...base, mykpis: 'false' }),
          ]);
          const expected = [...about(plain.json, found.known)].sort();
          for (const answer of off) {
            if (!answer.ok) throw new NotTested(`${LIST} answered ${answer.status}`, `a target whose ${LIST} succeeds`);
            t.equal(
              [...about(answer.json, found.known)].sort(),
              expected,
              'a parameter that is false changes the choice',
              answer,
            );
          }
        }),
      );
    });
  }),
];

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
    const { items } = await recordsOf(t, 'kpi');
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
