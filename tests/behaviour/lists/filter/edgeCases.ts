/** Filters that match nothing, that reach beyond the first page, that are malformed, and who has a field. Section "Endpoints / Conventions" (filter). */
import { envelope, isRecord, kindAnswered, operation } from '../../../../schemas/contract.ts';
import type { Check } from '../../../support/engine/check.ts';
import type { Context } from '../../../support/engine/context.ts';
import { NoData } from '../../../support/engine/outcome.ts';
import { anew, stillWrong } from '../../../support/engine/retry.ts';
import { NOBODY, strangeIds } from '../../../support/lists/expressions.ts';
import { type Field, plainFields } from '../../../support/lists/fields.ts';
import { type Filter, fieldsIn } from '../../../support/lists/filters.ts';
import { judgeByRecords, knownRecords, type Verdict, withAndWithout } from '../../../support/lists/knownRecords.ts';
import { ask, onEach, only, pageOf, queryFor } from '../../../support/lists/requests.ts';
import { idOf, idsOf } from '../../../support/records/answers.ts';
import { sample } from '../../../support/values/sample.ts';
import { fieldsFor } from './operators.ts';

const none = onEach('lists.filter-none', 'a filter that nothing matches gives nothing', async (t, operationId) => {
  const records = await knownRecords(t, operationId, 1);
  const { texts, id } = fieldsFor(operationId, records);
  const [text = id] = texts;
  const strange = text === id ? (strangeIds(id.values, 1)[0] ?? NOBODY) : NOBODY;
  const nobody = { [text.path]: strange };
  const filters: Filter[] = [
    nobody,
    { [text.path]: { $in: [strange] } },
    { $and: [{ [text.path]: text.values[0] }, nobody] },
    { _id: { $in: id.values.slice(0, 2) }, $and: [{ [text.path]: text.values[0] }, nobody] },
  ];
  const keys = envelope(operation(operationId));
  await Promise.all(
    filters.map(async (filter) => {
      const { answer, ids } = await ask(t, operationId, { ...only(operationId, []), filter });
      const shown = isRecord(answer.json) ? Object.keys(answer.json) : [];
      t.none(
        keys.filter((key) => !shown.includes(key)),
        keys.length,
        'an empty list lacks what the answer has otherwise',
        answer,
      );
      t.none(ids.slice(0, 5), 1, `filter ${JSON.stringify(filter)}, which nothing matches, gives records`, answer);
    }),
  );
});

/** Values that a careless test for nothing takes for no condition. On null nothing is stated. */
const NEARLY_NOTHING: readonly unknown[] = ['', ' ', 0, false, { $in: [''] }];

/** A text with signs that end texts, or begin something else, in languages into which an expression may be put. No record has it. */
const SIGNS = `Nobody's "text" \\ / & + % # ; ? = $ ^ ( [ { < ~ é 漢 \u{1F600}`;

/** Whether a text is surely another one than a value that is nearly nothing, also for who converts or trims it. */
const isOther = (text: unknown): boolean =>
  typeof text === 'string' && !['', '0', 'false'].includes(text.trim().toLowerCase());

const nearlyNothing = onEach(
  'lists.filter-none',
  'a value that is nearly nothing is a value, and so is one of signs',
  async (t, operationId) => {
    const { texts, id } = fieldsFor(operationId, await knownRecords(t, operationId, 1));
    const [text = id] = texts;
    const filters: [string, Filter][] = [
      ...[...NEARLY_NOTHING, SIGNS].map((wanted): [string, Filter] => [text.path, { [text.path]: wanted }]),
      ['id', { _id: '' }],
    ];
    await Promise.all(
      filters.map(async ([path, filter]) => {
        const query = queryFor(operationId, { ...only(operationId, [path]), filter, size: 5 });
        const answer = await t.send(operationId, { query });
        const found = pageOf(answer).items.filter((item) => isOther(path === 'id' ? idOf(item) : item[path]));
        // A service may refuse a value that cannot be one.
        t.expect(
          answer.ok ? found.length === 0 : answer.status < 500,
          `filter ${JSON.stringify(filter)} is passed over, or breaks the service`,
          {
            expected: 'no record with another value, or a refusal with a 4xx',
            received: answer.ok ? found.slice(0, 2) : answer.status,
            exchange: answer,
          },
        );
      }),
    );
  },
);

