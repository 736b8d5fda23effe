/** What holds of reading records of every kind. */
import { kind, type Law, withArticle } from '../../schemas/contract.ts';
import { expectOwnActions, inListAndById } from '../support/domain/allowedActions.ts';
import type { Context } from '../support/engine/context.ts';
import { unlessUntested } from '../support/engine/outcome.ts';
import { eventually } from '../support/engine/retry.ts';
import { someOfKind } from '../support/lists/readList.ts';
import { readAll } from '../support/records/runMarkers.ts';
import type { OwnMade } from '../support/records/sharedCreations.ts';
import { expectRead, expectViewsAgree } from '../support/records/views.ts';
import { attempted, canCreate, meantFor } from './created.ts';

type Judge = (t: Context, kindName: string) => Promise<void>;

/** The ids of what the batch has made, as far as the first user must be shown it. */
async function own(t: Context, kindName: string): Promise<string[]> {
  if (!canCreate(kindName)) return [];
  const { made } = await unlessUntested(attempted(t, kindName), { made: [] as readonly OwnMade[] });
  return (await meantFor(t, made, 'first')).map(({ id }) => id);
}

const get: Judge = async (t, kindName) => {
  const also = await own(t, kindName);
  await eventually(t, (s) => expectRead(s, kindName, also));
};

/** The list as it shows what the batch has made; other laws read it, too. */
const views: Judge = async (t, kindName) => {
  const made = await own(t, kindName);
  const also = async (s: Context) => {
    if (made.length === 0) return [];
    const { items } = await unlessUntested(
      s.once(`made/${kindName}/first`, () => readAll(s, kindName, 'first', true)),
      { items: [] },
    );
    return items.filter((item) => made.includes(String(item[kind(kindName).id])));
  };
  await expectViewsAgree(t, kindName, { also });
};

const once: Judge = (t, kindName) =>
  eventually(t, async (s) => {
    const { items } = await someOfKind(s, kindName);
    s.eachOnce(items, `${kind(kindName).list} shows ${withArticle(kind(kindName).title)} twice`, kindName);
  });

const actions: Judge = (t, kindName) =>
  eventually(t, (s) => expectOwnActions(s, undefined, inListAndById(s, kindName)));

export const readingLaws: Readonly<Partial<Record<Law, Judge>>> = { get, views, once, actions };
