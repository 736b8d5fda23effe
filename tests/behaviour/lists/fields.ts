/** Parameter fields of every list that lists it. Section "Endpoints / Conventions" (fields). */

import { countsAnywhere } from '../../../schemas/contract.ts';
import type { Batch, Check } from '../../support/engine/check.ts';
import { NoData } from '../../support/engine/outcome.ts';
import { ALWAYS } from '../../support/http/unlistedFields.ts';
import { between, judgeBetween, judgeByRecords, knownRecords, type Verdict } from '../../support/lists/knownRecords.ts';
import {
  fieldsText,
  type ProjectionProblem,
  type Selection,
  UNNAMED,
  wholeFields,
} from '../../support/lists/projection.ts';
import { expectFields, judgeFields } from '../../support/lists/projectionErrors.ts';
import type { Listing } from '../../support/lists/readPages.ts';
import { type Asked, ask, askAsFits, hasParameter, observed, onEach, type Page } from '../../support/lists/requests.ts';
import { type Shape, selectableShapes, shapesOf } from '../../support/lists/shapes.ts';
import { uniqueSort } from '../../support/lists/uniqueSort.ts';
import { idOf } from '../../support/records/answers.ts';
import { firstDifference } from '../../support/values/difference.ts';
import { sample } from '../../support/values/sample.ts';

const SIZE = 25;

function needed<T>(found: readonly T[], operationId: string, what: string): readonly T[] {
  if (found.length > 0) return found;
  throw new NoData(`the records of ${operationId} show ${what}`, `records of ${operationId} with more fields`);
}

/** Each of some fields alone, several together in another order than they are shown, all but one, all. */
function flatSelections(shapes: readonly Shape[]): Selection[] {
  const names = shapes.map(({ name }) => name);
  const some = sample(names, 5);
  const mixed = [...some.slice(2), ...some.slice(0, 2)].reverse();
  return [...some.map((name) => [name]), mixed, mixed.slice(0, 2), names.slice(1), [...names].reverse()]
    .filter((chosen) => chosen.length > 0)
    .map(wholeFields);
}

/** Objects with at least two fields, as the shape shows them; lists of objects where asked for. */
const parents = (shapes: readonly Shape[], list: boolean): Shape[] =>
  shapes.filter((shape) => shape.inner.length > 1 && shape.list === list);

const first = ({ inner }: Shape): string => (inner.find(({ name }) => !ALWAYS.has(name)) ?? inner[0])?.name ?? '';
const last = ({ inner }: Shape): string => (inner.findLast(({ name }) => !ALWAYS.has(name)) ?? inner[0])?.name ?? '';

/** parent{sub}, parent{sub,sub}, with the first and with the last of its fields. */
const nestedSelections = (shape: Shape): Selection[] => [
  { [shape.name]: { [first(shape)]: true } },
  { [shape.name]: { [last(shape)]: true } },
  { [shape.name]: { [last(shape)]: true, [first(shape)]: true } },
];

type Make = (shapes: readonly Shape[]) => readonly Selection[];

/** Each count alone: it is worked out from what was not selected. */
const countsAlone = (shapes: readonly Shape[]): Selection[] =>
  shapes.filter(({ name }) => countsAnywhere(name)).map(({ name }) => wholeFields([name]));

function projecting(
  id: string,
  title: string,
  what: string,
  make: Make,
  kinds?: readonly ProjectionProblem['kind'][],
  also: Make = () => [],
): Check[] {
  return onEach(id, title, async (t, operationId) => {
    const items = await knownRecords(t, operationId, 1);
    const shapes = selectableShapes(operationId, items);
    const selections = needed(make(shapes), operationId, what);
    await expectFields(t, operationId, [...sample(selections, 10), ...also(shapes)], kinds);
  });
}

const withinWithin: Make = (shapes) =>
  shapes.flatMap((shape) =>
    shape.inner
      .filter((inner) => inner.inner.length > 1)
      .flatMap((inner) => [
        { [shape.name]: { [inner.name]: { [last(inner)]: true } } },
        {
          [shape.name]: {
            [inner.name]: { [last(inner)]: true, [first(inner)]: true },
            [first(shape)]: first(shape) === inner.name ? { [first(inner)]: true } : true,
          },
        },
      ]),
  ) as Selection[];

