/** Asks a target, reading only, what a fixtures file would say of it. */
import { type JsonRecord, kinds, loadFixtures, operation } from '../../../schemas/contract.ts';
import { areaNames, showsMarkup } from '../lists/textAreas.ts';
import { idOf, idsOf, isWithheld, itemsOf, recordsIn, strings } from '../records/answers.ts';
import { isActiveUser } from '../records/identifiers.ts';
import { absences } from './absences.ts';
import { isGiven } from './actors.ts';
import { createLook, type Look } from './preflight/fixtures/finding.ts';
import { type Reached, readingClient, readWithoutId, tryRead } from './preflight/readings.ts';

/** Ids that are written for each kind. */
const SOME = 3;

export interface Draft {
  ids: Record<string, string[]>;
  foreignIds: Record<string, string[]>;
  facts: Record<string, unknown>;
  /** What the account does not seem to have. */
  none: string[];
  /** Operations that are only read, and that refuse the first user. */
  notOffered: string[];
}

const few = (ids: Iterable<unknown>) => strings([...new Set(ids)]).slice(0, SOME);
const inside = (items: readonly JsonRecord[], key: string): JsonRecord[] =>
  items.flatMap((item) => recordsIn(item[key]));

/** Ids of kinds that have no list, out of records that name them. */
async function related(look: Look): Promise<Record<string, string[]>> {
  const itemsOfKind = async (kindName: string) => (await look.shown(kindName))?.items ?? [];
  const [dashboards, metrics, users] = await Promise.all(['dashboard', 'metric', 'user'].map(itemsOfKind));
  const owners = (metrics ?? []).map(({ ownerId }) => ownerId);
  const active = idsOf((users ?? []).filter(isActiveUser));
  return {
    insight: few(inside(dashboards ?? [], 'insights').map(({ insightId }) => insightId)),
    goal: few((metrics ?? []).map(({ goalId }) => goalId)),
    metricOwner: few(active.length > 0 ? owners.filter((id) => active.includes(String(id))) : owners),
    dashboardTag: few(inside(dashboards ?? [], 'tags').map(({ title }) => title)),
  };
}

/** Facts that lists show: reports and other dashboards, demo sessions. */
async function facts(look: Look): Promise<{ facts: Record<string, unknown>; demo: boolean | undefined }> {
  const reports = (await look.shown('report'))?.items.map(idOf) ?? [];
  const dashboards = (await look.shown('dashboard'))?.items ?? [];
  const others = dashboards.filter((item) => item.isReport === false && !reports.includes(idOf(item))).map(idOf);
  const claimed = look.settings.groups.includes('sessions');
  const answer = claimed
    ? (await tryRead(look.client, operation('sessions.list'), { query: { includeDemo: 'true' } })).answer
    : undefined;
  const demo = itemsOf(answer?.json)
    .filter((item) => item.demo === true)
    .map(idOf);
  return {
    facts: {
      ...(reports.length > 0 && { reports: few(reports) }),
      ...(others.length > 0 && { notReports: few(others) }),
      ...(demo.length > 0 && { demoSessions: few(demo) }),
    },
    demo: answer?.ok ? demo.length > 0 : undefined,
  };
}

/** Records that the other account's own user is shown, and the first user is not: people and what comes with the product may be in both. */
async function foreign(look: Look): Promise<Record<string, string[]>> {
  if (!isGiven(look, 'other')) return {};
  const lists = Object.entries(kinds).filter(
    ([, { list, get }]) => list && get && look.settings.groups.includes(operation(list).group),
  );
  const found = await Promise.all(
    lists.map(async ([name, { list }]) => {
      const { answer } = await tryRead(look.client, operation(list as string), { as: 'other' });
      const own = new Set((await look.shown(name))?.items.map(idOf));
      const theirs = answer?.ok ? itemsOf(answer.json).map(idOf) : [];
      return [name, few(theirs.filter((id) => !own.has(id))).slice(0, 1)] as const;
    }),
  );
  return Object.fromEntries(found.filter(([, ids]) => ids.length > 0));
}

/** Operations that answer 402 or 403 to the first user, who is to have all permissions. */
async function refusing({ client, settings }: Look): Promise<string[]> {
  const readings = await Promise.all(readWithoutId(settings.groups).map((asked) => tryRead(client, asked)));
  return readings.filter(({ answer }) => answer && isWithheld(answer)).map(({ operation: id }) => id);
}

/** A text area for each target type that has one. */
function textAreas(fields: readonly JsonRecord[]): JsonRecord[] {
  const byTarget = new Map<string, JsonRecord>();
  for (const field of fields)
    for (const target of areaNames([field]).length > 0 ? strings(field.targetTypes) : [])
      if (!byTarget.has(target)) byTarget.set(target, field);
  return [...new Set(byTarget.values())];
}

/** Ids of the records of each kind: first of those that show what few do, a text area, or a text with markup in one. */
function idsOfKinds(
  listed: readonly (readonly [name: string, items: readonly JsonRecord[]])[],
): Record<string, string[]> {
  const fields = listed.find(([name]) => name === 'customField')?.[1] ?? [];
  const areas = areaNames(fields);
  return Object.fromEntries(
    listed.map(([name, items]) => {
      const rare =
        name === 'customField' ? textAreas(items) : items.filter((item) => showsMarkup(item, areas)).slice(0, 1);
      return [name, strings([...new Set([...rare, ...items.slice(0, SOME)].map(idOf))])];
    }),
  );
}

/** What lists and records of the target show. */
export async function draftOf(settings: Reached): Promise<Draft> {
  const client = readingClient(settings);
  const look = createLook(settings, loadFixtures(undefined), client);
  try {
    const listed = await Promise.all(
      Object.keys(kinds).map(async (name) => [name, (await look.shown(name))?.items ?? []] as const),
    );
    const named = await related(look);
    const { facts: shown, demo } = await facts(look);
    const ids = {
      ...idsOfKinds(listed),
      ...named,
    };
    const { report: _reports, ...ofKinds } = ids;
    return {
      ids: Object.fromEntries(Object.entries(ofKinds).filter(([, found]) => found.length > 0)),
      foreignIds: await foreign(look),
      facts: shown,
      none: [...(await absences(look)), ...(demo === false ? ['demoSession'] : [])],
      notOffered: await refusing(look),
    };
  } finally {
    await client.close();
  }
}
