/** A name of digits is a text: the same number written otherwise is another name. Section "Endpoints / Conventions" (filter). */
import { kind, withArticle } from '../../schemas/contract.ts';
import type { Context } from '../support/engine/context.ts';
import { NoData } from '../support/engine/outcome.ts';
import { firstFound } from '../support/engine/retry.ts';
import { ask, only } from '../support/lists/requests.ts';
import { idOf } from '../support/records/answers.ts';
import { created } from './created.ts';

/** Filters by the number that a created name of digits is, without the zeros before it. */
export async function digitsAreText(t: Context, kindName: string): Promise<void> {
  const { list = '', marker = '', title } = kind(kindName);
  const { made } = await created(t, kindName);
  const numerals = made.filter(({ sent }) => /^0+[1-9]\d*$/.test(String(sent[marker])));
  if (numerals.length === 0)
    throw new NoData(`no ${title} with a ${marker} of digits could be made`, `a target that takes such a ${marker}`);
  for (const one of numerals) {
    const name = String(one.sent[marker]);
    const finds = async (s: Context, value: string) => {
      const { items, answer } = await ask(s, list, { ...only(list, [marker]), filter: { [marker]: value } });
      return { answer, found: items.filter((item) => idOf(item) === one.id && item[marker] === name) };
    };
    // What is kept otherwise than it was sent tells nothing.
    if (!(await firstFound(t, async (s) => (await finds(s, name)).found[0]))) continue;
    const { answer, found } = await finds(t, name.replace(/^0+/, ''));
    t.none(found, 1, `a filter by a number gives ${withArticle(title)} whose ${marker} begins with zeros`, answer);
  }
  if (t.tally.compared === 0)
    throw new NoData(`no ${title} is found by a ${marker} of digits`, `a target that keeps such a ${marker}`);
}
