/** Dashboards that a user cannot access. Sections "Endpoints / Dashboards" and "Authentication". */
import { isRecord, type JsonRecord, operation, spellingsOf } from '../../../schemas/contract.ts';
import { type Check, check } from '../../support/engine/check.ts';
import type { Context } from '../../support/engine/context.ts';
import { NotTested, unlessUntested } from '../../support/engine/outcome.ts';
import { eventually, fresh } from '../../support/engine/retry.ts';
import { givenUsers } from '../../support/http/actors.ts';
import { at } from '../../support/http/at.ts';
import type { Actor, Answer } from '../../support/http/client.ts';
import { readKind, readList, someOfKind } from '../../support/lists/readList.ts';
import type { Listing } from '../../support/lists/readPages.ts';
import { idsOf, itemsOf, strings, totalOf } from '../../support/records/answers.ts';
import { givenBody } from '../../support/records/givenBodies.ts';
import { known } from '../../support/records/identifiers.ts';
import { peek } from '../../support/records/views.ts';
import { sample } from '../../support/values/sample.ts';

const KIND = 'dashboard';
const MOST = 8;
/** So many dashboards stand for those that a user can access. */
const FEW = 3;

/** The list of dashboards as it shows a user now, also those that fixtures call hidden. */
async function listFor(t: Context, as: Actor): Promise<Pick<Listing, 'items'> & Partial<Listing>> {
  const body = await givenBody(t, 'listDashboards');
  return unlessUntested(readList(fresh(t), 'dashboards.list', { ...(body !== undefined && { body }), as }), {
    items: [],
  });
}

/** Dashboards that a user's list shows now. */
export const listedFor = async (t: Context, as: Actor): Promise<readonly JsonRecord[]> => (await listFor(t, as)).items;

/**
 * Ids of dashboards that a user cannot access: those that fixtures name for the first user, and those that the list shows
 * another user and that are refused to this one by id.
 */
export const hiddenFrom = (t: Context, as: Actor): Promise<readonly string[]> =>
  t.once(`hidden/${as}`, async () => {
    const stated = as === 'first' ? (t.fixtures.facts.hiddenDashboards ?? []) : [];
    const others = givenUsers(t).filter((other) => other !== as);
    const shown = await Promise.all(
      others.map((other) =>
        unlessUntested(
          readKind(t, KIND, { as: other }).then(({ items }) => idsOf(items)),
          [],
        ),
      ),
    );
    const own = await unlessUntested(
      readKind(t, KIND, { as }).then(({ items }) => idsOf(items)),
      [] as string[],
    );
    const candidates = [...new Set(shown.flat())].filter((id) => !own.includes(id) && !stated.includes(id));
    const read = await Promise.all(
      sample(candidates, MOST).map(async (id) => ({
        id,
        ...(await t.send('dashboards.get', { ...at(KIND, id), as })),
      })),
    );
    return [...stated, ...read.flatMap(({ id, status }) => (status >= 400 && status < 500 ? [id] : []))];
  });

/** The users from whom a dashboard is known to be hidden. */
export async function usersWithHidden(t: Context): Promise<{ as: Actor; hidden: readonly string[] }[]> {
  const all = await Promise.all(givenUsers(t).map(async (as) => ({ as, hidden: await hiddenFrom(t, as) })));
  const some = all.filter(({ hidden }) => hidden.length > 0);
  if (some.length === 0) throw t.nothingShown('hiddenDashboard');
  return some;
}

/** Texts by which dashboards that a user cannot access could be found, as another user sees their tags. */
export async function tagsOf(t: Context, ids: readonly string[], as: Actor): Promise<string[]> {
  const others = givenUsers(t).filter((other) => other !== as);
  const seen = await Promise.all(others.flatMap((other) => sample(ids, 4).map((id) => peek(t, KIND, id, other))));
  const tags = seen.flatMap((one) => [one?.tag, ...(Array.isArray(one?.tags) ? one.tags : [])]);
  const texts = tags.flatMap((tag) => (isRecord(tag) ? [tag.title, tag.name, tag.id] : [tag]));
  const all = [...texts, ...(t.fixtures.ids.dashboardTag ?? [])];
  return [...new Set(all.filter((text): text is string => typeof text === 'string' && text !== ''))].slice(0, 16);
}

/** Whether the list shows some user at least so many dashboards, and all that it counts: then it is not cut. */
async function listsAll(t: Context, count: number): Promise<boolean> {
  const lists = await Promise.all(givenUsers(t).map((as) => t.once(`dashboards/${as}`, () => listFor(t, as))));
  return lists.some(({ items, answer }) => answer && items.length >= count && totalOf(answer) === items.length);
}

/** Judges what an operation answers a user about a dashboard that this user cannot access; one that is shown is the control. */
async function expectHidden(
  t: Context,
  ask: (id: string, as: Actor) => Promise<readonly Answer[]>,
  tells: (answer: Answer, id: string) => boolean,
  message: string,
): Promise<void> {
  for (const { as, hidden } of await usersWithHidden(t)) {
    const all = [...idsOf(await listedFor(t, as)), ...(await known(t, KIND))];
    const shown = all.find((id) => !hidden.includes(id));
    if (shown === undefined || !(await ask(shown, as)).some((answer) => tells(answer, shown))) continue;
    for (const id of hidden) {
      const answers = await ask(id, as);
      const found = answers.find((answer) => tells(answer, id));
      t.judge(
        found && { message, expected: 'a refusal, as by the read by id', received: found.json, exchange: found },
        answers.length,
      );
    }
  }
}

const isFilled = (value: unknown): boolean =>
  typeof value === 'object' && value !== null ? Object.values(value).some(isFilled) : Boolean(value);

