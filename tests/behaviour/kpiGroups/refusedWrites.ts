/** What is refused leaves a group its favourites, those of others too, and its authors. Sections "States and transitions", "KPI group". */

import { favorite, judgeFavorite, makeUnmarked } from '../../support/domain/kpiGroups.ts';
import { type Check, check } from '../../support/engine/check.ts';
import type { Context } from '../../support/engine/context.ts';
import { NotApplicable } from '../../support/engine/outcome.ts';
import { eventually, firstFound, stillWrong } from '../../support/engine/retry.ts';
import { givenPeers, isGiven, otherAccount } from '../../support/http/actors.ts';
import { at } from '../../support/http/at.ts';
import type { Actor, RequestInput } from '../../support/http/client.ts';
import { isRefusal } from '../../support/records/answers.ts';
import { peek } from '../../support/records/views.ts';

const KIND = 'kpiGroup';

/** No name, and nothing that can be made one. */
const NO_NAME = { gcNoName: true };

/** Requests from where a target refuses them, as far as such users are known; those of whom it may serve come last. */
function callers(t: Context): RequestInput[] {
  const elsewhere = otherAccount(t.settings);
  return [
    { authorization: null },
    ...(elsewhere === undefined ? [] : [{ as: 'other' as const, account: elsewhere }]),
    ...(isGiven(t, 'limited') ? [{ as: 'limited' as const }] : []),
  ];
}

/** Writes that should be refused: that they are is judged elsewhere. */
function refusable(t: Context, id: string): [string, RequestInput][] {
  const group = at(KIND, id);
  return [
    ['kpiGroups.update', { ...group, body: { name: NO_NAME } }],
    ...callers(t).flatMap((from): [string, RequestInput][] => [
      ['kpiGroups.update', { ...group, ...from, body: { name: t.names.next('refused') } }],
      ['kpiGroups.delete', { ...group, ...from }],
    ]),
  ];
}

/** Those of the users to whom a group that each has marked is shown as a favourite. */
async function shownAsFavourite(t: Context, id: string): Promise<Actor[]> {
  const users = await Promise.all(
    givenPeers(t).map(async (as) => {
      const unseen = await stillWrong(t, async (s) =>
        (await peek(s, KIND, id, as))?.favorite === true ? undefined : as,
      );
      return unseen === undefined ? [as] : [];
    }),
  );
  return users.flat();
}

export const refusedWrites: readonly Check[] = [
  check(
    'what is refused leaves a group the favourite of each user',
    'kpiGroups.favorite-model',
    async (t) => {
      const made = await makeUnmarked(t);
      for (const as of givenPeers(t)) await favorite(t, made, true, as);
      const users = await shownAsFavourite(t, made.id);
      if (users.length === 0) throw t.nothingShown(KIND, 'favorite');
      for (const [operation, input] of refusable(t, made.id)) {
        const answer = await t.send(operation, input);
        if (answer.ok && operation === 'kpiGroups.delete') t.ledger.remove(KIND, made.id);
        if (!isRefusal(answer)) continue;
        await eventually(t, async (s) => {
          for (const as of users) {
            const group = await peek(s, KIND, made.id, as);
            if (group) await judgeFavorite(s, [group], true, as);
          }
        });
      }
    },
    ['kpiGroups.update', 'kpiGroups.delete'],
  ),

  check(
    'who was refused a change of a group is not who changed it last',
    'kpiGroups.author',
    async (t) => {
      const as = t.need('second');
      const { id } = await makeUnmarked(t);
      const before = await firstFound(t, (s) => peek(s, KIND, id));
      const answer = await t.send('kpiGroups.update', { ...at(KIND, id), body: { name: NO_NAME }, as });
      if (!isRefusal(answer)) throw new NotApplicable('the target takes an object for a name');
      if (before?.modifiedById === undefined) throw t.nothingShown(KIND, 'modifiedById');
      await eventually(t, async (s) => {
        const { modifiedById = before.modifiedById } = (await peek(s, KIND, id)) ?? {};
        s.equal(modifiedById, before.modifiedById, 'a change that was refused stands as the last one', answer);
      });
    },
    ['kpiGroups.update'],
  ),
];
