/** What an account does not seem to have, for the draft of a fixtures file: declared under `none`, for its owner to look through. */

import {
  DEFAULT_PAGE,
  type JsonRecord,
  kindAnswered,
  kinds,
  listFacts,
  operation,
  requirement,
} from '../../../schemas/contract.ts';
import { usable } from '../domain/goalsMet.ts';
import { tagsInUse } from '../domain/tags.ts';
import {
  DASHBOARD_TAG_ACTIVE,
  GOAL_TAG_ACTIVE,
  MANAGES,
  MEMBERSHIPS,
  MET,
  OWN_MANAGER,
  SEVERAL_MANAGERS,
  TAG_OF_OTHERS,
  TAGGED,
  TAGS_APART,
} from '../engine/noneWords.ts';
import { valuesAt } from '../lists/filters.ts';
import { areaNames, showsMarkup } from '../lists/textAreas.ts';
import { idOf, itemsOf, required, strings } from '../records/answers.ts';
import { withBelow } from '../records/embedded.ts';
import { givenUsers, otherAccount } from './actors.ts';
import { noAssignations } from './preflight/fixtures/assignations.ts';
import type { Look } from './preflight/fixtures/finding.ts';
import { tryRead } from './preflight/readings.ts';

/** So many records of a list let every law of lists be seen. */
const SEVERAL = 4;
/** So many KPIs in groups let every rule of taking one out be seen. */
const ENOUGH_MEMBERSHIPS = 12;
/** So many sessions are asked for the goals that are met. */
const MOST_SESSIONS = 40;
/** So many queries of their goals by tags are made. */
const MOST_QUERIES = 200;

type Shown = NonNullable<Awaited<ReturnType<Look['shown']>>>;

const inside = (items: readonly JsonRecord[], key: string): unknown[] =>
  items.flatMap((item) => (Array.isArray(item[key]) ? item[key] : []));

/** Things that only one kind of record names, at a path: there is none if no record of a whole list names one. */
const NAMED = [
  ...Object.entries(kinds).flatMap(([name, { list, namedBy = {} }]) =>
    list !== undefined
      ? []
      : Object.entries(namedBy).flatMap(([of, path]) =>
          path === '' ? [] : [{ name, of, path: path.split('.')[0] as string }],
        ),
  ),
  { name: 'kpi.groups', of: 'kpi', path: 'groups' },
];

/** Kinds whose texts formatting concerns. */
const FORMATTED = [...new Set(requirement('lists.formatting-custom-fields').operations.map(kindAnswered))];

function withoutMarkup(lists: ReadonlyMap<string, Shown>): string[] {
  const areas = areaNames(lists.get('customField')?.items ?? []);
  return FORMATTED.flatMap((kindName) => {
    const items = lists.get(kindName)?.items ?? [];
    const lacks = (names: readonly string[]) => !items.some((item) => showsMarkup(item, names));
    return [
      ...(lacks(areas) ? [`${kindName}.textArea`] : []),
      ...(lacks(listFacts.texts[kindName] ?? []) ? [`${kindName}.markup`] : []),
    ];
  });
}

/** Whether every list that has a limit was read whole and has no second page. */
function noLongList(lists: ReadonlyMap<string, Shown>): boolean {
  const paged = [...lists].filter(([name]) =>
    operation(kinds[name]?.list as string).parameters.some((one) => ['limit', 'take'].includes(one.name)),
  );
  return paged.length > 0 && paged.every(([, { items, complete }]) => complete && items.length <= DEFAULT_PAGE);
}

/** Whether there are too few KPIs in groups for all that takes one out, since none can be put back. */
const fewMemberships = (kpis: Shown | undefined): boolean =>
  kpis?.complete === true && inside(kpis.items, 'groups').length < ENOUGH_MEMBERSHIPS;

/** Whether all KPIs are in groups, or none is. */
const alikeGrouped = (kpis: Shown | undefined): boolean =>
  kpis?.complete === true && new Set(kpis.items.map(({ groups }) => strings(groups).length > 0)).size === 1;

/** Whether all users whose tokens are given are shown the same dashboards. */
async function noHiddenDashboard({ client, settings }: Look): Promise<boolean> {
  if (!settings.groups.includes('dashboards')) return false;
  const users = givenUsers({ settings });
  const answers = await Promise.all(users.map((as) => tryRead(client, operation('dashboards.list'), { as })));
  const seen = answers.flatMap(({ answer }) => (answer?.ok ? [itemsOf(answer.json).map(idOf).sort().join()] : []));
  return seen.length === users.length && new Set(seen).size === 1;
}

/** Who manages whom, as far as employees show it: what the rules on managers need to be seen. */
function withoutManagers(employees: Shown | undefined): string[] {
  if (!employees?.complete) return [];
  const people = employees.items.map(({ id, teamIds, managedTeamIds }) => ({
    id,
    teams: strings(teamIds),
    manages: strings(managedTeamIds),
  }));
  if (people.every(({ manages }) => manages.length === 0)) return [MANAGES];
  const meet = (a: readonly string[], b: readonly string[]) => a.some((one) => b.includes(one));
  const managersOf = ({ id, teams }: (typeof people)[number]) =>
    people.filter((other) => other.id !== id && meet(other.manages, teams));
  return [
    ...(people.some((one) => managersOf(one).length > 1) ? [] : [SEVERAL_MANAGERS]),
    ...(people.some(({ teams, manages }) => meet(teams, manages)) ? [] : [OWN_MANAGER]),
  ];
}

