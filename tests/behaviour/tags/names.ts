/** What is called a name is not the title of a tag. Sections "Resources / Tag" and "Endpoints / Tags". */

import { allTags, answered, COUNTS, entriesOf, GOAL, tag, tagKey, type Use } from '../../support/domain/tags.ts';
import { type Check, check } from '../../support/engine/check.ts';
import { at, type Context } from '../../support/engine/context.ts';
import { NotApplicable, NotTested } from '../../support/engine/outcome.ts';
import type { Answer } from '../../support/http/client.ts';
import { ask } from '../../support/lists/requests.ts';
import { entryAfter, listAfter, type Story, used } from './story.ts';

interface Flow {
  told: Story;
  flowName: string;
  without: Answer;
  named: Answer;
}

/** A tag that exists on a goal again, without and with flowName. */
const flow = (t: Context): Promise<Flow> =>
  t.once('flow name', async () => {
    const told = await used(t, GOAL);
    const [goal] = told.items.slice(-1) as [string];
    const flowName = t.names.next('flow');
    const [without, named] = await Promise.all(
      [{ title: told.title }, { title: told.title, flowName }].map((body) =>
        t.send(GOAL.operation, { ...at('goal', goal), body }),
      ),
    );
    return { told, flowName, without: without as Answer, named: named as Answer };
  });

export const names: readonly Check[] = [
  check(
    'a title that is the name of another tag is a tag of its own',
    'tags.identity-distinct',
    async (t) => {
      const told = await used(t, GOAL);
      const { name } = entryAfter(t, told, 'first');
      if (typeof name !== 'string' || name.trim() === '') throw new NotApplicable('name is absent, as fields may be');
      if (tagKey(name) === tagKey(told.title)) throw new NotApplicable('the name of a tag is its title');
      const { answer, id } = await tag(t, GOAL, told.items.at(-1) as string, name);
      if (!answer.ok && answer.status !== 304)
        throw new NotTested(
          `it depends on ${GOAL.operation}, which answered ${answer.status}`,
          `a target whose ${GOAL.operation} takes this title`,
        );
      const found = await allTags(t);
      if (!found.complete) throw new NotTested('tags.list does not show all tags', 'a target whose tags.list is right');
      const entries = entriesOf(found, name);
      t.expect(
        entries.length === 1 && (id === undefined || !told.answersId || id !== told.id),
        'a title is taken for the tag that has it as its name',
        { expected: name, received: entries.length === 0 ? 'not listed' : entries, exchange: answer },
      );
    },
    [GOAL.operation, 'tags.list'],
  ),

  check(
    'a filter finds a tag by a title with marks in it, and shows its counts',
    'lists.filter-equals',
    async (t) => {
      const told = await used(t, GOAL);
      const { title } = told.uses.others.at(-1) as Use;
      const listed = listAfter(t, told, 'others').items.find((entry) => tagKey(entry.title) === tagKey(title));
      if (!listed) throw new NotTested('the list does not show the tag', 'a target that lists a tag that was used');
      const { items, answer } = await ask(t, 'tags.list', { filter: { title: listed.title } });
      const found = items.find(({ id }) => id === listed.id);
      t.expect(found !== undefined, 'a filter on a title does not give its tag', {
        expected: listed,
        received: items.slice(0, 3),
        exchange: answer,
      });
      for (const count of COUNTS) {
        t.expect(
          found?.[count] === undefined || listed[count] === undefined || found[count] === listed[count],
          'a filter changes the counts of a tag',
          { expected: listed[count], received: found?.[count], at: `/${count}`, exchange: answer },
        );
      }
    },
    ['tags.list'],
  ),

  check('the tag of a goal has the title, not the flowName', 'tags.goal-flow-title', async (t) => {
    const { told, flowName, named } = await flow(t);
    if (!named.ok && named.status !== 304)
      throw new NotTested(
        `${GOAL.operation} answered ${named.status} to a flowName`,
        `a target whose ${GOAL.operation} takes a flowName`,
      );
    const { title } = answered(named);
    t.expect(title === undefined || tagKey(title) === tagKey(told.title), 'a flowName changes the tag of a title', {
      expected: told.title,
      received: title,
      at: '/title',
      exchange: named,
    });
    const entries = entriesOf(await allTags(t), flowName);
    t.expect(entries.length === 0, 'a flowName has become a tag', {
      expected: 'no such tag',
      received: entries,
      exchange: named,
    });
  }),

  check('what flowName does', 'tags.goal-flow-name', async (t) => {
    const { without, named } = await flow(t);
    return { without: without.status, with: named.status };
  }),
];
