/**
 * What the words say of tags, and of what is tagged. Sections "Resources / Tag" and "Endpoints / Tags". Tags cannot be
 * deleted, so that the checks of one place share the story of one tag.
 */

import type { JsonRecord } from '../../../schemas/contract.ts';
import { allTags, tagKey } from '../../support/domain/tags.ts';
import { type Batch, type Check, check } from '../../support/engine/check.ts';
import { NotTested } from '../../support/engine/outcome.ts';
import { eventually } from '../../support/engine/retry.ts';
import { counts } from './counts.ts';
import { goalTags } from './goals.ts';
import { identity } from './identity.ts';
import { known } from './known.ts';
import { names } from './names.ts';
import { places } from './places.ts';
import { shown } from './shown.ts';

const depth = ({ items }: JsonRecord): number =>
  Array.isArray(items) && items.length > 0
    ? 1 + Math.max(...items.map((item) => (typeof item === 'object' ? depth(item ?? {}) : 0)))
    : 0;

/** The first two entries of a list for which `key` gives the same. */
function twice(items: readonly JsonRecord[], key: (item: JsonRecord) => unknown): JsonRecord[] | undefined {
  const seen = new Map<unknown, JsonRecord>();
  for (const item of items) {
    const value = key(item);
    if (value === undefined) continue;
    const other = seen.get(value);
    if (other) return [other, item];
    seen.set(value, item);
  }
  return undefined;
}

const listing: Check[] = [
  check('the list shows each tag once', 'tags.list-each-once', (t) =>
    eventually(t, async () => {
      const { items, answer } = await allTags(t);
      if (items.length < 2) throw new NotTested('the account has no two tags', 'two tags in the account');
      const found = twice(items, ({ id }) => id) ?? twice(items, ({ title }) => title && tagKey(title));
      t.expect(!found, 'the list shows a tag twice', { expected: 'each tag once', received: found, exchange: answer });
    }),
  ),
  check('what the items of a tag are', 'tags.nested', async (t) => {
    const { items } = await allTags(t);
    const nested = items.filter(({ items: below }) => Array.isArray(below) && below.length > 0);
    const listed = new Set(items.map(({ id }) => id));
    const below = nested.flatMap(({ items: inner }) => inner as JsonRecord[]);
    return {
      'tags with items': nested.length,
      levels: Math.max(0, ...items.map(depth)),
      'listed by themselves, too': below.filter(({ id }) => listed.has(id)).length,
    };
  }),
];

export const tags: Batch = {
  title: 'behaviour: Tags',
  checks: [...identity, ...places, ...counts, ...shown, ...goalTags, ...names, ...known, ...listing],
};
