/** A tag is its title, lower-cased and trimmed, wherever it is used. Sections "Resources / Tag", "Endpoints / Tags". */

import { type JsonRecord, operation } from '../../../schemas/contract.ts';
import { a, answered, entriesOf, PLACES, type Place, tagKey, type Use } from '../../support/domain/tags.ts';
import { type Check, check } from '../../support/engine/check.ts';
import type { Context } from '../../support/engine/context.ts';
import { NotApplicable, NotTested } from '../../support/engine/outcome.ts';
import type { Listing } from '../../support/lists/readList.ts';
import { newTag } from './newTag.ts';
import { accepted, hadTag, listAfter, STAGES, type Stage, type Story, story, used } from './story.ts';

/** Judges that each of these uses gave the tag that was there, and that the list has no other one since. */
function expectSame(t: Context, told: Story, stage: Stage): void {
  for (const use of told.uses[stage]) {
    const { answer, id, title } = use;
    // What an item is answered that has the tag already is judged elsewhere, and 304 is listed without its condition.
    const silent = answer.status === 304 || hadTag(told, use);
    t.expect(
      answer.ok || silent,
      `${told.place.operation} refuses ${JSON.stringify(title)}, which is a tag that exists`,
      {
        expected: `status ${operation(told.place.operation).success.status}`,
        received: answer.status,
        exchange: answer,
      },
    );
    if (id !== undefined && told.answersId) {
      t.expect(id === told.id, `${JSON.stringify(title)} and ${JSON.stringify(told.title)} are not the same tag`, {
        expected: told.id,
        received: id,
        at: '/id',
        exchange: answer,
      });
    }
  }
  if (!t.claims('tags')) return;
  const before = entriesOf(listAfter(t, told, STAGES[STAGES.indexOf(stage) - 1] as Stage), told.title, told.id);
  const after = listAfter(t, told, stage);
  const added = entriesOf(after, told.title, told.id).filter(({ id }) => !before.some((entry) => entry.id === id));
  t.expect(before.length === 0 || added.length === 0, 'another spelling or use of a tag has created a second one', {
    expected: before,
    received: [...before, ...added],
    exchange: after.answer,
  });
}

/** Judges that the tag that was answered has the title that was sent. */
function expectTitle(t: Context, { answer, title }: Use): void {
  const record = answered(answer);
  t.expect(tagKey(record.title) === tagKey(title), 'the tag that is answered has another title than was sent', {
    expected: title,
    received: record.title ?? answer.json,
    at: '/title',
    exchange: answer,
  });
}

/** Judges that the list has a tag once, under its id. */
function expectListedOnce(t: Context, { title, id, uses }: Story, found: Listing, as: string): void {
  const entries = entriesOf(found, title, id);
  t.expect(entries.length === 1, `the list of the ${as} user does not have the new tag once`, {
    expected: { title, id, times: 1 },
    received: entries.length === 0 ? 'not listed' : entries,
    exchange: found.answer,
  });
  const answeredId = uses.first[0]?.id;
  if (answeredId !== undefined)
    t.equal(entries[0]?.id, answeredId, 'the list has the tag under another id than was answered', found.answer);
}

const at = (place: Place, ...more: string[]) => [place.operation, 'tags.list', ...more];

