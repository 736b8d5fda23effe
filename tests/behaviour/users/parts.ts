/** Several users in one request, or the same one in several at once: what is refused of them makes nothing. Sections "Endpoints / Users", "Errors". */

import { type Check, check } from '../../support/engine/check.ts';
import { NotApplicable } from '../../support/engine/outcome.ts';
import type { Answer } from '../../support/http/client.ts';
import { idsOf } from '../../support/records/answers.ts';
import { create, expectNothingMade, newIds } from '../../support/records/openCreations.ts';
import { withMarks } from '../../support/records/runMarkers.ts';
import { conflicts, emailsIn, mixedBody, needRefused, sentSeveralTimes, severalMissing } from './conflicts.ts';
import { createdSeveral, KIND, OPERATION } from './creating.ts';

const TWO = 'two users have been created with one e-mail address';

export const partsOfRequests: readonly Check[] = [
  check(
    'of several users with one of whom nothing is said none is created, when refused',
    'general.refused-not-created',
    async (t) => {
      const body = await mixedBody(t, () => ({}));
      if (body === undefined) throw await severalMissing(t);
      await createdSeveral(t);
      const creation = await create(t, KIND, OPERATION, body);
      if (creation.answer.ok) throw new NotApplicable('the request is not refused');
      needRefused(creation.answer);
      const others = creation.entries.slice(0, -1);
      await expectNothingMade(t, KIND, others, 'a request that was refused for one user has created others');
    },
    [OPERATION],
  ),

  check('a user who stands twice in one request is created once at most', 'users.conflict', async (t) => {
    needRefused((await conflicts(t)).one.answer);
    const body = await mixedBody(t, ([first]) => first);
    if (body === undefined) throw await severalMissing(t);
    const creation = await create(t, KIND, OPERATION, body);
    const [first] = creation.entries;
    const found = new Set([...newIds(creation), ...idsOf(withMarks(creation.after.items, emailsIn(first)))]);
    t.expect(found.size <= 1, TWO, { expected: 'one at most', received: [...found], exchange: creation.answer });
  }),

  check('a new user who is sent several times at once is created once', 'users.conflict', async (t) => {
    needRefused((await conflicts(t)).one.answer);
    const { answers, found } = await sentSeveralTimes(t);
    const exchange = answers.find(({ ok }) => ok) ?? (answers[0] as Answer);
    t.expect(found.size <= 1, TWO, { expected: 'one at most', received: [...found], exchange });
  }),
];
