/** Tags and insights of the sample data. */
import type { Insight, Tag } from '../account.ts';
import { type Make, moment, wide } from './make.ts';
import { AREAS, nth, THEMES } from './words.ts';

/** Every tenth tag has two below it, and one of these one more. */
const parentOf = (n: number) => ({ 1: n - 1, 2: n - 1, 3: n - 3 })[n % 10];

/** Tags; users do not exist yet, so who created them is added later. */
export function addTags({ account, id }: Make, count: number): void {
  const made: Tag[] = [];
  for (let n = 0; n < count; n++) {
    // The last four, one for each kind that is tagged, are of this account alone.
    const title = `${n >= count - 4 ? account.name : nth(THEMES, n)} ${wide(n)}`;
    const parent = made[parentOf(n) ?? -1];
    const tag: Tag = {
      createdBy: '',
      dateCreated: moment(n),
      id: id(),
      isActive: n % 13 !== 12,
      name: title.toLowerCase(),
      title,
      parentId: parent?.id,
    };
    made.push(tag);
    account.tags.set(tag.id, tag);
  }
}

export function signTags({ account }: Make): void {
  const users = [...account.users.keys()];
  for (const [n, tag] of [...account.tags.values()].entries()) tag.createdBy = users[n % 2] ?? '';
}

export function addInsights(make: Make, count: number): void {
  const { account, id } = make;
  for (let n = 0; n < count; n++) {
    const insight: Insight = {
      id: id(),
      name: `insight${wide(n)}`,
      tagIds: make.some([...account.tags.keys()].slice(0, -5), n % 3),
      title: `${nth(THEMES, n)} of ${nth(AREAS, n * 7)}`,
    };
    account.insights.set(insight.id, insight);
  }
}
