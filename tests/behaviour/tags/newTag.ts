/** A new tag: whose it is, that it is active, how it is spelled; and none where there is no item. Section "Resources / Tag". */

import type { JsonRecord } from '../../../schemas/contract.ts';
import { a, allTags, answered, entriesOf, newTitle, type Place, tag, type Use } from '../../support/domain/tags.ts';
import { type Check, check } from '../../support/engine/check.ts';
import type { Context } from '../../support/engine/context.ts';
import { NotApplicable, NotTested } from '../../support/engine/outcome.ts';
import { unknownId } from '../../support/records/identifiers.ts';
import { entryAfter, listAfter, type Story, used } from './story.ts';

function authors(t: Context, told: Story): { mine: unknown; theirs: unknown; later: unknown[] } {
  t.need('second');
  const [, other] = told.uses.others as [Use, Use];
  const mine = answered((told.uses.first[0] as Use).answer).createdBy ?? entryAfter(t, told, 'first').createdBy;
  const listed = entriesOf(listAfter(t, told, 'others'), other.title, other.id)[0];
  if (told.id !== undefined && other.id === told.id)
    throw new NotTested('the second user could not create a tag', 'a target where other titles are other tags');
  const later = (['later', 'others'] as const)
    .map((stage) => entryAfter(t, told, stage).createdBy)
    .filter((author) => author !== undefined);
  return { mine, theirs: answered(other.answer).createdBy ?? listed?.createdBy, later };
}

const at = (place: Place) => [place.operation, 'tags.list'];

export function newTag(place: Place): Check[] {
  const of = `a tag on ${a(place)}`;
  return [
    check(
      `${of} creates none where there is no such ${place.noun}`,
      'tags.unknown-item',
      async (t) => {
        const { answer, title } = await unknownUse(t, place);
        const found = await allTags(t);
        const entries = entriesOf(found, title);
        if (entries.length === 0 && !found.complete)
          throw new NotTested('tags.list does not show all tags', 'a target whose tags.list is right');
        t.expect(entries.length === 0, `tagging ${a(place)} that does not exist has created a tag`, {
          expected: 'no such tag',
          received: entries,
          exchange: answer,
        });
        // The control: where the item exists, the tag is created.
        await used(t, place);
      },
      at(place),
    ),

    check(
      `${of} names who used it first`,
      'tags.author',
      async (t) => {
        const told = await used(t, place);
        const { mine, theirs, later } = authors(t, told);
        if (mine === undefined || theirs === undefined)
          throw new NotApplicable('createdBy is absent, as fields may be');
        t.expect(mine !== theirs, 'createdBy does not tell the users apart who created tags', {
          expected: 'different users',
          received: [mine, theirs],
          at: '/createdBy',
        });
        for (const author of later) t.equal(author, mine, 'a later use changes who created the tag');
      },
      at(place),
    ),

    check(
      `${of} is as it was when it is used again`,
      'tags.kept',
      async (t) => {
        const told = await used(t, place);
        const [was, is] = [entryAfter(t, told, 'first'), entryAfter(t, told, 'later')];
        const shown = ['title', 'name', 'dateCreated', 'isActive'].filter(
          (field) => was[field] !== undefined && is[field] !== undefined,
        );
        if (shown.length === 0) throw new NotApplicable('the fields are absent, as they may be');
        for (const field of shown) {
          t.expect(is[field] === was[field], `a later use of a tag, in the same spelling, changes its ${field}`, {
            expected: was[field],
            received: is[field],
            at: `/${field}`,
            ...(told.lists.later && { exchange: told.lists.later.answer }),
          });
        }
      },
      at(place),
    ),

    check(
      `${of} is active when it is new`,
      'tags.active',
      async (t) => {
        const told = await used(t, place);
        const shown = [
          answered((told.uses.first[0] as Use).answer),
          ...(t.claims('tags') ? [entryAfter(t, told, 'first')] : []),
        ].flatMap(({ isActive }: JsonRecord) => (isActive === undefined ? [] : [isActive]));
        if (shown.length === 0) throw new NotApplicable('isActive is absent, as fields may be');
        t.expect(shown.every(Boolean), 'a tag that was just created is not active', {
          expected: true,
          received: shown,
          at: '/isActive',
        });
      },
      at(place),
    ),

    check(
      `which spelling of ${of} is shown`,
      'tags.spelling',
      async (t) => {
        const told = await used(t, place);
        const first = answered((told.uses.first[0] as Use).answer);
        const last = t.claims('tags') ? entryAfter(t, told, 'spaced') : first;
        const form = (text: unknown) =>
          typeof text === 'string'
            ? text.replace(told.title.split(' ')[0] as string, 'Tag-0').replace(/gc-\S+tag\S+/, 'tag-0')
            : 'absent';
        return { sent: form(told.title), title: form(first.title), name: form(first.name), later: form(last.title) };
      },
      at(place),
    ),
  ];
}

async function unknownUse(t: Context, place: Place): Promise<Use> {
  t.needGroup(place.group);
  return tag(t, place, await unknownId(t, place.kind), newTitle(t));
}