/** Ids of the goals of a session that are met, of those with this tag alone; undefined where it does not answer. */
async function metIn({ client }: Look, id: string, tags?: string): Promise<readonly string[] | undefined> {
  const query = tags === undefined ? {} : { tags };
  const { answer } = await tryRead(client, operation('sessions.goalsMet'), { params: { id }, query });
  return answer?.ok ? strings(itemsOf(answer.json).map(idOf)) : undefined;
}

/** What the goals of a session that are met do not have by their tags. */
function untold(all: readonly string[], byTag: readonly (readonly string[])[]): string[] {
  const beyond = (one: readonly string[], two: readonly string[]) => one.some((id) => !two.includes(id));
  const isApart = byTag.some((one, i) => byTag.slice(i + 1).some((two) => beyond(one, two) && beyond(two, one)));
  return [
    ...(byTag.some((ids) => ids.length > 0) ? [] : [TAGGED]),
    ...(byTag.some((ids) => ids.length > 0 && ids.length < all.length) ? [] : [TAG_OF_OTHERS]),
    ...(isApart ? [] : [TAGS_APART]),
  ];
}

/** Words for what only records that are set aside show: archived dashboards, and tags that are not active. */
function onlySetAside(lists: ReadonlyMap<string, Shown>): string[] {
  const [tags, dashboards] = [lists.get('tag'), lists.get('dashboard')];
  const isTagged = dashboards?.items.some((one) => inside([one], 'tags').length > 0);
  const inUse = dashboards?.items.some((one) => tagsInUse(one).length > 0);
  const all = withBelow(tags?.items ?? []);
  return [
    ...(dashboards?.complete && isTagged && !inUse ? [DASHBOARD_TAG_ACTIVE] : []),
    ...(tags?.complete && all.length > 0 && all.every(({ isActive }) => isActive === false) ? [GOAL_TAG_ACTIVE] : []),
  ];
}

/** What no session shows by the goals that are met, as far as few requests can tell. */
async function withoutGoals(look: Look, sessions: Shown | undefined, tags: Shown | undefined): Promise<string[]> {
  if (!sessions?.complete || sessions.items.length > MOST_SESSIONS) return [];
  const asked = await Promise.all(
    strings(sessions.items.map(idOf)).map(async (id) => ({ id, all: await metIn(look, id) })),
  );
  if (asked.some(({ all }) => all === undefined)) return [];
  const met = asked.flatMap(({ id, all = [] }) => (all.length > 0 ? [{ id, all }] : []));
  if (met.length === 0) return [MET];
  const texts = withBelow(tags?.items ?? [])
    .map(({ title, name }) => title ?? name)
    .filter(usable);
  if (!tags?.complete || texts.length * met.length > MOST_QUERIES) return [];
  const found = await Promise.all(
    met.map(async ({ id, all }) => {
      const byTag = await Promise.all(texts.map((text) => metIn(look, id, text)));
      const seen = byTag.filter((ids) => ids !== undefined);
      return seen.length < byTag.length ? [] : untold(all, seen);
    }),
  );
  return [TAGGED, TAG_OF_OTHERS, TAGS_APART].filter((word) => found.every((words) => words.includes(word)));
}

/** Fields by which rules are seen that a whole list shows nowhere. */
const neverShown = (lists: ReadonlyMap<string, Shown>): string[] =>
  Object.entries(kinds).flatMap(([name, { telling = [] }]) => {
    const { items = [], complete = false } = lists.get(name) ?? {};
    if (!complete || items.length === 0) return [];
    return telling
      .filter((field) => items.every((item) => item[field] === undefined))
      .map((field) => `${name}.${field}`);
  });

/** Kinds of which the other account's own user is shown no record. */
async function emptyElsewhere({ client, settings }: Look): Promise<string[]> {
  if (otherAccount(settings) === undefined) return [];
  const lists = Object.entries(kinds).flatMap(([name, { list }]) =>
    list !== undefined && settings.groups.includes(operation(list).group) ? [{ name, list }] : [],
  );
  const found = await Promise.all(
    lists.map(async ({ name, list }) => {
      const { answer } = await tryRead(client, operation(list), { ...required(list), as: 'other' });
      return answer?.ok && itemsOf(answer.json).length === 0 ? [`${name}.other`] : [];
    }),
  );
  return found.flat();
}

/** What goes under `none`. A check of such a thing that finds one all the same judges it. */
export async function absences(look: Look): Promise<string[]> {
  const listed = await Promise.all(Object.keys(kinds).map(async (name) => [name, await look.shown(name)] as const));
  const lists = new Map(listed.flatMap(([name, page]) => (page ? [[name, page] as const] : [])));
  const whole = [...lists].filter(([, { complete }]) => complete);
  const named = NAMED.filter(({ of, path }) => {
    const page = lists.get(of);
    return page?.complete && page.items.every((item) => valuesAt(item, path) === undefined);
  });
  return [
    ...whole.filter(([, { items }]) => items.length === 0).map(([name]) => name),
    ...whole.filter(([, { items }]) => items.length > 0 && items.length < SEVERAL).map(([name]) => `${name}.several`),
    ...named.map(({ name }) => name),
    ...(noLongList(lists) ? ['longList'] : []),
    ...((await noHiddenDashboard(look)) ? ['hiddenDashboard'] : []),
    ...(await noAssignations(look)),
    ...withoutManagers(lists.get('employee')),
    ...withoutMarkup(lists),
    ...neverShown(lists),
    ...(await emptyElsewhere(look)),
    ...(fewMemberships(lists.get('kpi')) ? [MEMBERSHIPS] : []),
    ...(alikeGrouped(lists.get('kpi')) ? ['kpi.ungrouped'] : []),
    ...onlySetAside(lists),
    ...(await withoutGoals(look, lists.get('session'), lists.get('tag'))),
  ];
}
