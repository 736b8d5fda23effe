import { expect, test } from '@playwright/test';
import { createLeaks, noneTold, placeOf } from '../../support/engine/leaks.ts';

const [THEIRS, OURS] = ['947f081cf39bbdb30dd0f47a', '7a69c958a84a688e45d4c00a'];

test('an id is found where the answer is about it, as a key and as a principal', () => {
  expect(placeOf({ items: [{ id: 'one' }, { id: THEIRS }] }, THEIRS)).toBe('/items/1/id');
  expect(placeOf({ items: [{ kpiId: THEIRS }] }, THEIRS)).toBe('/items/0/kpiId');
  expect(placeOf({ [THEIRS]: ['view'] }, THEIRS)).toBe(`/${THEIRS}`);
  expect(placeOf({ id: 'one', principals: [OURS, THEIRS] }, THEIRS)).toBe('/principals/1');
});

test('an id inside of a record is a reference', () => {
  expect(placeOf({ id: 'one', copiedFrom: { id: THEIRS } }, THEIRS)).toBeUndefined();
  expect(placeOf([{ _id: 'one', sources: [THEIRS] }], THEIRS)).toBeUndefined();
  expect(placeOf({ createdById: THEIRS }, THEIRS)).toBeUndefined();
});

const settings = { accountId: 'own', otherAccountId: 'other' } as never;
const apart = { ours: new Map([[OURS, ['kpi']]]), theirs: new Map([[THEIRS, ['user']]]) };

/** What is suspected in an answer that shows this id. */
function suspected(id: string, input: object, sent: object = {}, created = false): string[] {
  const leaks = createLeaks(settings, apart, () => created);
  const json = { id };
  const answer = {
    ok: true,
    operation: 'users.get',
    method: 'GET',
    url: 'http://a/',
    responseBody: JSON.stringify(json),
  };
  leaks.see({ ...answer, json, ...sent } as never, input as never);
  return leaks.suspects().map((one) => one.id);
}

test('what lists show to one account alone is suspect in answers to the other', () => {
  expect(suspected(THEIRS, {})).toEqual([THEIRS]);
  expect(suspected(THEIRS, { as: 'second' })).toEqual([THEIRS]);
  expect(suspected(OURS, { as: 'other' })).toEqual([OURS]);
  expect(suspected(OURS, { as: 'other', account: 'own' })).toEqual([OURS]);
  expect(suspected(OURS, {})).toEqual([]);
  expect(suspected(THEIRS, { as: 'other' })).toEqual([]);
});

test('nothing is suspect that was refused, asked for, made by the suite, or shown to somebody else', () => {
  expect(suspected(THEIRS, {}, { ok: false })).toEqual([]);
  expect(suspected(THEIRS, {}, { url: `http://a/${THEIRS}` })).toEqual([]);
  expect(suspected(THEIRS, {}, {}, true)).toEqual([]);
  expect(suspected(THEIRS, { account: 'other' })).toEqual([]);
  expect(suspected(THEIRS, { authorization: null })).toEqual([]);
});

test('what a write has named may be shown from then on', () => {
  const told = noneTold();
  const leaks = createLeaks(settings, apart, () => false, told);
  const answer = { ok: true, operation: 'users.get', method: 'GET', url: 'http://a/', responseBody: `["${THEIRS}"]` };
  const written = { ...answer, method: 'POST', requestBody: `{"ids":["${THEIRS}"]}`, responseBody: '' };
  leaks.see(written as never, {});
  // Also in a later batch.
  for (const one of [leaks, createLeaks(settings, apart, () => false, told)]) {
    one.see({ ...answer, json: [THEIRS] } as never, {});
    expect(one.suspects()).toEqual([]);
  }
});
