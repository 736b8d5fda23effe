import { expect, test } from '@playwright/test';
import type { Exchange, JsonRecord } from '../../../schemas/contract.ts';
import {
  borrowedField,
  changedField,
  keptFields,
  lostField,
  sentFields,
  textOfNothing,
  type View,
} from '../../support/records/creationErrors.ts';

const exchange = { operation: 'tasks.create' } as Exchange;
const view = (id: string, sent: JsonRecord, record: JsonRecord): View => ({
  made: { id, sent },
  record,
  where: 'the answer',
  exchange,
});
const fields = sentFields('task');

test('a field that is shown otherwise than it was sent is named with its place', () => {
  const { compared, wrong } = changedField(
    view('1', { name: 'A', status: 'todo' }, { name: 'A', status: 'done' }),
    fields,
  );
  expect(compared).toBe(2);
  expect(wrong).toMatchObject({ at: '/status', expected: 'todo', received: 'done', exchange });
});

test('fields that were not sent, or are not shown, are not compared', () => {
  expect(changedField(view('1', { name: 'A' }, { status: 'todo', name: null }), fields)).toEqual({ compared: 0 });
});

test('the author of an announcement is looked for under the name that the record has for it', () => {
  const announced = view('1', { authorID: 'me' }, { authorId: 'you' });
  expect(changedField(announced, sentFields('announcement')).wrong).toMatchObject({ at: '/authorId' });
});

test('letter case of an e-mail address does not count, that of a name does', () => {
  const [mail, name] = [
    view('1', { email: 'A@x.org' }, { email: 'a@X.org ' }),
    view('1', { lastName: 'Ada' }, { lastName: 'ada' }),
  ];
  expect(changedField(mail, sentFields('user')).wrong).toBeUndefined();
  expect(changedField(name, sentFields('user')).wrong).toBeDefined();
});

test('lists are compared without regard to their order', () => {
  const all = sentFields('announcement');
  expect(changedField(view('1', { notify: ['a', 'b'] }, { notify: ['b', 'a'] }), all)).toEqual({ compared: 1 });
  expect(changedField(view('1', { notify: ['a', 'b'] }, { notify: ['a'] }), all).wrong).toBeDefined();
  expect(changedField(view('1', { notify: ['a'] }, { notify: ['a', 'a'] }), all).wrong).toBeDefined();
});

test('false and 0 are values: another one in their place is wrong', () => {
  const custom = sentFields('customField');
  expect(changedField(view('1', { filterable: false }, { filterable: true }), custom).wrong).toBeDefined();
  expect(changedField(view('1', { filterable: false }, { filterable: false }), custom)).toEqual({ compared: 1 });
});

test('a field is lost where others in the same place show it, and absent where none does', () => {
  const bare = view('1', { description: 'what' }, { name: 'A' });
  expect(lostField([bare], fields)).toBeUndefined();
  expect(lostField([bare], fields, [{ name: 'B', description: '' }])).toBeUndefined();
  expect(lostField([bare], fields, [{ description: 'else' }])).toMatchObject({ at: '/description', expected: 'what' });
  const whole = view('2', { description: 'else' }, { description: 'else' });
  expect(lostField([bare, whole], fields)).toMatchObject({ at: '/description' });
});

test('a field that a user is shown of no record is not lost for this user', () => {
  const hidden = { ...view('1', { description: 'what' }, { name: 'A' }), as: 'second' as const };
  const whole = view('2', { description: 'else' }, { description: 'else' });
  expect(lostField([whole, hidden], fields)).toBeUndefined();
  expect(lostField([whole, hidden, { ...whole, as: 'second' }], fields)).toMatchObject({ at: '/description' });
  expect(lostField([hidden], fields, [{ description: 'else' }])).toMatchObject({ at: '/description' });
});

test('an empty value that is shown as none is not lost', () => {
  const empty = view('1', { description: '', status: 'todo' }, { status: 'todo' });
  expect(lostField([empty], fields, [{ description: 'else' }])).toBeUndefined();
});

