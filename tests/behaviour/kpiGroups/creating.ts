/** KPI groups are created as they were sent. Sections "KPI group", "Endpoints / KPI groups". */

import type { JsonRecord } from '../../../schemas/contract.ts';
import { expectFavorite, expectName } from '../../support/domain/kpiGroups.ts';
import { listedKpis } from '../../support/domain/memberships.ts';
import { type Check, check } from '../../support/engine/check.ts';
import { at } from '../../support/engine/context.ts';
import { Failure, NotApplicable, NotTested } from '../../support/engine/outcome.ts';
import { eventually, fresh } from '../../support/engine/retry.ts';
import { DEFAULT_PAGE, readKind } from '../../support/lists/readList.ts';
import { bodies } from '../../support/records/bodies.ts';
import { tryMake } from '../../support/records/creating.ts';
import { make, read } from '../../support/records/subjects.ts';
import { TEXTS } from '../../support/values/texts.ts';

const KIND = 'kpiGroup';
/** A + is read as a blank by who takes a body for a form. */
const NAMES = [...TEXTS, 'One+Two + THREE'];

export const creatingGroups: Check[] = [
  check('a created group is answered with its name and id', 'kpiGroups.create-answer', async (t) => {
    const body = await bodies.kpiGroup?.(t);
    const made = await tryMake(t, KIND, body as JsonRecord);
    if (!('kindName' in made)) {
      if (!made.ok || typeof (made.json as JsonRecord | undefined)?.id !== 'string') {
        throw new NotTested(
          `kpiGroups.create answered ${made.status} without an id`,
          'a target whose kpiGroups.create answers with the group',
        );
      }
      throw new Failure('the answer is no new group', {
        expected: { ...body, id: 'a new id' },
        received: made.json,
        exchange: made,
      });
    }
    const { name = body?.name } = made.record;
    t.equal(name, body?.name, 'the name is not the one that was sent', made.answer);
  }),

  check('a created group is there by id and in the list, for two users', 'kpiGroups.create-stored', async (t) => {
    const { id, sent } = await make(t, KIND);
    for (const as of ['first', t.need('second')] as const)
      await eventually(t, async (s) => {
        const { items, answer } = await readKind(fresh(s), KIND, { as });
        const found = items.filter((item) => item.id === id);
        s.expect(
          found.length === 1 || (found.length === 0 && items.length >= DEFAULT_PAGE),
          `the list of the ${as} user does not have the group once`,
          { expected: 1, received: found.length, exchange: answer },
        );
        await expectName(s, id, sent.name, `the ${as} user is not shown the name that was sent`, as);
      });
  }),

  check('groups created at once are all there, each with an id of its own', 'kpiGroups.create-each', async (t) => {
    const made = await Promise.all(Array.from({ length: 6 }, () => make(t, KIND)));
    t.expect(new Set(made.map(({ id }) => id)).size === made.length, 'two groups have the same id', {
      expected: `${made.length} ids`,
      received: made.map(({ id }) => id),
    });
    for (const { id, sent } of made) await expectName(t, id, sent.name, 'a group has the name of another one');
    const { items, answer } = await readKind(fresh(t), KIND);
    for (const { sent } of made) {
      const times = items.filter(({ name }) => name === sent.name).length;
      t.expect(times <= 1, 'a create has made several groups', { expected: 1, received: times, exchange: answer });
    }
  }),

  check('names are kept letter for letter', 'kpiGroups.name-kept', async (t) => {
    await Promise.all(
      NAMES.map(async (text, i) => {
        const answer = await tryMake(t, KIND, { name: `${t.names.next('name')} ${text}` });
        // Which texts are accepted is open; a plain name is.
        const made = 'kindName' in answer ? answer : await make(t, KIND);
        await expectName(t, made.id, made.sent.name, 'the name is not kept as it was sent');
        const name = `${t.names.next('renamed')} ${NAMES[(i + 1) % NAMES.length]}`;
        const { ok } = await t.send('kpiGroups.update', { ...at(KIND, made.id), body: { name } });
        if (ok) await expectName(t, made.id, name, 'the name is not kept as an update sent it');
      }),
    );
  }),

  check('a new group has no KPIs', 'kpiGroups.create-empty', async (t) => {
    t.needGroup('kpis');
    const { id, answer } = await make(t, KIND);
    const kpis = await listedKpis(t);
    const within = kpis.filter(({ groups }) => Array.isArray(groups) && groups.includes(id));
    t.none(within, kpis.length, 'creating a group has put KPIs into it', answer);
  }),

  check('a new group is nobody’s favourite', 'kpiGroups.favorite-new', async (t) => {
    const { id, record, answer } = await make(t, KIND);
    t.expect(record.favorite !== true, 'the answer of a create says that the group is a favourite', {
      expected: false,
      received: true,
      at: '/favorite',
      exchange: answer,
    });
    await expectFavorite(t, id, false);
    await expectFavorite(t, id, false, t.need('second'));
  }),

  check('a group names its author and who changed it last', 'kpiGroups.author', async (t) => {
    const second = t.need('second');
    const [one, two, theirs] = await Promise.all([make(t, KIND), make(t, KIND), make(t, KIND, {}, second)]);
    const authors = await Promise.all([one, two, theirs].map(async ({ id }) => (await read(t, KIND, id)).createdById));
    if (authors.includes(undefined)) throw new NotApplicable('createdById is absent, as fields may be');
    t.expect(authors[0] === authors[1] && authors[0] !== authors[2], 'createdById does not tell the users apart', {
      expected: 'the first user twice, then the second',
      received: authors,
    });
    await t.ok('kpiGroups.update', { ...at(KIND, one.id), body: { name: t.names.next('renamed') }, as: second });
    const { createdById, modifiedById } = await read(t, KIND, one.id);
    t.equal(createdById, authors[0], 'a change by another user changes who created the group');
    if (modifiedById !== undefined)
      t.equal(modifiedById, authors[2], 'modifiedById is not the user who changed it last');
  }),
];