function checksOf(place: Place): Check[] {
  const of = `a tag on ${a(place)}`;
  return [
    check(
      `${of} is answered with its title`,
      'tags.answer',
      async (t) => {
        const { uses } = await story(t, place);
        const { answer, item, title } = uses.first[0] as Use;
        t.expect(answer.ok, `${place.operation} did not succeed`, {
          expected: `status ${operation(place.operation).success.status}`,
          received: answer.status,
          exchange: answer,
        });
        const record = answered(answer);
        t.expect(record.id === undefined || record.id !== item, 'the item is answered instead of the tag', {
          expected: `a tag with the title ${title}`,
          received: answer.json,
          exchange: answer,
        });
        if (record.title === undefined && record.id !== undefined)
          throw new NotApplicable('title is absent, as fields may be');
        expectTitle(t, uses.first[0] as Use);
        for (const use of uses.others)
          if (use.answer.ok && answered(use.answer).title !== undefined) expectTitle(t, use);
      },
      [place.operation],
    ),

    check(
      `${of} is created by its first use, and listed once for two users`,
      'tags.first-use',
      async (t) => {
        const told = await accepted(t, place);
        expectListedOnce(t, told, listAfter(t, told, 'first'), 'first');
        t.need('second');
        const { listOfSecond } = told;
        if (!listOfSecond?.complete)
          throw new NotTested('the second user is not shown the list of tags', 'a target whose tags.list succeeds');
        expectListedOnce(t, told, listOfSecond, 'second');
      },
      at(place),
    ),

    check(
      `${of} is the same at its next use`,
      'tags.later-use',
      async (t) => expectSame(t, await used(t, place), 'later'),
      at(place),
    ),
    check(
      `${of} that exists is answered like a new one`,
      'general.success-status',
      async (t) => {
        const told = await used(t, place);
        const expected = operation(place.operation).success.status;
        // What an item is answered that has the tag already is open.
        for (const use of told.uses.later.filter((one) => one.answer.ok && !hadTag(told, one)))
          t.equal(use.answer.status, expected, 'a tag that exists is answered with another status', use.answer);
      },
      [place.operation],
    ),
    check(
      `${of} is the same in other letter case`,
      'tags.identity-case',
      async (t) => expectSame(t, await used(t, place), 'cased'),
      at(place),
    ),
    check(
      `${of} is the same with spaces at its ends`,
      'tags.identity-spaces',
      async (t) => expectSame(t, await used(t, place), 'spaced'),
      at(place),
    ),

    check(
      `${of} is another one when its title differs otherwise`,
      'tags.identity-distinct',
      async (t) => {
        const told = await used(t, place);
        // 304 says that the item has the tag already.
        const taken = told.uses.others.filter(({ answer }) => answer.ok || answer.status === 304);
        if (taken.length === 0)
          throw new NotTested('no title that differs otherwise is taken', `a target whose ${place.operation} succeeds`);
        const seen = new Map([[told.answersId ? told.id : undefined, told.title]]);
        for (const { id, title, answer } of taken) {
          if (id !== undefined) {
            t.expect(!seen.has(id), `${JSON.stringify(title)} and ${JSON.stringify(seen.get(id))} are the same tag`, {
              expected: 'a tag of its own',
              received: answer.json,
              exchange: answer,
            });
            seen.set(id, title);
          }
          if (!t.claims('tags')) continue;
          const list = listAfter(t, told, 'others');
          const entries = list.items.filter((entry) => tagKey(entry.title) === tagKey(title));
          const byId = list.items.filter((entry) => id !== undefined && entry.id === id);
          const right = entries.length === 1 || (entries.length === 0 && byId[0] !== undefined && !byId[0].title);
          t.expect(right, `${JSON.stringify(title)}, which is a tag of its own, is not once in the list`, {
            expected: 1,
            received: entries.length === 0 ? (byId[0] ?? 'not listed') : entries,
            exchange: list.answer,
          });
        }
      },
      at(place),
    ),

    check(
      `${of} stays there once when it is given again`,
      'tags.repeat',
      async (t) => {
        const told = await used(t, place);
        for (const { answer } of told.uses.repeated) {
          t.expect(answer.status < 500, 'tagging an item with a tag that it has breaks the target', {
            expected: 'a status below 500',
            received: answer.status,
            exchange: answer,
          });
        }
        const tags = told.again?.tags;
        const times = Array.isArray(tags) ? tags.filter((entry) => isOf(entry, told)).length : 0;
        t.expect(times <= 1, 'an item carries a tag more than once after it was given it again', {
          expected: 1,
          received: tags,
          at: '/tags',
        });
      },
      at(place),
    ),

    check(
      `what is answered when ${a(place)} has the tag already`,
      'tags.repeat-answer',
      async (t) => {
        const { uses } = await used(t, place);
        return uses.repeated.map(({ answer }) => answer.status);
      },
      [place.operation],
    ),

    ...newTag(place),
  ];
}

const isOf = (embedded: unknown, { id }: Story) =>
  typeof embedded === 'object' && embedded !== null && (embedded as JsonRecord).id === id && id !== undefined;

export const identity: readonly Check[] = [...PLACES.flatMap(checksOf)];
