/** What the words say of KPI groups and favourites. Sections "KPI group", "States and transitions", "Endpoints / KPI groups". */
import { type Batch, type Check, check } from '../support/check.ts';
import type { Actor, Answer } from '../support/client.ts';
import { shared } from '../support/compare.ts';
import { at, type Context, type JsonRecord } from '../support/context.ts';
import { membership, othersIn } from '../support/memberships.ts';
import { Failure, NotApplicable, NotTested } from '../support/outcome.ts';
import { bodies, isRecord, list, listed, type Made, make, read, tryMake } from '../support/subjects.ts';
import { TEXTS } from '../support/texts.ts';

const KIND = 'kpiGroup';

/** A group as an actor sees it by id and in the list; the list must show it. */
async function views(t: Context, id: string, as: Actor = 'first'): Promise<JsonRecord[]> {
  const [byId, inList] = await Promise.all([read(t, KIND, id, as), listed(t, KIND, id, as)]);
  return [byId, ...(inList ? [inList] : [])];
}

/** Judges the name wherever it is shown; fields may be absent, but a name that stands nowhere cannot be judged. */
function expectName(
  t: Context,
  shown: readonly JsonRecord[],
  expected: unknown,
  message: string,
  exchange?: Answer,
): void {
  const names = shown.map(({ name }) => name).filter((name) => name !== undefined);
  if (names.length === 0) throw new NotTested('the target shows no name of the group', 'a target that shows `name`');
  for (const name of names) t.equal(name, expected, message, exchange);
}

/** Judges that a group is a favourite of the actor, or that it is none, wherever the target shows it. */
export async function expectFavorite(t: Context, id: string, expected: boolean, as: Actor = 'first'): Promise<void> {
  const shown = (await views(t, id, as)).map(({ favorite }) => favorite);
  // A field may be absent; absent everywhere it can only stand for false.
  const seen = shown.filter((favorite) => favorite !== undefined);
  const right = seen.length > 0 ? seen.every((favorite) => favorite === expected) : !expected;
  t.expect(right, `the group is ${expected ? 'no' : 'a'} favourite of the ${as} user`, {
    expected: { favorite: expected },
    received: { 'by id and in the list': shown },
    at: '/favorite',
  });
}

const favorite = (t: Context, { id }: Made, set: boolean, as: Actor = 'first') =>
  t.ok(set ? 'kpiGroups.setFavorite' : 'kpiGroups.clearFavorite', { ...at(KIND, id), as });

const gone = async (t: Context, { id }: Made): Promise<void> => {
  const [byId, inList] = await Promise.all([t.send('kpiGroups.get', at(KIND, id)), listed(t, KIND, id)]);
  t.expect(byId.status === 404, 'a deleted group can still be read', {
    expected: 404,
    received: byId.status,
    exchange: byId,
  });
  t.expect(!inList, 'a deleted group is still in the list', { expected: 'no group with this id', received: inList });
};

/** What ends a check that depends on the groups of a KPI. */
const notShown = (t: Context, what = 'the groups of a KPI'): NotTested | NotApplicable =>
  t.claims('kpis')
    ? new NotTested(`the target does not show ${what}`, `FIXTURES: facts.kpiGroups, and a target that shows ${what}`)
    : new NotApplicable('the target does not claim the operation group kpis, which shows the groups of a KPI');

/** Takes a KPI out of one of its groups, once for all checks; `after` is undefined where the target shows no groups of KPIs. */
function removal(t: Context) {
  return t.once('removal', async () => {
    // Another run may take the same KPI out of the same group at the same moment; it will hardly do so three times.
    for (let tries = 1; ; tries++) {
      const { kpiId, groupId, groupIds } = await membership(t, 2);
      const others = await othersIn(t, groupId, kpiId);
      const answer = await t.send('kpiGroups.removeKpi', { params: { kpiId, groupId } });
      if (answer.status === 404 && tries < 3) continue;
      const kpi = t.claims('kpis') ? await t.send('kpis.get', { params: { kpiId } }) : undefined;
      const groups = kpi?.ok && isRecord(kpi.json) ? kpi.json.groups : undefined;
      const after: readonly unknown[] | undefined = Array.isArray(groups) ? groups : undefined;
      const group = await t.send('kpiGroups.get', at(KIND, groupId));
      const stayed = await othersIn(t, groupId, kpiId);
      return { kpiId, groupId, groupIds, answer, kpi, after, group, others, stayed };
    }
  });
}

