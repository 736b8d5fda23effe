/** KPI groups are created as they were sent. Sections "KPI group", "Endpoints / KPI groups". */

import { isRecord } from '../../../schemas/contract.ts';
import { lengthened } from '../../laws/sendings/texts.ts';
import { expectFavorite, expectName, showsFavourites } from '../../support/domain/kpiGroups.ts';
import { listedKpis } from '../../support/domain/memberships.ts';
import { expectOwn, LONG_AGO, NO_USER } from '../../support/domain/ownFields.ts';
import { type Check, check } from '../../support/engine/check.ts';
import { NotApplicable } from '../../support/engine/outcome.ts';
import { eventually } from '../../support/engine/retry.ts';
import { at } from '../../support/http/at.ts';
import { idsOf } from '../../support/records/answers.ts';
import { tryMake } from '../../support/records/creating.ts';
import { make, read } from '../../support/records/subjects.ts';
import { peek } from '../../support/records/views.ts';
import { SLIGHT_CHANGES, TEXTS } from '../../support/values/texts.ts';

const KIND = 'kpiGroup';
/** A + is read as a blank by who takes a body for a form. */
const NAMES = [...TEXTS, 'One+Two + THREE'];

/** Values that no group has, for what the service alone says of it. */
const FORGED = {
  createdById: NO_USER,
  modifiedById: NO_USER,
  dateCreated: LONG_AGO,
  dateUpdated: LONG_AGO,
};

export const creatingGroups: Check[] = [
  check('names are kept letter for letter', 'kpiGroups.name-kept', async (t) => {
    await Promise.all(
      NAMES.map(async (text, i) => {
        const answer = await tryMake(t, KIND, { name: `${t.names.next('name')} ${text}` });
        // Which texts are accepted is open; a plain name is.
        const made = 'kindName' in answer ? answer : await make(t, KIND);
        await expectName(t, made.id, made.sent.name, 'the name is not kept as it was sent');
        // A name that differs from the one before in a space, an accent or a sign alone is another one.
        const change = SLIGHT_CHANGES[i % SLIGHT_CHANGES.length];
        const next = change?.(String(made.sent.name)) ?? t.names.next('renamed');
        // How long a name may be is open.
        for (const name of i === 0 ? [next, lengthened(t.names.next('renamed'), 600)] : [next]) {
          const { ok } = await t.send('kpiGroups.update', { ...at(KIND, made.id), body: { name } });
          if (ok) await expectName(t, made.id, name, 'the name is not kept as an update sent it');
        }
      }),
    );
  }),

  check('a group may be called like a deleted one, or is refused', 'kpiGroups.create-each', async (t) => {
    const gone = await make(t, KIND);
    const { ok } = await t.send('kpiGroups.delete', at(KIND, gone.id));
    if (!ok) throw new NotApplicable('no group could be deleted');
    t.ledger.remove(KIND, gone.id);
    const again = await tryMake(t, KIND, gone.sent);
    const answer = 'kindName' in again ? again.answer : again;
    t.unbroken(answer, 'a create with the name of a deleted group breaks the target');
    const [id] = answer.ok && isRecord(answer.json) ? idsOf([answer.json]) : [];
    if (id === undefined) return;
    await eventually(t, async (s) => {
      const read = await s.send('kpiGroups.get', at(KIND, id));
      s.succeeded(read, 'a group that was created with the name of a deleted one is not there');
    });
  }),

  check('a new group has no KPIs', 'kpiGroups.create-empty', async (t) => {
    t.needGroup('kpis');
    const { id, answer } = await make(t, KIND);
    const kpis = (await listedKpis(t)).filter(({ groups }) => Array.isArray(groups));
    if (kpis.length === 0) throw t.nothingShown('kpi', 'groups');
    const within = kpis.filter(({ groups }) => (groups as unknown[]).includes(id));
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
    const marked = await tryMake(t, KIND, { name: t.names.next('group'), favorite: true });
    if ('kindName' in marked) await expectFavorite(t, marked.id, false);
    for (const as of t.also('second')) await expectFavorite(t, id, false, as);
  }),

  check('a new group with the name of a deleted favourite is nobody’s', 'kpiGroups.favorite-new', async (t) => {
    const users = t.also('second');
    const gone = await make(t, KIND);
    for (const as of ['first', ...users] as const) await t.send('kpiGroups.setFavorite', { ...at(KIND, gone.id), as });
    const answer = await t.ok('kpiGroups.delete', at(KIND, gone.id));
    t.ledger.remove(KIND, gone.id);
    const again = await tryMake(t, KIND, { name: gone.sent.name });
    if (!('kindName' in again)) throw new NotApplicable('the target does not take the name of a deleted group');
    const plain = await make(t, KIND);
    for (const as of ['first', ...users] as const) {
      // Whether who makes a group has it as a favourite at once is judged of other groups.
      const expected = (await peek(t, KIND, plain.id, as))?.favorite;
      const { favorite } = (await peek(t, KIND, again.id, as)) ?? {};
      if (favorite === undefined && !(await showsFavourites(t, as))) throw t.nothingShown(KIND, 'favorite');
      const message = `a new group is a favourite of the ${as} user as one of its name was that is deleted`;
      t.expect(favorite !== true || expected === true, message, {
        expected: false,
        received: favorite,
        exchange: answer,
      });
    }
  }),

  check('author, dates and favourite are not taken from the body of a group', 'kpiGroups.author', async (t) => {
    const made = await tryMake(t, KIND, { name: t.names.next('group'), ...FORGED });
    const { id } = 'kindName' in made ? made : await make(t, KIND);
    const before = await read(t, KIND, id);
    let shown = 'kindName' in made ? expectOwn(t, before, FORGED, made.answer) : 0;
    // A group that does not show the mark may be none.
    const forgery = { ...FORGED, ...(before.favorite !== undefined && { favorite: !before.favorite }) };
    const body = { name: t.names.next('renamed'), ...forgery };
    const answer = await t.send('kpiGroups.update', { ...at(KIND, id), body });
    shown += expectOwn(t, await read(t, KIND, id), forgery, answer);
    if (shown === 0) throw t.nothingShown(KIND, Object.keys(FORGED));
  }),

  check('a group names its author and who changed it last', 'kpiGroups.author', async (t) => {
    const second = t.need('second');
    const [one, two, theirs] = await Promise.all([make(t, KIND), make(t, KIND), make(t, KIND, {}, second)]);
    const authors = await Promise.all([one, two, theirs].map(async ({ id }) => (await read(t, KIND, id)).createdById));
    if (authors.includes(undefined)) throw t.nothingShown(KIND, 'createdById');
    t.expect(authors[0] === authors[1] && authors[0] !== authors[2], 'createdById does not tell the users apart', {
      expected: 'the first user twice, then the second',
      received: authors,
    });
    await t.ok('kpiGroups.update', { ...at(KIND, one.id), body: { name: t.names.next('renamed') }, as: second });
    await eventually(t, async (s) => {
      const { createdById, modifiedById } = await read(s, KIND, one.id);
      s.equal(createdById, authors[0], 'a change by another user changes who created the group');
      if (modifiedById !== undefined)
        s.equal(modifiedById, authors[2], 'modifiedById is not the user who changed it last');
    });
  }),
];
