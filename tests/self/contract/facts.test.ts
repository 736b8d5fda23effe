/** Facts that the suite reads from schemas/kinds.json and from `x-` keys: a key that nothing reads is refused. */
import { expect, test } from '@playwright/test';
import {
  isRecord,
  type JsonRecord,
  jsonFiles,
  kind,
  kinds,
  operation,
  problem,
  readJson,
} from '../../../schemas/contract.ts';

/** Keys that schemas/operations.ts reads, beside the number of the gap in a body or an answer. */
const KEYS = [
  'x-common-ids',
  'x-destructive',
  'x-fixture-body',
  'x-gap',
  'x-id-kind',
  'x-ids-kind',
  'x-may-be-empty',
  'x-needs',
  'x-spellings',
  'x-unseen',
];

/** Names of `x-` keys in a value that are not known. */
const unknownKeys = (value: unknown): string[] =>
  Array.isArray(value)
    ? value.flatMap(unknownKeys)
    : Object.entries(isRecord(value) ? value : {}).flatMap(([key, inner]) => [
        ...(key.startsWith('x-') && !KEYS.includes(key) ? [key] : []),
        ...unknownKeys(inner),
      ]);

test('schemas/kinds.json has the keys that schemas/kinds.ts reads, and no other', () => {
  const file = readJson<Record<string, JsonRecord>>('kinds.json');
  expect(problem('suite/kinds.json', file)).toBeUndefined();
  const broken = { ...file, badge: { ...file.badge, everywere: true } };
  expect(problem('suite/kinds.json', broken)).toMatchObject({ at: '/badge' });
});

test('the x- keys of operations are those that schemas/operations.ts reads', () => {
  const wrong = jsonFiles('operations').flatMap((path) => unknownKeys(readJson(path)).map((key) => `${path}: ${key}`));
  expect(wrong, 'read the key in schemas/operations.ts and enter it here, or correct its name').toEqual([]);
  expect(unknownKeys({ paths: { '/': { get: { 'x-need': 'role' } } } })).toEqual(['x-need']);
});

test('kinds and operations that a kind names exist', () => {
  for (const [name, { of = [], needs = [], types = {}, namedBy = {}, sent = {}, shownBy, parameter }] of Object.entries(
    kinds,
  )) {
    const learntFrom = Object.values(sent).flatMap((field) => field.learntFrom ?? []);
    for (const other of [...of, ...needs, ...learntFrom, ...Object.values(types)])
      expect(kind(other), name).toBeDefined();
    for (const other of Object.keys(namedBy)) expect(kind(other).list, `${name} is named by ${other}`).toBeDefined();
    if (shownBy !== undefined)
      expect(operation(shownBy).parameters.find((one) => one.name === parameter)?.idKind, name).toBe(name);
  }
});