const partOfId = onEach('lists.filter-id', 'a part of an id is no id of a record', async (t, operationId) => {
  const { id } = fieldsFor(operationId, await knownRecords(t, operationId, 1));
  const whole = String(id.values[0]);
  const parts = [whole.slice(0, -1), whole.slice(1)].filter((part) => part !== '' && !id.values.includes(part));
  await Promise.all(
    parts.map(async (part) => {
      const answer = await t.send(operationId, {
        query: queryFor(operationId, { ...only(operationId, []), filter: { _id: part }, size: 5 }),
      });
      const { ids } = pageOf(answer);
      // A service may refuse what has not the form of its ids.
      t.expect(!ids.includes(whole), 'a filter by a part of an id gives the record', {
        expected: `no record with the id ${whole}`,
        received: ids,
        exchange: answer,
      });
    }),
  );
});

const own = onEach('lists.filter-own', 'a filter holds for its own request alone', async (given, operationId) => {
  const t = anew(given);
  const known = idsOf(await knownRecords(given, operationId)).slice(0, 3);
  // No id is listed of a key result.
  if (known.length < 2) throw t.nothingShown(kindAnswered(operationId), 'id');
  const fields = only(operationId, []);
  const wrong = await stillWrong(t, async () => {
    const { ids: there } = await ask(t, operationId, { ...fields, filter: { _id: { $in: known } } });
    await ask(t, operationId, { ...fields, filter: { _id: known[0] } });
    const { ids, answer } = await ask(t, operationId, { ...fields, size: 3 });
    return ids.length < Math.min(2, there.length) ? { ids, answer } : undefined;
  });
  t.expect(wrong === undefined, 'a request without a filter gives what the filter before it let through', {
    expected: '3 records',
    received: wrong?.ids,
    exchange: wrong?.answer,
  });
});

const ofNothing = onEach('lists.filter-in-empty', '$in without values gives nothing', async (t, operationId) => {
  const { texts } = fieldsFor(operationId, await knownRecords(t, operationId, 1));
  const paths = ['_id', ...texts.map(({ path }) => path)].slice(0, 2);
  await Promise.all(
    paths.map(async (path) => {
      const query = queryFor(operationId, { ...only(operationId, []), filter: { [path]: { $in: [] } }, size: 5 });
      const answer = await t.send(operationId, { query });
      const found = pageOf(answer).items.length;
      t.expect(answer.ok ? found === 0 : answer.status < 500, '$in without values gives records, or a 5xx', {
        expected: 'no record, or a refusal with a 4xx',
        received: answer.ok ? `${found} records` : answer.status,
        exchange: answer,
      });
    }),
  );
});

/** Judges that a record that is known to be there is found. */
async function expectFound(t: Context, operationId: string, id: unknown, filter: Filter, size?: number): Promise<void> {
  await judgeByRecords(
    t,
    operationId,
    () => ask(t, operationId, { ...only(operationId, fieldsIn(filter)), filter, size }),
    ({ answer, ids }, { stable }): Verdict => {
      const lost = !ids.includes(id) && stable.some((record) => idOf(record) === id);
      const wrong = {
        message: 'a filter does not find a record beyond the first page',
        expected: id,
        received: ids,
        exchange: answer,
      };
      return { compared: 1, wrong: lost ? wrong : undefined };
    },
  );
}

