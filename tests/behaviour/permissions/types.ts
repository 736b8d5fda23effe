/** What the current user may do with targets of a type; path, body and answer are open. Section "Endpoints / Permissions". */

import { operation, spellingsOf } from '../../../schemas/contract.ts';
import { type Check, check } from '../../support/engine/check.ts';
import type { Context } from '../../support/engine/context.ts';
import { givenBody } from '../../support/records/givenBodies.ts';

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

export const allowedActions: readonly Check[] = [
  check('every type of targets is accepted in some spelling', 'permissions.allowed-actions-types', async (t) => {
    for (const { type, answers } of await spelled(t)) {
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
