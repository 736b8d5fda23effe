/**
 * Requests for mappings by callers who may not send them: what a recalculation makes of the mappings tells whether they had
 * an effect. Sections "What the service does" (one account), "Authentication".
 */
import { isAbsent, userMissing } from '../../support/engine/absentUsers.ts';
import { type Check, check } from '../../support/engine/check.ts';
import type { Context } from '../../support/engine/context.ts';
import { unlessUntested } from '../../support/engine/outcome.ts';
import { anew, fresh, stillWrong } from '../../support/engine/retry.ts';
import type { Sender } from '../../support/http/actors.ts';
import type { Answer } from '../../support/http/client.ts';
import { peek } from '../../support/records/views.ts';
import { untold } from './effectUnknown.ts';
import { areHeld, type Bodies, bodiesFor, countsOf, map, type OwnMappings, unmap } from './ownMappings.ts';

const WHO = {
  nobody: { requirement: 'general.credentials-missing', words: 'without credentials' },
  limited: { requirement: 'general.permission', words: 'that was refused for lack of a permission' },
  other: { requirement: 'general.foreign-token', words: 'with the token of another account' },
} as const;
type Who = keyof typeof WHO;

/** The requests of one caller, how many users had the roles after the next recalculation, and how many have which effect. */
interface Stranger {
  deletions: Answer[];
  creations: Answer[];
  /** Of the role that is not mapped, before and after; of the two that are mapped alike, of which the last one's mapping was to be deleted. */
  before: unknown;
  after: { unmapped: unknown; control: unknown; last: unknown };
}

export type Strangers = Partial<Record<Who, Stranger | undefined>>;

/** Whose requests they are; with the token of another account also in the name of this one. */
const sendersOf = (t: Context, who: Who): Sender[] => {
  if (who === 'nobody') return [{ authorization: null }];
  return who === 'limited' ? [{ as: who }] : [{ as: who }, { as: who, account: t.settings.accountId ?? null }];
};

const hasLost = ({ after }: Stranger): boolean => after.last === 0 && Number(after.control) > 0;
const hasGained = ({ before, after }: Stranger): boolean =>
  typeof before === 'number' && Number(after.unmapped) > before;

/** Has one caller map a role that is not mapped, and delete the mapping of one that is; then all is worked out anew. */
async function tried(
  t: Context,
  who: Who,
  bodies: Bodies,
  unmapped: string,
  [control, last]: readonly [string, string],
): Promise<Stranger | undefined> {
  // Ids that are unique within an account alone name roles of the other one there, which are left in peace.
  const theirs = who === 'other' ? await Promise.all([unmapped, last].map((id) => peek(t, 'role', id, who))) : [];
  if (theirs.some((role) => role !== undefined)) return undefined;
  const [before] = await countsOf(t, [unmapped]);
  const found: Stranger = { deletions: [], creations: [], before, after: { unmapped: before, control: 0, last: 0 } };
  for (const from of sendersOf(t, who)) {
    found.deletions.push(await unmap(t, bodies.deletion([last]), from));
    found.creations.push(await map(t, bodies.mapping(unmapped), from));
  }
  await t.send('roles.recalculateScimRoles');
  await stillWrong(t, async (s) => {
    const [now, ofControl, ofLast] = await countsOf(s, [unmapped, control, last]);
    found.after = { unmapped: now, control: ofControl, last: ofLast };
    return hasLost(found) || hasGained(found) ? found.after : undefined;
  });
  const isAsBefore = !hasLost(found) && !hasGained(found);
  if (isAsBefore && ![...found.deletions, ...found.creations].some(({ ok }) => ok)) return found;
  await map(t, bodies.mapping(last));
  await unmap(t, bodies.deletion([unmapped]));
  await t.send('roles.recalculateScimRoles');
  return found;
}

/** Has each of the callers try it, one after the other. Nothing is tried where mappings give nobody a role. */
export async function tryStrangers(t: Context, { given, freed }: OwnMappings): Promise<Strangers> {
  const found: Strangers = {};
  if (!given || !areHeld(given.after)) return found;
  const now = fresh(anew(t));
  const bodies = await bodiesFor(t);
  for (const who of Object.keys(WHO) as Who[])
    found[who] = await unlessUntested(tried(now, who, bodies, freed.id, given.ids), undefined);
  return found;
}

/** Judges what they did. */
export const strangerChecks = (made: (t: Context) => Promise<Strangers>, remedy: string): Check[] =>
  (Object.keys(WHO) as Who[]).map((who) => {
    const { requirement, words } = WHO[who];
    return check(
      `a request ${words} changes no mapping of roles`,
      requirement,
      async (t) => {
        const found = (await made(t))[who];
        // Who may do it is the account's own choice: the limited user may.
        const counts = (answers: readonly Answer[] = []) => who !== 'limited' || answers.every(({ ok }) => !ok);
        if (found && counts(found.deletions))
          t.expect(!hasLost(found), `a request ${words} has deleted a mapping of a role`, {
            expected: found.after.control,
            received: found.after.last,
            at: '/userCount',
            exchange: found.deletions[0],
          });
        if (found && counts(found.creations) && typeof found.before === 'number')
          t.expect(!hasGained(found), `a request ${words} has mapped a role`, {
            expected: found.before,
            received: found.after.unmapped,
            at: '/userCount',
            exchange: found.creations[0],
          });
        if (t.tally.compared > 0) return;
        if (who !== 'nobody' && isAbsent(t, who)) throw userMissing(t, who);
        throw untold(t, 'no request for mappings was sent that could be told', remedy);
      },
      ['roles.createMapping', 'roles.deleteMappings'],
    );
  });