const creating: Check[] = [
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
    for (const as of ['first', t.need('second')] as const) {
      const { items, complete, answer } = await list(t, KIND, { as });
      const found = items.filter((item) => item.id === id);
      t.expect(
        found.length === 1 || (found.length === 0 && !complete),
        `the list of the ${as} user does not have the group once`,
        {
          expected: 1,
          received: found.length,
          exchange: answer,
        },
      );
      const shown = [await read(t, KIND, id, as), ...found];
      expectName(t, shown, sent.name, `the ${as} user is not shown the name that was sent`);
    }
  }),

  check('groups created at once are all there, each with an id of its own', 'kpiGroups.create-each', async (t) => {
    const made = await Promise.all(Array.from({ length: 6 }, () => make(t, KIND)));
    t.expect(new Set(made.map(({ id }) => id)).size === made.length, 'two groups have the same id', {
      expected: `${made.length} ids`,
      received: made.map(({ id }) => id),
    });
    for (const { id, sent } of made)
      expectName(t, await views(t, id), sent.name, 'a group has the name of another one');
    const { items, answer } = await list(t, KIND);
    for (const { sent } of made) {
      const times = items.filter(({ name }) => name === sent.name).length;
      t.expect(times <= 1, 'a create has made several groups', { expected: 1, received: times, exchange: answer });
    }
  }),

  check('names are kept letter for letter', 'kpiGroups.name-kept', async (t) => {
    await Promise.all(
      TEXTS.map(async (text, i) => {
        const name = `${t.names.next('name')} ${text}`;
        const body = { name };
        const answer = await tryMake(t, KIND, body);
        if (!('kindName' in answer))
          throw new Failure('a group with this name is not created as sent', {
            expected: body,
            received: answer.json ?? answer.status,
            exchange: answer,
          });
        expectName(t, await views(t, answer.id), name, 'the name is not kept as it was sent');
        const renamed = `${t.names.next('renamed')} ${TEXTS[(i + 1) % TEXTS.length]}`;
        await t.ok('kpiGroups.update', { ...at(KIND, answer.id), body: { name: renamed } });
        expectName(t, await views(t, answer.id), renamed, 'the name is not kept as an update sent it');
      }),
    );
  }),

  check('a new group is nobody’s favourite', 'kpiGroups.favorite-new', async (t) => {
    const { id } = await make(t, KIND);
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

const reading: Check[] = [
  check('reading by id gives the group with that id', 'kpiGroups.get-record', async (t) => {
    const made = await Promise.all([make(t, KIND), make(t, KIND), make(t, KIND)]);
    const known = (await list(t, KIND)).items.map(({ id }) => id).filter((id) => typeof id === 'string');
    for (const id of new Set([...made.map(({ id }) => id), ...known.slice(0, 3), ...known.slice(-1)])) {
      const answer = await t.send('kpiGroups.get', at(KIND, id));
      // A group of somebody else may have been deleted since it was listed.
      if (answer.status === 404 && !made.some((mine) => mine.id === id)) continue;
      const { id: shown = id } = answer.json as JsonRecord;
      t.equal(shown, id, 'the group that is read is not the one that was asked for', answer);
    }
    for (const { id, sent } of made)
      expectName(t, [await read(t, KIND, id)], sent.name, 'the group that is read has the name of another');
  }),

  check('the list and the read by id show the same', 'kpiGroups.views-agree', async (t) => {
    const mine = await Promise.all([make(t, KIND), make(t, KIND)]);
    await favorite(t, mine[0] as Made, true);
    const { items, answer } = await list(t, KIND);
    const seen = items.map(({ id }) => id);
    t.expect(new Set(seen).size === seen.length, 'the list shows a group twice', {
      expected: 'each id once',
      received: seen,
      exchange: answer,
    });
    const chosen = items.filter(({ id }, i) => i < 4 || mine.some((made) => made.id === id));
    for (const item of chosen) {
      const inList = (await listed(t, KIND, String(item.id))) ?? item;
      const byId = await t.send('kpiGroups.get', at(KIND, String(item.id)));
      if (!byId.ok) continue;
      const [a, b] = shared(inList, byId.json as JsonRecord);
      const again = await listed(t, KIND, String(item.id));
      // Only what stayed the same while it was looked at can be compared.
      if (JSON.stringify(again) === JSON.stringify(inList))
        t.equal(b, a, 'a group is shown differently by id than in the list', byId);
    }
  }),
];

const changing: Check[] = [
  check('a rename shows at once, by id and in the list', 'kpiGroups.update-name', async (t) => {
    const { id } = await make(t, KIND);
    for (const name of [t.names.next('renamed'), t.names.next('renamed')]) {
      const answer = await t.ok('kpiGroups.update', { ...at(KIND, id), body: { name } });
      expectName(t, await views(t, id), name, 'the group does not have its new name', answer);
    }
  }),

  check('a rename changes nothing else', 'kpiGroups.update-only', async (t) => {
    const [renamed, other] = await Promise.all([make(t, KIND), make(t, KIND)]);
    await favorite(t, renamed, true);
    const [before, otherBefore] = await Promise.all([read(t, KIND, renamed.id), read(t, KIND, other.id)]);
    await t.ok('kpiGroups.update', { ...at(KIND, renamed.id), body: { name: t.names.next('renamed') } });
    const kept = ({ id, accountId, createdById, dateCreated, favorite: mark }: JsonRecord) => ({
      id,
      accountId,
      createdById,
      dateCreated,
      favorite: mark,
    });
    t.equal(kept(await read(t, KIND, renamed.id)), kept(before), 'a rename has changed more than the name');
    t.equal(await read(t, KIND, other.id), otherBefore, 'a rename has changed another group');
  }),

  check('a deleted group is gone', 'kpiGroups.delete-gone', async (t) => {
    const made = await make(t, KIND);
    await t.ok('kpiGroups.delete', at(KIND, made.id));
    await gone(t, made);
    t.ledger.remove(KIND, made.id);
  }),

  check('deleting a group leaves the others', 'kpiGroups.delete-only', async (t) => {
    const made = await Promise.all([make(t, KIND), make(t, KIND), make(t, KIND)]);
    const others = made.filter((_, i) => i !== 1);
    const before = await Promise.all(others.map(({ id }) => read(t, KIND, id)));
    await t.ok('kpiGroups.delete', at(KIND, (made[1] as Made).id));
    for (const [i, { id }] of others.entries()) {
      const answer = await t.send('kpiGroups.get', at(KIND, id));
      t.expect(answer.ok, 'deleting one group has deleted another', {
        expected: 200,
        received: answer.status,
        exchange: answer,
      });
      t.equal(await read(t, KIND, id), before[i], 'deleting one group has changed another', answer);
      t.expect(Boolean(await listed(t, KIND, id)), 'deleting one group has taken another from the list', {
        expected: id,
        received: 'not listed',
      });
    }
  }),

  check('a deleted group cannot be changed or brought back', 'kpiGroups.gone-is-unknown', async (t) => {
    const made = await make(t, KIND);
    const deleted = await t.send('kpiGroups.delete', at(KIND, made.id));
    if (!deleted.ok)
      throw new NotTested(`kpiGroups.delete answered ${deleted.status}`, 'a target whose kpiGroups.delete succeeds');
    for (const operation of [
      'kpiGroups.update',
      'kpiGroups.setFavorite',
      'kpiGroups.clearFavorite',
      'kpiGroups.delete',
    ]) {
      const body = operation === 'kpiGroups.update' ? { body: { name: t.names.next('renamed') } } : {};
      const answer = await t.send(operation, { ...at(KIND, made.id), ...body });
      t.expect(answer.status === 404, `${operation} does not answer 404 for a group that was deleted`, {
        expected: 404,
        received: answer.status,
        exchange: answer,
      });
    }
    await gone(t, made);
  }),
];

const favourites: Check[] = [
  check('PUT makes a favourite, and once more leaves it one', 'kpiGroups.favorite-set', async (t) => {
    const made = await make(t, KIND);
    for (let i = 0; i < 3; i++) {
      await favorite(t, made, true);
      await expectFavorite(t, made.id, true);
    }
  }),

  check(
    'DELETE ends a favourite, once more leaves it ended, and the group stays',
    'kpiGroups.favorite-clear',
    async (t) => {
      const made = await make(t, KIND);
      await favorite(t, made, true);
      for (let i = 0; i < 3; i++) {
        await favorite(t, made, false);
        await expectFavorite(t, made.id, false);
      }
      expectName(t, await views(t, made.id), made.sent.name, 'clearing the favourite has changed the group');
    },
  ),

  check('favourites are each user’s own', 'kpiGroups.favorite-per-user', async (t) => {
    const second = t.need('second');
    const [mine, theirs] = await Promise.all([make(t, KIND), make(t, KIND, {}, second)]);
    for (const made of [mine, theirs]) {
      await favorite(t, made, true);
      await expectFavorite(t, made.id, true);
      await expectFavorite(t, made.id, false, second);
      await favorite(t, made, true, second);
      await expectFavorite(t, made.id, true);
      await favorite(t, made, false);
      await expectFavorite(t, made.id, false);
      await expectFavorite(t, made.id, true, second);
      await favorite(t, made, true);
      await favorite(t, made, false, second);
      await expectFavorite(t, made.id, true);
      await expectFavorite(t, made.id, false, second);
    }
    const both = await make(t, KIND);
    await Promise.all([favorite(t, both, true), favorite(t, both, true, second)]);
    await expectFavorite(t, both.id, true);
    await expectFavorite(t, both.id, true, second);
  }),

  check('the list and the read by id show the favourites of who asks', 'kpiGroups.favorite-shown', async (t) => {
    const second = t.need('second');
    const [marked, plain] = await Promise.all([make(t, KIND), make(t, KIND)]);
    await favorite(t, marked, true);
    await expectFavorite(t, marked.id, true);
    await expectFavorite(t, plain.id, false);
    await expectFavorite(t, marked.id, false, second);
  }),

  check('a favourite concerns one group', 'kpiGroups.favorite-one', async (t) => {
    const [one, two] = await Promise.all([make(t, KIND), make(t, KIND)]);
    await favorite(t, one, true);
    await expectFavorite(t, two.id, false);
    await favorite(t, two, true);
    await expectFavorite(t, one.id, true);
    await favorite(t, one, false);
    await expectFavorite(t, two.id, true);
  }),
];

const removing: Check[] = [
  check('a KPI that is taken out is out, and both stay', 'kpiGroups.remove-kpi', async (t) => {
    const { kpiId, groupId, answer, kpi, after, group } = await removal(t);
    t.expect(answer.ok, 'taking a KPI out of a group did not succeed', {
      expected: 200,
      received: answer.status,
      exchange: answer,
    });
    t.expect(group.ok, 'taking a KPI out has deleted the group', {
      expected: 200,
      received: group.status,
      exchange: group,
    });
    t.expect(kpi?.status !== 404, 'taking a KPI out has deleted the KPI', {
      expected: 200,
      received: 404,
      ...(kpi && { exchange: kpi }),
    });
    if (after === undefined) throw notShown(t);
    t.expect(!after.includes(groupId), `KPI ${kpiId} is still in the group it was taken out of`, {
      expected: `no ${groupId}`,
      received: after,
      exchange: answer,
    });
  }),

  check('a KPI that is taken out of one group stays in the others', 'kpiGroups.remove-kpi-only', async (t) => {
    const { groupId, groupIds, answer, after } = await removal(t);
    if (!answer.ok)
      throw new NotTested(
        `kpiGroups.removeKpi answered ${answer.status}`,
        'a target whose kpiGroups.removeKpi succeeds',
      );
    if (after === undefined) throw notShown(t);
    const others = groupIds.filter((id) => id !== groupId);
    const lost = others.filter((id) => !after.includes(id));
    t.expect(lost.length === 0, 'taking a KPI out of one group has taken it out of others', {
      expected: others,
      received: after,
      exchange: answer,
    });
  }),

  check('the other KPIs of the group stay in it', 'kpiGroups.remove-kpi-others', async (t) => {
    const { groupId, answer, others, stayed } = await removal(t);
    if (others.length === 0) throw notShown(t, 'a KPI in the same group');
    const lost = others.filter((id) => !stayed.includes(id));
    // Another client may take out one; it hardly takes out all of several at the same moment.
    t.expect(lost.length === 0 || (lost.length === 1 && others.length > 1), `other KPIs have left group ${groupId}`, {
      expected: others,
      received: stayed,
      exchange: answer,
    });
  }),

  check('taking out needs a KPI and a group that exist', 'kpiGroups.remove-kpi-unknown', async (t) => {
    const { id } = await make(t, KIND);
    const { kpiId } = await membership(t);
    const unknown = t.fixtures.unknownIds.kpi ?? t.fixtures.unknownIds['*'] ?? `${kpiId.slice(0, -4)}0000`;
    const deleted = await make(t, KIND);
    const { ok } = await t.send('kpiGroups.delete', at(KIND, deleted.id));
    if (!ok) throw new NotTested('a group could not be deleted', 'a target whose kpiGroups.delete succeeds');
    for (const params of [
      { kpiId: unknown, groupId: id },
      { kpiId, groupId: deleted.id },
    ]) {
      const answer = await t.send('kpiGroups.removeKpi', { params });
      t.expect(answer.status === 404, 'taking out is not answered with 404 where the KPI or the group does not exist', {
        expected: 404,
        received: answer.status,
        exchange: answer,
      });
    }
  }),

  check('taking out a KPI that is not in the group', 'kpiGroups.remove-kpi-twice', async (t) => {
    const { id } = await make(t, KIND);
    const { kpiId } = await membership(t);
    return `answers ${(await t.send('kpiGroups.removeKpi', { params: { kpiId, groupId: id } })).status}`;
  }),
];

const free: Check[] = [
  check('two groups of the same name', 'kpiGroups.duplicate-name', async (t) => {
    const { sent } = await make(t, KIND);
    const answer = await tryMake(t, KIND, sent);
    return 'kindName' in answer ? 'allowed' : `answers ${answer.status}`;
  }),
  check('a group without a name', 'kpiGroups.no-name', async (t) => {
    const answers = await Promise.all([tryMake(t, KIND, {}), tryMake(t, KIND, { name: '' })]);
    return answers.map((answer) => ('kindName' in answer ? 'allowed' : `answers ${answer.status}`));
  }),
  check('bodies of answers that have none by the specification', 'kpiGroups.silent-answers', async (t) => {
    const { id } = await make(t, KIND);
    const answers = [
      await t.send('kpiGroups.update', { ...at(KIND, id), body: { name: t.names.next('renamed') } }),
      await t.send('kpiGroups.setFavorite', at(KIND, id)),
      await t.send('kpiGroups.clearFavorite', at(KIND, id)),
      await t.send('kpiGroups.delete', at(KIND, id)),
    ];
    return answers.map(
      ({ operation, json, responseBody }) =>
        `${operation}: ${json === undefined ? responseBody.slice(0, 40) || 'empty' : 'JSON'}`,
    );
  }),
];

export const kpiGroups: Batch = {
  title: 'behaviour: KPI groups',
  checks: [...creating, ...reading, ...changing, ...favourites, ...removing, ...free],
};
