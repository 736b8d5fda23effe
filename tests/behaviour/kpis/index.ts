/** What the words say of KPIs. Sections "Resources / KPI" and "Endpoints / KPIs"; how they are tagged is in `tags/`. */

import type { JsonRecord } from '../../../schemas/contract.ts';
import { expectOwnActions, inListAndById } from '../../support/domain/allowedActions.ts';
import { userIdOf } from '../../support/domain/currentUser.ts';
import { type Batch, type Check, check } from '../../support/engine/check.ts';
import type { Context } from '../../support/engine/context.ts';
import { NoData, unlessUntested } from '../../support/engine/outcome.ts';
import { eventually } from '../../support/engine/retry.ts';
import { isGiven } from '../../support/http/actors.ts';
import type { Actor } from '../../support/http/client.ts';
import { readKind } from '../../support/lists/readList.ts';
import { strings } from '../../support/records/answers.ts';
import { embeddedIn, expectEmbeddedAgree } from '../../support/records/embedded.ts';
import { expectViewsAgree, peekSome } from '../../support/records/views.ts';
import { sample } from '../../support/values/sample.ts';
import { insightUsages } from './insightUsages.ts';
import { snapshots } from './snapshots/index.ts';
import { whole } from './whole.ts';

const KIND = 'kpi';

/** KPIs as the list shows them, and some as they are by id; of a KPI there may be both. */
async function shown(t: Context, as: Actor = 'first'): Promise<JsonRecord[]> {
  const { items } = await readKind(t, KIND, { as });
  if (items.length === 0) throw t.nothingShown(KIND);
  return [...items, ...(await t.once(`KPIs by id/${as}`, () => peekSome(t, KIND, 8, as)))];
}

const reading: Check[] = [
  // Which links are expanded may differ between the list and the read by id.
  check('the list and the read by id show the same of a KPI', 'kpis.views-agree', (t) =>
    expectViewsAgree(t, KIND, { open: ['links'] }),
  ),

  // What is about the user who asks is not that of whoever asked before.
  check('the list and the read by id show another user the same of a KPI', 'kpis.views-agree', async (t) => {
    t.need('second');
    await expectViewsAgree(t, KIND, { open: ['links'], as: 'second' });
  }),

  check('groups of a KPI are KPI groups', 'kpis.groups-ids', async (t) => {
    t.needGroup('kpiGroups');
    await eventually(t, async (s) => {
      const named = [...new Set((await shown(s)).flatMap(({ groups }) => strings(groups)))];
      if (named.length === 0) throw s.nothingShown(KIND, 'groups');
      await Promise.all(
        sample(named, 20).map(async (groupId) => {
          const answer = await s.send('kpiGroups.get', { params: { groupId } });
          s.succeeded(answer, 'what a KPI names under groups cannot be read as a KPI group');
        }),
      );
    });
  }),
];

const ownersOf = ({ ownerId, ownerIds }: JsonRecord): unknown[] =>
  [ownerId, ownerIds].flat().filter((owner) => owner !== undefined);

/** Judges isOwner of what one user is shown; gives the users that it can be, undefined when nothing tells. */
async function expectOwner(t: Context, as: Actor): Promise<unknown[] | undefined> {
  const items = (await shown(t, as)).filter((kpi) => typeof kpi.isOwner === 'boolean' && Array.isArray(kpi.ownerIds));
  if (items.length === 0) throw t.nothingShown(KIND, ['isOwner', 'ownerIds']);
  const me = await userIdOf(t, as);
  if (me !== undefined) {
    for (const kpi of items)
      t.field(kpi, 'isOwner', ownersOf(kpi).includes(me), `isOwner is not right for the ${as} user, ${me}`);
    return [me];
  }
  // Whoever asks: the same one user must be an owner where isOwner is true, and none where it is false.
  const own = items.find(({ isOwner }) => isOwner);
  if (own === undefined) return undefined;
  const candidates = ownersOf(own).filter((owner) =>
    items.every((kpi) => ownersOf(kpi).includes(owner) === kpi.isOwner),
  );
  t.expect(candidates.length > 0, `isOwner is right for no one user, in what the ${as} user is shown`, {
    expected: 'true exactly where one user is among the owners',
    received: items.map((kpi) => ({ id: kpi.id, isOwner: kpi.isOwner, owners: ownersOf(kpi) })),
    at: '/isOwner',
  });
  return candidates;
}

const people: Check[] = [
  check('isOwner tells whether the user who asks is an owner', 'kpis.owner', (t) =>
    eventually(t, async (s) => {
      const [second] = s.also('second');
      const [mine, theirs] = [await expectOwner(s, 'first'), second && (await expectOwner(s, second))];
      // The limited user need not be shown KPIs.
      if (isGiven(s, 'limited')) await unlessUntested(expectOwner(s, 'limited'), []);
      if (mine === undefined && theirs === undefined)
        throw new NoData('neither user is told to own a KPI', 'a KPI that the first user owns');
      const one = mine?.length === 1 && theirs?.length === 1 && mine[0] === theirs[0];
      s.expect(!one, 'isOwner is that of one user for both', { expected: 'another user for each', received: mine });
    }),
  ),

  check('ownerId is among ownerIds', 'kpis.owner-ids', (t) =>
    eventually(t, async (s) => {
      const items = (await shown(s)).filter((kpi) => kpi.ownerId !== undefined && Array.isArray(kpi.ownerIds));
      if (items.length === 0) throw s.nothingShown(KIND, ['ownerId', 'ownerIds']);
      for (const kpi of items)
        s.expect((kpi.ownerIds as unknown[]).includes(kpi.ownerId), 'the owner of a KPI is not among its owners', {
          expected: `${kpi.ownerId} among ownerIds`,
          received: kpi,
          at: '/ownerIds',
        });
    }),
  ),

  check('currentUserAllowedActions are those of the user who asks', 'kpis.current-user', (t) =>
    eventually(t, (s) => expectOwnActions(s, undefined, inListAndById(s, KIND))),
  ),

  check('what a KPI embeds is called what it is called by itself', 'kpis.embedded-agree', (t) =>
    eventually(t, async (s) => {
      const embedded = (await shown(s)).flatMap((kpi) => embeddedIn(kpi));
      await expectEmbeddedAgree(s, embedded, 'a KPI');
    }),
  ),
];

const values = async (t: Context, read: (kpi: JsonRecord) => unknown) =>
  [...new Set((await shown(t)).flatMap((kpi) => read(kpi) ?? []))].slice(0, 12);

const free: Check[] = [
  check('values of aggregation and targetOperator', 'kpis.values', async (t) => ({
    aggregation: await values(t, ({ aggregation }) => aggregation),
    targetOperator: await values(t, ({ targetOperator }) => targetOperator),
  })),
  check('how dates of projections are written', 'kpis.projection-dates', (t) =>
    values(t, ({ projections }) =>
      Array.isArray(projections)
        ? projections.slice(0, 1).map(({ date }) => String(date).replaceAll(/\d/g, '9'))
        : undefined,
    ),
  ),
];

export const kpis: Batch = {
  title: 'behaviour: KPIs',
  checks: [...reading, ...whole, ...people, ...snapshots, ...insightUsages, ...free],
};
