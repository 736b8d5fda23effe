/** What the words say of KPIs. Sections "Resources / KPI" and "Endpoints / KPIs"; how they are tagged is in `tags/`. */

import type { JsonRecord } from '../../../schemas/contract.ts';
import { expectOwnActions, inListAndById } from '../../support/domain/allowedActions.ts';
import { userIdOf } from '../../support/domain/currentUser.ts';
import { type Batch, type Check, check } from '../../support/engine/check.ts';
import type { Context } from '../../support/engine/context.ts';
import { NotApplicable, NotTested } from '../../support/engine/outcome.ts';
import { eventually, fresh } from '../../support/engine/retry.ts';
import type { Actor } from '../../support/http/client.ts';
import { readKind } from '../../support/lists/readList.ts';
import { embeddedIn, expectEmbeddedAgree } from '../../support/records/embedded.ts';
import { expectRead, expectViewsAgree, peekSome } from '../../support/records/views.ts';
import { spread } from '../../support/values/sample.ts';
import { snapshots } from './snapshots/index.ts';
import { whole } from './whole.ts';

const KIND = 'kpi';

/** KPIs as the list shows them, and some as they are by id; of a KPI there may be both. */
async function shown(t: Context, as: Actor = 'first'): Promise<JsonRecord[]> {
  const { items } = await readKind(t, KIND, { as });
  if (items.length === 0) throw new NotTested('the account has no KPI', 'a KPI in the account');
  return [...items, ...(await t.once(`KPIs by id/${as}`, () => peekSome(t, KIND, 8, as)))];
}

const reading: Check[] = [
  check('reading by id gives the KPI with that id', 'kpis.get-record', (t) => expectRead(t, KIND)),

  // Which links are expanded may differ between the list and the read by id.
  check('the list and the read by id show the same of a KPI', 'kpis.views-agree', (t) =>
    expectViewsAgree(t, KIND, { open: ['links'] }),
  ),

  check('groups of a KPI are KPI groups', 'kpis.groups-ids', async (t) => {
    t.needGroup('kpiGroups');
    await eventually(t, async () => {
      const { items } = await readKind(fresh(t), KIND);
      const shown = [...items, ...(await peekSome(t, KIND))];
      const named = new Set(shown.flatMap(({ groups }) => (Array.isArray(groups) ? groups : [])));
      if (named.size === 0) throw new NotTested('no KPI names a group that it is in', 'a KPI that is in a KPI group');
      await Promise.all(
        spread([...named], 20).map(async (groupId) => {
          const answer = await t.send('kpiGroups.get', { params: { groupId: String(groupId) } });
          t.expect(answer.ok, 'what a KPI names under groups cannot be read as a KPI group', {
            expected: 200,
            received: answer.status,
            exchange: answer,
          });
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
  if (items.length === 0) throw new NotApplicable('isOwner or ownerIds is absent, as fields may be');
  const me = await userIdOf(t, as);
  if (me !== undefined) {
    for (const kpi of items) {
      t.expect(kpi.isOwner === ownersOf(kpi).includes(me), `isOwner is not right for the ${as} user, ${me}`, {
        expected: ownersOf(kpi).includes(me),
        received: kpi,
        at: '/isOwner',
      });
    }
    return [me];
  }
  // Whoever asks: the same one user must be an owner where isOwner is true, and none where it is false.
  const own = items.filter(({ isOwner }) => isOwner);
  if (own.length === 0) return undefined;
  const candidates = ownersOf(own[0] as JsonRecord).filter((owner) =>
    items.every((kpi) => ownersOf(kpi).includes(owner) === kpi.isOwner),
  );
  t.expect(candidates.length > 0, `isOwner is right for no one user, in what the ${as} user is shown`, {
    expected: 'true exactly where one user is among the owners',
    received: items.map((kpi) => ({ id: kpi.id, isOwner: kpi.isOwner, owners: ownersOf(kpi) })),
    at: '/isOwner',
  });
  return candidates;
}

/** The limited user need not be shown KPIs. */
function unlessShown(error: unknown): void {
  if (!(error instanceof NotTested) && !(error instanceof NotApplicable)) throw error;
}

const people: Check[] = [
  check('isOwner tells whether the user who asks is an owner', 'kpis.owner', async (t) => {
    const second = t.need('second');
    const [mine, theirs] = [await expectOwner(t, 'first'), await expectOwner(t, second)];
    if (t.settings.tokens.LIMITED_ACCESS_TOKEN !== undefined) await expectOwner(t, 'limited').catch(unlessShown);
    const told = [mine, theirs].filter((users) => users !== undefined);
    if (told.length === 0) throw new NotTested('neither user is told to own a KPI', 'a KPI that the first user owns');
    t.expect(
      mine?.length !== 1 || theirs?.length !== 1 || mine[0] !== theirs[0],
      'isOwner is that of one user for both',
      {
        expected: 'another user for each',
        received: [mine, theirs],
        at: '/isOwner',
      },
    );
  }),

  check('ownerId is among ownerIds', 'kpis.owner-ids', async (t) => {
    const items = (await shown(t)).filter((kpi) => kpi.ownerId !== undefined && Array.isArray(kpi.ownerIds));
    if (items.length === 0) throw new NotApplicable('no KPI shows both, as fields may be absent');
    for (const kpi of items) {
      t.expect((kpi.ownerIds as unknown[]).includes(kpi.ownerId), 'the owner of a KPI is not among its owners', {
        expected: kpi.ownerId,
        received: kpi.ownerIds,
        at: '/ownerIds',
      });
    }
  }),

  check('currentUserAllowedActions are those of the user who asks', 'kpis.current-user', (t) =>
    expectOwnActions(t, undefined, inListAndById(t, KIND)),
  ),

  check('what a KPI embeds is called what it is called by itself', 'kpis.embedded-agree', (t) =>
    eventually(t, async (s) => {
      const all = [...(await readKind(s, KIND)).items, ...(await peekSome(s, KIND))];
      await expectEmbeddedAgree(
        s,
        all.flatMap((kpi) => embeddedIn(kpi)),
        'a KPI',
      );
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
  checks: [...reading, ...whole, ...people, ...snapshots, ...free],
};
