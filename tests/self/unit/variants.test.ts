/** The campaign on right servers: which variants go together, and when their judgement is wrong. */
import { expect, test } from '@playwright/test';
import { batches } from '../../suite.ts';
import {
  cleanOrder,
  combinations,
  isAlone,
  quickly,
  share,
  type VariantTrial,
  variantOrders,
  wrongly,
} from '../campaign/variants.ts';
import { variants } from '../variants/index.ts';
import type { Variant } from '../variants/variant.ts';

const trial = (tested: string[], more: Partial<VariantTrial> = {}): VariantTrial => ({
  name: 'a',
  titles: [],
  sparse: false,
  blamed: [],
  untested: {},
  tested,
  ms: 1,
  ...more,
});

test('there are at least forty variants, each with a name and a title of its own', () => {
  expect(variants.length).toBeGreaterThanOrEqual(40);
  for (const key of ['name', 'title'] as const)
    expect(new Set(variants.map((one) => one[key])).size).toBe(variants.length);
});

test('the orders are every variant alone or in one company; what lacks data meets only what does, too', () => {
  const orders = variantOrders(false, 1);
  const companies = (name: string) =>
    orders.filter((order) => order.variants.includes(name)).map((one) => one.variants);
  expect(variants.filter(({ name }) => companies(name).length !== 1)).toEqual([]);
  for (const { name } of variants.filter(isAlone)) expect(companies(name)).toEqual([[name]]);
  const lacking = variants.filter(({ sparse }) => sparse).map(({ name }) => name);
  const mixed = orders.filter((one) => new Set(one.variants.map((name) => lacking.includes(name))).size > 1);
  expect(mixed).toEqual([]);
  expect(variantOrders(false, 1)).toEqual(orders);
});

test('a combination has at most one variant of a kind, and none that must be alone', () => {
  for (const chosen of combinations(variants, 5, 7)) {
    const kinds = chosen.flatMap(({ kind }) => kind ?? []);
    expect(chosen.length).toBeLessThanOrEqual(5);
    expect(new Set(kinds).size).toBe(kinds.length);
    expect(chosen.some(isAlone)).toBe(false);
  }
});

test('together the quick forms run every check', () => {
  const named = (name: string) => variants.filter((variant) => variant.name === name);
  const seen = new Set(
    variantOrders(false, 1)
      .flatMap((order) => quickly(batches, order.variants.flatMap(named), order.turn))
      .flatMap(({ title, checks }) => checks.map((check) => `${title}/${check.title}`)),
  );
  const all = batches.flatMap(({ title, checks }) => checks.map((check) => `${title}/${check.title}`));
  expect(all.filter((one) => !seen.has(one))).toEqual([]);
});

test('a variant that shows at some operations is judged by all of their checks', () => {
  const variant: Variant = { name: 'x', title: 'x', on: ['badges'], parts: {} };
  const kept = quickly(batches, [variant], 0).flatMap(({ checks }) => checks);
  const all = batches.flatMap(({ checks }) =>
    checks.filter(({ cells }) => cells.some((cell) => cell.operation.startsWith('badges.'))),
  );
  for (const check of all) expect(kept).toContain(check);
});

test('the clean server is asked for what others that have all data did not show', () => {
  const others = [
    trial(['a @x', 'b @x'], { untested: { 'd @x': 'why', 'c @x': 'why' } }),
    trial(['d @x'], { untested: { 'c @x': 'why' } }),
    trial([], { untested: { 'e @x': 'why' }, sparse: true }),
  ];
  expect(cleanOrder(others, 7)).toEqual({ variants: [], full: true, seed: 7, turn: 0, cells: ['c @x', 'd @x'] });
});

test('a right server is judged wrongly when it is blamed, or when too little of it is tested', () => {
  const clean = trial(['a', 'b', 'c', 'd']);
  expect(share(clean, trial(['a', 'b']))).toBe(1);
  expect(share(clean, trial(['a'], { untested: { b: 'why' } }))).toBe(0.5);
  expect(wrongly(clean, trial(['a', 'b', 'c', 'd']))).toEqual([]);
  expect(wrongly(clean, trial(['a', 'b', 'c'], { untested: { d: 'why' } }))).toEqual(['only 75.0 % tested: d: why']);
  expect(wrongly(clean, trial([], { untested: { d: 'why' }, sparse: true }))).toEqual([]);
  expect(wrongly(clean, trial(['a', 'b', 'c', 'd'], { blamed: ['x'], sparse: true }))).toEqual(['x']);
});