/** Braces in braces in braces: one field of an object within an object within an object. */
const thirdLevel: Make = (shapes) => {
  const found = shapes.flatMap((shape) =>
    shape.inner.flatMap((inner) =>
      inner.inner
        .filter((third) => third.inner.length > 1)
        .map((third): Selection => ({ [shape.name]: { [inner.name]: { [third.name]: { [last(third)]: true } } } })),
    ),
  );
  return sample(found, 3);
};

const among: Make = (shapes) => {
  const flat = shapes.filter(({ inner }) => inner.length === 0).map(({ name }) => name);
  const [before, behind] = [flat[0], flat.at(-1)];
  const objects = parents(shapes, false);
  const single = objects.map((shape) => ({
    ...(before && { [before]: true as const }),
    [shape.name]: { [first(shape)]: true as const, [last(shape)]: true as const },
    ...(behind && { [behind]: true as const }),
  }));
  const two = objects.slice(1).map((shape, i) => ({
    [(objects[i] as Shape).name]: {
      [last(objects[i] as Shape)]: true as const,
      [first(objects[i] as Shape)]: true as const,
    },
    ...(behind && { [behind]: true as const }),
    [shape.name]: { [first(shape)]: true as const },
    ...(before && { [before]: true as const }),
  }));
  return [...single, ...two] as Selection[];
};

const checks: Check[] = [
  ...projecting(
    'lists.fields-selected',
    'the fields that are named come',
    'no fields',
    flatSelections,
    ['lost'],
    countsAlone,
  ),
  ...projecting('lists.fields-only', 'no field comes that was not named', 'no fields', flatSelections, ['extra']),
  ...projecting('lists.fields-nested', 'parent{sub} selects within an object', 'no object with two fields', (shapes) =>
    parents(shapes, false).flatMap(nestedSelections),
  ),
  ...projecting(
    'lists.fields-nested-among',
    'commas within braces belong to the parent',
    'no object with two fields',
    among,
  ),
  ...projecting('lists.fields-deep', 'braces within braces select', 'no object within an object', (shapes) => [
    ...sample(withinWithin(shapes), 7),
    ...thirdLevel(shapes),
  ]),
  ...projecting(
    'lists.fields-list',
    'sub-fields are selected in each entry of a list',
    'no list of objects',
    (shapes) => parents(shapes, true).flatMap(nestedSelections),
  ),

  ...onEach('lists.fields-id', 'id and accountId always come', async (t, operationId) => {
    const items = await knownRecords(t, operationId, 1);
    const shapes = shapesOf(operationId, items);
    const nested = [...parents(shapes, false).slice(0, 2), ...parents(shapes, true).slice(0, 1)].map((shape) =>
      fieldsText({ [shape.name]: { [first(shape)]: true } }),
    );
    const names = needed(
      shapes.map(({ name }) => name).filter((name) => !ALWAYS.has(name)),
      operationId,
      'no fields',
    );
    const several = sample(names, 3);
    // Where the records have none, the name may be one that the service does not know.
    const always = UNNAMED.filter((name) => items.some((item) => item[name] !== undefined));
    const mixed = [several.join(','), [...several, ...nested].join(','), [...always.slice(0, 1), ...several].join(',')];
    const pages = await Promise.all(
      [...sample(names, 4), ...nested, ...mixed, ...always].map((fields) =>
        ask(t, operationId, { fields, size: SIZE }),
      ),
    );
    const shown = [...items, ...pages.flatMap((page) => page.items)].filter(({ accountId }) => accountId !== undefined);
    const having = new Set(shown.map(idOf));
    for (const { items: found } of pages) {
      const bad = found.find(
        (item) => idOf(item) === undefined || (item.accountId === undefined && having.has(idOf(item))),
      );
      t.judge(
        bad && {
          message: 'with fields, a record has lost its id or its accountId',
          expected: shown.length === 0 ? 'an id' : 'an id and an accountId',
          received: bad,
        },
        found.length,
      );
    }
  }),

  ...onEach('lists.fields-unknown', 'an unknown name is passed over', async (t, operationId) => {
    const items = await knownRecords(t, operationId, 1);
    const [one, ...more] = needed(sample(selectableShapes(operationId, items), 3), operationId, 'no fields').map(
      ({ name }) => name,
    );
    const other = more.at(-1) ?? (one as string);
    const paged = hasParameter(operationId, 'skip') ? { size: SIZE } : {};
    await Promise.all(
      [`${one},gcNoSuchField,${other}`, `gcNoSuchField,${one},${other}`, `${one},${other},gcNoSuchField`].map(
        (fields) =>
          judgeByRecords(
            t,
            operationId,
            () => ask(t, operationId, { fields, ...paged }),
            (page, known) => judgeFields(wholeFields([one as string, other]), page, known, ['extra', 'lost']),
          ),
      ),
    );
  }),

  ...onEach('lists.fields-each-record', 'the selection changes no records', async (t, operationId) => {
    const items = await knownRecords(t, operationId, 1);
    const sort = await uniqueSort(t, operationId, items);
    const paged: Asked = {
      ...(hasParameter(operationId, 'skip') && { size: SIZE, skip: Math.min(3, items.length - 1) }),
      ...(sort && { sort }),
    };
    await Promise.all(
      flatSelections(needed(selectableShapes(operationId, items), operationId, 'no fields'))
        .slice(3)
        .map((selection) =>
          judgeBetween(
            t,
            () => ask(t, operationId, paged),
            () => askAsFits(t, operationId, { ...paged, fields: fieldsText(selection) }),
            (page, before, after) =>
              page ? judgeSamePage(operationId, selection, page, before, after, sort !== undefined) : { compared: 0 },
          ),
        ),
    );
  }),

  ...onEach('lists.fields-forms', 'odd forms of fields', async (t, operationId) => {
    const items = await knownRecords(t, operationId, 1);
    const [a, b] = sample(shapesOf(operationId, items), 2).map(({ name }) => name);
    const forms = ['', `${a}, ${b}`, `${a}.${b}`, `${a}{sub}`, `${a}{`, `${a}}`, '{}'];
    return Promise.all(
      forms.map(async (fields) => {
        const said = await observed(t, operationId, { fields });
        return `${fields.replace(a ?? '', 'a').replace(b ?? '', 'b')}: ${said}`;
      }),
    );
  }),
];