const whole = onEach('lists.filter-whole', 'a filter reaches beyond the first page', async (t, operationId) => {
  const records = await knownRecords(t, operationId);
  const { texts } = fieldsFor(operationId, records);
  const [small, usual] = await Promise.all([
    ask(t, operationId, { ...only(operationId, []), size: 1 }),
    ask(t, operationId, only(operationId, [])),
  ]);
  const beyond = (ids: readonly unknown[]) => sample(records.filter((record) => !ids.includes(idOf(record))));
  await Promise.all([
    ...beyond(small.ids).map((record) => expectFound(t, operationId, idOf(record), { _id: idOf(record) }, 1)),
    ...beyond(usual.ids).flatMap((record) => {
      // A text is looked for as well: a service may find ids in another way.
      const shown = texts.find(({ path }) => typeof record[path] === 'string');
      const byText = shown && { _id: { $in: [idOf(record)] }, [shown.path]: record[shown.path] };
      return [{ _id: idOf(record) }, ...(byText ? [byText] : [])].map((filter) =>
        expectFound(t, operationId, idOf(record), filter),
      );
    }),
  ]);
});

/** Each record is either among those that have the field or among those that lack it; what it shows it has. */
async function expectExists(t: Context, operationId: string, { path }: Field): Promise<void> {
  const records = await knownRecords(t, operationId);
  const ids = withAndWithout(records, path);
  const among = (there: boolean) => ({ [path]: { $exists: there }, _id: { $in: ids } });
  await judgeByRecords(
    t,
    operationId,
    () =>
      Promise.all(
        [true, false].map((there) =>
          ask(t, operationId, { ...only(operationId, [path]), filter: among(there), size: ids.length }),
        ),
      ),
    ([having, lacking], { stable }): Verdict => {
      const judged = stable.filter((record) => ids.includes(String(idOf(record))));
      const bad = judged.find((record) => {
        const [has, lacks] = [having, lacking].map((page) => page?.ids.includes(idOf(record)));
        // An empty text may be shown where nothing is set.
        return has === lacks || (lacks && record[path] !== undefined && record[path] !== '');
      });
      return {
        compared: judged.length,
        wrong: bad && {
          message: `$exists on ${path} gives a record under both values, under none, or under the wrong one`,
          expected: bad[path] === undefined ? 'the record under true or under false' : 'the record under true',
          received: { id: idOf(bad), [path]: bad[path], ids: { true: having?.ids, false: lacking?.ids } },
          exchange: having?.answer,
        },
      };
    },
  );
}

const exists = onEach('lists.filter-exists', '$exists tells who has the field', async (t, operationId) => {
  const records = await knownRecords(t, operationId);
  const fields = plainFields(operationId, records)
    // Whether a filter reads id for _id is open.
    .filter(({ path, values }) => path !== 'id' && values.length > 0)
    .sort((a, b) => Number(a.present === records.length) - Number(b.present === records.length));
  if (fields.length === 0) throw new NoData('the records show no plain field besides their ids', 'records with fields');
  await Promise.all(sample(fields, 4).map((field) => expectExists(t, operationId, field)));
});

const MALFORMED = [
  '{"name":',
  'name',
  '[]',
  '42',
  '"text"',
  'null',
  '{',
  '{"$and":5}',
  '{"name":{"$in":"x"}}',
  '{"name":{"$regex":"("}}',
  '{"$or":[1,null]}',
  '%',
];

const malformed = onEach('lists.filter-malformed', 'what is no expression gives no 5xx', async (t, operationId) => {
  // The same request without the filter succeeds.
  await ask(t, operationId, only(operationId, []));
  await Promise.all(
    MALFORMED.map(async (filter) => {
      const answer = await t.send(operationId, { query: queryFor(operationId, { ...only(operationId, []), filter }) });
      t.unbroken(answer, 'a filter that is no expression is answered with a 5xx');
    }),
  );
});

export const edgeCases: Check[] = [
  ...none,
  ...nearlyNothing,
  ...partOfId,
  ...own,
  ...ofNothing,
  ...whole,
  ...exists,
  ...malformed,
];