/** Whether an answer, whose shape is open, names something that may be done with the record of this id. */
function givesActions(value: unknown, id: string): boolean {
  if (Array.isArray(value)) return value.some((inner) => inner === id || givesActions(inner, id));
  if (!isRecord(value)) return false;
  const isOfIt = Object.values(value).includes(id);
  return Object.entries(value).some(([key, inner]) =>
    key === id || (isOfIt && Array.isArray(inner)) ? isFilled(inner) : givesActions(inner, id),
  );
}

const OF_TYPE = 'permissions.allowedActions';
const ALLOWED = 'permissions.currentUserAllowedActions';
const OF_ITEM = 'permissions.defaultAccessOfItem';

export const hiding: readonly Check[] = [
  check('a dashboard that the user cannot access is refused by id', 'dashboards.hidden', async (t) => {
    const stated = t.fixtures.facts.hiddenDashboards ?? [];
    const users = stated.length > 0 ? [{ as: 'first' as Actor, hidden: stated }] : await usersWithHidden(t);
    for (const { as, hidden } of users) {
      // Other dashboards are given, else a refusal says nothing. Others may have deleted one since it was listed.
      const listed = sample(idsOf(as === 'first' ? (await someOfKind(t, KIND)).items : await listedFor(t, as)), FEW);
      const answers = await Promise.all(listed.map((id) => t.send('dashboards.get', { ...at(KIND, id), as })));
      const [refusal] = answers;
      if (refusal && !answers.some(({ ok }) => ok))
        throw new NotTested(
          `the reads of ${answers.length} listed dashboards were refused, the first with ${refusal.status}`,
          'a target whose dashboards.get succeeds',
        );
      for (const id of hidden)
        t.refused(
          await t.send('dashboards.get', { ...at(KIND, id), as }),
          'a dashboard that the user cannot access is not refused',
        );
    }
  }),

  check(
    'a dashboard that the user cannot access is not listed',
    'dashboards.hidden-listed',
    async (t) => {
      for (const { as, hidden } of await usersWithHidden(t))
        await eventually(t, async (now) => {
          const { items, answer } = await listFor(now, as);
          const shown = idsOf(items).filter((id) => hidden.includes(id));
          t.none(shown, items.length, `the list shows the ${as} user a dashboard that this user cannot access`);
          const total = answer && totalOf(answer);
          if (total === undefined || !(await listsAll(t, Math.max(1, items.length)))) return;
          t.equal(total, items.length, `totalCount counts more than the ${as} user is shown`, answer);
        });
    },
    ['dashboards.list'],
  ),

  check(
    'no tag finds a dashboard that the user cannot access',
    'dashboards.hidden-listed',
    async (t) => {
      for (const { as, hidden } of await usersWithHidden(t))
        for (const tag of await tagsOf(t, hidden, as)) {
          const answer = await t.send('dashboards.byTag', { params: { tag }, as });
          const id = isRecord(answer.json) ? answer.json.id : undefined;
          if (!answer.ok || typeof id !== 'string') continue;
          t.expect(!hidden.includes(id), 'a tag finds a dashboard that the user cannot access', {
            expected: `none of ${hidden.join(', ')}`,
            received: id,
            exchange: answer,
          });
        }
    },
    ['dashboards.byTag'],
  ),

  check(
    'the reports name no dashboard that the user cannot access',
    'dashboards.hidden-listed',
    async (t) => {
      for (const { as, hidden } of await usersWithHidden(t))
        await eventually(t, async (now) => {
          const answer = await now.send('dashboards.reports', { as });
          const ids = answer.ok ? idsOf(itemsOf(answer.json)) : [];
          const shown = ids.filter((id) => hidden.includes(id));
          t.none(shown, ids.length, `the reports name a dashboard that the ${as} user cannot access`, answer);
        });
    },
    ['dashboards.reports'],
  ),

  check(
    'a user may do nothing with a dashboard that this user cannot access',
    'dashboards.hidden-elsewhere',
    (t) =>
      expectHidden(
        t,
        async (id, as) => [
          await t.send(ALLOWED, { params: { targetId: id }, query: { targetType: 'insightBoard' }, as }),
        ],
        ({ ok, json }) => ok && isRecord(json) && strings(json.currentUserActions).length > 0,
        'actions are given for a dashboard that the user cannot access',
      ),
    [ALLOWED],
  ),

  check(
    'the allowed actions for dashboards name none that the user cannot access',
    'dashboards.hidden-elsewhere',
    async (t) => {
      const body = await givenBody(t, 'allowedActions');
      const words = spellingsOf(operation(OF_TYPE)).insightBoard ?? [];
      const ask = (as: Actor) =>
        Promise.all(
          words.map((targetType) =>
            t.send(OF_TYPE, { params: { targetType }, ...(body !== undefined && { body }), as }),
          ),
        );
      await expectHidden(
        t,
        // They are those of all dashboards, whichever is looked for.
        (_id, as) => t.once(`actions for all dashboards/${as}`, () => ask(as)),
        ({ ok, json }, id) => ok && givesActions(json, id),
        'actions are given for a dashboard that the user cannot access, among those for all',
      );
    },
    [OF_TYPE],
  ),

  check(
    'the access of a dashboard that the user cannot access is not shown',
    'dashboards.hidden-elsewhere',
    (t) =>
      expectHidden(
        t,
        (itemId, as) =>
          Promise.all(
            (spellingsOf(operation(OF_ITEM)).dashboard ?? []).map((itemType) =>
              t.send(OF_ITEM, { params: { itemType, itemId }, as }),
            ),
          ),
        ({ ok }) => ok,
        'the access of a dashboard is shown to a user who cannot access it',
      ),
    [OF_ITEM],
  ),
];
