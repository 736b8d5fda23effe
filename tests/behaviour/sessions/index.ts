/** What the words say of sessions. Sections "Session", "Endpoints / Sessions". */

import { isRecord, type JsonRecord } from '../../../schemas/contract.ts';
import { expectOwnActions } from '../../support/domain/allowedActions.ts';
import { someSessions } from '../../support/domain/goalsMet.ts';
import { type Batch, type Check, check } from '../../support/engine/check.ts';
import type { Context } from '../../support/engine/context.ts';
import { eventually } from '../../support/engine/retry.ts';
import type { Actor } from '../../support/http/client.ts';
import { readKind } from '../../support/lists/readList.ts';
import { itemsOf, totalOf } from '../../support/records/answers.ts';
import { demoChecks, sessionsWith } from './demo.ts';
import { goalsMetChecks } from './goalsMet.ts';
import { goalsMetTags } from './goalsMetTags.ts';
import { parentsListed } from './parents.ts';

/** The goals that are met, as an actor is shown them. */
async function goalsShownTo(t: Context, as: Actor): Promise<JsonRecord[]> {
  const sessions = await someSessions(t);
  const answers = await Promise.all(sessions.map((id) => t.send('sessions.goalsMet', { params: { id }, as })));
  return answers.flatMap(({ ok, json }) => (ok ? itemsOf(json) : []));
}

const listing: Check[] = [
  check('the list shows each session once', 'sessions.list-each-once', (t) =>
    eventually(t, async (s) => {
      const lists = await Promise.all([sessionsWith(s), sessionsWith(s, 'true'), sessionsWith(s, 'false')]);
      for (const { items } of lists) s.eachOnce(items, 'the list shows a session twice');
      if (s.tally.compared === 0)
        throw s.nothingShown('session', lists.some(({ items }) => items.length > 0) ? 'id' : []);
    }),
  ),

  check(
    'the actions of a session are those of the user who asks',
    'sessions.current-user',
    (t) =>
      eventually(t, (s) =>
        expectOwnActions(s, 'session', [async (as) => (await readKind(s, 'session', { as })).items]),
      ),
    ['sessions.list'],
  ),

  check(
    'the actions of a goal that is met are those of the user who asks',
    'sessions.current-user',
    (t) => eventually(t, (s) => expectOwnActions(s, 'goal', [(as) => goalsShownTo(s, as)])),
    ['sessions.goalsMet'],
  ),
];

const open: Check[] = [
  check('demo sessions without includeDemo, and by other values of it', 'sessions.demo-default', async (t) => {
    const values = ['(none)', 'true', 'false', 'TRUE', '1', 'yes', ''];
    const totals = await Promise.all(
      values.map(async (value) => {
        const answer = await t.send('sessions.list', value === '(none)' ? {} : { query: { includeDemo: value } });
        return `${value || '(empty)'}: ${answer.ok ? `${totalOf(answer) ?? itemsOf(answer.json).length} sessions` : answer.status}`;
      }),
    );
    return totals;
  }),

  check('values of status and of the type of the cadence', 'sessions.values', async (t) => {
    const { items } = await sessionsWith(t, 'true');
    const distinct = (values: readonly unknown[]) => [...new Set(values.filter((value) => value !== undefined))];
    return {
      status: distinct(items.map(({ status }) => status)),
      cadence: distinct(items.map(({ cadence }) => (isRecord(cadence) ? cadence.type : undefined))),
    };
  }),
];

export const sessions: Batch = {
  title: 'behaviour: Sessions',
  checks: [...listing, parentsListed, ...demoChecks, ...goalsMetChecks, ...goalsMetTags, ...open],
};