/** A page as a part of the list. */
const listed = ({ items, answer }: Page): Listing => ({ items, answer, complete: false });

/** Judges that a selection gives the page that comes without it, cut down, whatever of it others have changed meanwhile. */
function judgeSamePage(
  operationId: string,
  selection: Selection,
  page: Page,
  before: Page,
  after: Page,
  sorted: boolean,
): Verdict {
  const ids = (one: Page) => JSON.stringify(sorted ? one.ids : one.ids.map(String).sort());
  const isQuiet = ids(before) === ids(after) && before.total === after.total;
  // Where others have moved records, those that were on the page all the time are the same on it.
  if (!isQuiet) return judgeFields(selection, page, between(listed(before), listed(after)), ['extra', 'lost']);
  // Records without an id, with the selection or without it, are told apart by their number alone.
  const haveIds = [page, before].every((one) => one.ids.every((id) => id !== undefined));
  const right =
    page.total === before.total &&
    page.items.length === before.items.length &&
    (!haveIds || ids(page) === ids(before) || (!sorted && hasParameter(operationId, 'skip')));
  if (!right)
    return {
      compared: page.items.length,
      wrong: {
        message: `fields=${fieldsText(selection)} changes which records come, their order or totalCount`,
        expected: { totalCount: before.total, ids: before.ids },
        received: { totalCount: page.total, ids: page.ids },
        exchange: page.answer,
      },
    };
  // Not the first record alone: a field that most show must not be lost from the others.
  const stable = before.items.filter(
    (item, i) => idOf(item) === idOf(after.items[i] ?? {}) && !firstDifference(item, after.items[i]),
  );
  return judgeFields(selection, page, { stable, ever: stable, complete: true }, ['extra', 'lost']);
}

export const listFields: Batch = { title: 'Lists: fields', checks };