test('a value that was made up for another record is borrowed; one of its own is not', () => {
  const [one, two] = [
    { id: '1', sent: { name: 'A', description: 'of A' } },
    { id: '2', sent: { name: 'B' } },
  ];
  const shown = (record: JsonRecord) => borrowedField(view('2', two.sent, record), [one, two], fields);
  expect(shown({ name: 'B', description: 'of A' }).wrong).toMatchObject({ at: '/description', received: 'of A' });
  expect(shown({ name: 'B', description: 'by default' })).toEqual({ compared: 2 });
  expect(shown({ name: 'B', status: 'todo' })).toEqual({ compared: 1 });
});

test('a field is kept if one view shows it as it was sent', () => {
  const views = [
    view('1', { name: 'A', description: 'B' }, { name: 'other', description: 'B' }),
    view('2', { name: 'C', description: 'D' }, { name: 'other', description: 'cut' }),
  ];
  expect(keptFields(views, fields).map(({ key }) => key)).toEqual(['description']);
});

test('only what was sent and is shown counts as kept, in whatever case', () => {
  const views = [view('1', { name: 'A b', status: 'todo' }, { name: 'a B' })];
  expect(keptFields(views, fields).map(({ key }) => key)).toEqual(['name']);
  expect(keptFields([view('1', { name: 'A' }, { name: 'B', status: 'todo' })], fields)).toEqual([]);
  const renamed = [view('1', { titel: 'A 1', text: 'B' }, { name: 'a1' })];
  expect(keptFields(renamed, fields).map(({ key, shown }) => [key, shown])).toEqual([['titel', 'name']]);
  const part = [view('1', { description: 'A' }, { name: 'A', description: 'A' })];
  expect(keptFields(part, fields).map(({ shown }) => shown)).toEqual(['description']);
});

test('a key of a body that one field shows each time is not read for another that shows it now and then', () => {
  const views = [
    view('1', { text: 'A', of: 'B C' }, { name: 'A', description: 'A' }),
    view('2', { text: 'D', of: 'B C' }, { name: 'B C', description: 'D' }),
  ];
  const read = keptFields(views, fields).map(({ key, shown }) => [key, shown]);
  expect(read).toContainEqual(['text', 'description']);
  expect(read).not.toContainEqual(['text', 'name']);
});

test('a list that was not sent is borrowed if it names some of those that others sent, and neither all nor one', () => {
  const lists = [['a', 'b', 'c'], ['a', 'b', 'c', 'd'], ['a']];
  const others = lists.map((notify, n) => ({ id: `other${n}`, sent: { notify } }));
  const shown = (notify: string[], sent: JsonRecord = {}) =>
    borrowedField(view('1', sent, { notify }), others, sentFields('announcement')).wrong;
  expect(shown(['c', 'b', 'a'])).toMatchObject({ at: '/notify' });
  expect(shown(['a', 'b', 'c', 'd'])).toBeUndefined();
  expect(shown(['a'])).toBeUndefined();
  expect(shown([])).toBeUndefined();
  expect(shown(['a', 'b', 'c'], { notify: ['a', 'b', 'c'] })).toBeUndefined();
});

test('what a record shows of its own create is not borrowed', () => {
  const one = { id: '1', sent: { name: 'own' } };
  const other = { id: '2', sent: { name: 'other' } };
  const shown = (name: string) => borrowedField(view('1', {}, { name }), [one, other], fields);
  expect(shown('own')).toEqual({ compared: 1 });
  expect(shown('other').wrong).toMatchObject({ at: '/name', received: 'other' });
});

test('the text of nothing is wrong only where nothing was sent', () => {
  expect(textOfNothing(view('1', {}, { name: 'undefined' }), fields)).toMatchObject({ at: '/name' });
  expect(textOfNothing(view('1', { name: 'undefined' }, { name: 'undefined' }), fields)).toBeUndefined();
  expect(textOfNothing(view('1', {}, { name: 'a name' }), fields)).toBeUndefined();
});
