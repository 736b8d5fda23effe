/** What the current user may do with targets of a type; path, body and answer are open. Section "Endpoints / Permissions". */

import { isRecord, operation, spellingsOf } from '../../../schemas/contract.ts';
import { type Check, check } from '../../support/engine/check.ts';
import type { Context } from '../../support/engine/context.ts';
import { NotTested, unlessUntested } from '../../support/engine/outcome.ts';
import type { Answer, RequestInput } from '../../support/http/client.ts';
import { isRefusal } from '../../support/records/answers.ts';
import { givenBody } from '../../support/records/givenBodies.ts';
import { firstDifference } from '../../support/values/difference.ts';
import { wordsIn } from './effective.ts';
import { actionsIn, TARGET_TYPES, toldOf } from './targets.ts';

const SPELLINGS = spellingsOf(operation('permissions.allowedActions'));

/** Answers to each spelling of each type of targets, once for all checks. */
const spelled = (t: Context) =>
  t.once('allowed actions', async () => {
    const body = await givenBody(t, 'allowedActions');
    return Promise.all(
      Object.entries(SPELLINGS).map(async ([type, words]) => ({
        type,
        answers: await Promise.all(
          words.map(async (word) => ({
            word,
            answer: await t.send('permissions.allowedActions', {
              params: { targetType: word },
              ...(body !== undefined && { body }),
            }),
          })),
        ),
      })),
    );
  });

const OF_TYPES = 'permissions.allowedActions';
const BOTH = 'permissions.effectiveAndAllowedActions';

/** Actions for targets of a type that the first user is told of, and the limited one is not. */
async function lackedActions(t: Context, type: string): Promise<string[]> {
  const told = (await unlessUntested(toldOf(t, type), [])).filter(({ full, few }) => full.ok && few.ok);
  return told.flatMap(({ full, few }) => actionsIn(full).filter((action) => !actionsIn(few).includes(action)));
}

/** Judges that an answer that names actions which the limited user lacks is not what this user is answered. */
async function expectOwn(
  t: Context,
  operationId: string,
  input: RequestInput,
  types: readonly string[],
): Promise<void> {
  const limited = t.need('limited');
  const lacked = (await Promise.all(types.map((type) => lackedActions(t, type)))).flat();
  const mine = await t.send(operationId, input);
  const actionsOf = ({ json }: Answer) =>
    isRecord(json) && operationId === BOTH ? json.currentUserAllowedActions : json;
  const given = actionsOf(mine);
  const words = wordsIn(given);
  if (!mine.ok || !lacked.some((action) => words.has(action))) return;
  const theirs = await t.send(operationId, { ...input, as: limited });
  // A refusal is another answer, too.
  if (!theirs.ok) return t.judge(undefined, isRefusal(theirs) ? 1 : 0);
  const own = actionsOf(theirs);
  t.expect(firstDifference(given, own) !== undefined, 'two users who may do different things are answered alike', {
    expected: { without: [...new Set(lacked)] },
    received: own,
    exchange: theirs,
  });
}

/** @throws NotTested where all requests are refused alike and no body is given: what stands in it is open, and it may be needed */
async function needBody(t: Context, answers: readonly Answer[]): Promise<void> {
  if ((await givenBody(t, 'allowedActions')) !== undefined) return;
  const [status, ...others] = new Set(answers.map((answer) => (isRefusal(answer) ? answer.status : undefined)));
  if (status === undefined || others.length > 0) return;
  throw new NotTested(
    `${OF_TYPES} answers ${status} for each type of targets, and what its body holds is not shown`,
    'FIXTURES: bodies.allowedActions',
  );
}

export const allowedActions: readonly Check[] = [
  check(
    'the allowed actions for targets of a type are those of who asks',
    'permissions.allowed-actions-user',
    async (t) => {
      for (const { type, answers } of await spelled(t)) {
        const found = answers.find(({ answer }) => answer.ok);
        if (!found) continue;
        const body = await givenBody(t, 'allowedActions');
        // Without a body all targets are asked for, which is another way through a service.
        for (const sent of body === undefined ? [{}] : [{}, { body }])
          await expectOwn(t, OF_TYPES, { params: { targetType: found.word }, ...sent }, [type]);
      }
    },
    [OF_TYPES],
  ),
  check(
    'the allowed actions beside the effective permissions are those of who asks',
    'permissions.allowed-actions-user',
    (t) => expectOwn(t, BOTH, {}, TARGET_TYPES),
    [BOTH],
  ),

  check('every type of targets is accepted in some spelling', 'permissions.allowed-actions-types', async (t) => {
    const all = await spelled(t);
    await needBody(
      t,
      all.flatMap(({ answers }) => answers.map(({ answer }) => answer)),
    );
    for (const { type, answers } of all) {
      const [first] = answers;
      t.expect(
        answers.some(({ answer }) => answer.ok),
        `the allowed actions for targets of type ${type} are given under no spelling`,
        {
          expected: `success for one of ${answers.map(({ word }) => word).join(', ')}`,
          received: answers.map(({ answer }) => answer.status),
          exchange: first?.answer,
        },
      );
    }
  }),
  check('how the types of targets are spelled', 'permissions.allowed-actions-spelling', async (t) =>
    (await spelled(t)).flatMap(({ answers }) => answers.filter(({ answer }) => answer.ok).map(({ word }) => word)),
  ),
  check('what the answer on allowed actions looks like', 'permissions.allowed-actions-shape', async (t) => {
    const answers = (await spelled(t)).flatMap(({ answers: some }) => some.map(({ answer }) => answer));
    const shapes = answers.flatMap(({ ok, json }) =>
      ok ? [Array.isArray(json) ? 'an array' : Object.keys(Object(json)).slice(0, 5).join()] : [],
    );
    return [...new Set(shapes)];
  }),
];
