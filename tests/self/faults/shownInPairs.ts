/** What a list shows of a record depends on parameters that only choose records: each answer is right by itself. */
import type { Call } from '../../../reference-server/call.ts';
import type { Fault } from './fault.ts';
import { each, filterOf, page, type Shown } from './vocabulary.ts';

/** Changes the fields of a record that hold a value of this type. */
function change(record: Shown, type: 'number' | 'boolean', to: (value: unknown) => unknown): void {
  for (const [field, value] of Object.entries(record)) if (typeof value === type) record[field] = to(value);
}

/** What a filter asks a name to be, if it asks for one. */
function nameAsked(call: Call): string | undefined {
  const { name, title, email } = filterOf(call);
  return [name, title, email].find((wanted) => typeof wanted === 'string');
}

/** @param asking requirements whose checks send the requests at which it shows */
const fault = (name: string, title: string, seams: Fault['seams'], ...asking: string[]): Fault => ({
  name,
  title,
  breaks: ['lists.together', ...asking],
  seams,
});

export const shownInPairFaults: readonly Fault[] = [
  fault(
    'shown-by-sort-negated',
    'A falling sort by a number negates it, and shows it so.',
    each(['metrics.list', 'tasks.list', 'roles.list', 'tags.list'], (record, _, call) => {
      for (const key of (call.query.get('sort') ?? '').split(',')) {
        const value = key.startsWith('-') ? record[key.slice(1)] : undefined;
        if (typeof value === 'number') record[key.slice(1)] = -value;
      }
    }),
  ),
  fault(
    'shown-behind-skip-without-flags',
    'On pages behind the first all flags are false.',
    each(['users.list', 'employees.list', 'metrics.list', 'tasks.list'], (record, _, call) => {
      if (Number(call.query.get('skip') ?? 0) > 0) change(record, 'boolean', () => false);
    }),
  ),
  fault(
    'shown-alone-without-numbers',
    'A page of one record shows its numbers as 0.',
    page(['roles.list', 'metrics.list', 'tasks.list'], (records) => {
      if (records.length === 1) change(records[0] as Shown, 'number', () => 0);
      return records;
    }),
    'lists.limit',
  ),
  fault(
    'shown-by-id-of-an-old-copy',
    'A list that is filtered by one id shows an old copy of the record.',
    each(['tasks.list', 'metrics.list', 'users.list'], (record, _, call) => {
      if (typeof filterOf(call)._id === 'string') change(record, 'boolean', (flag) => !flag);
    }),
    'lists.filter-id',
  ),
  fault(
    'shown-by-name-inside-alike',
    'A filter by a name leaves out records inside of the records, too, that have another name.',
    each(['tags.list', 'users.list', 'metrics.list'], (record, _, call) => {
      const wanted = nameAsked(call);
      for (const key of ['items', 'tags', 'roles'])
        if (wanted !== undefined && Array.isArray(record[key]))
          record[key] = (record[key] as Shown[]).filter(({ name }) => name === wanted);
    }),
    'lists.filter-equals',
  ),
  fault(
    'shown-plain-and-filtered-without-signs',
    'Beside a filter plainText takes signs out of ids and e-mail addresses as well.',
    each(['tasks.list', 'roles.list', 'users.list', 'metrics.list'], (record, _, { query }) => {
      if (!query.has('filter') || query.get('formatting') !== 'plainText') return;
      for (const field of ['email', 'ownerId', 'status', 'accountId'])
        if (typeof record[field] === 'string') record[field] = (record[field] as string).replaceAll(/[_*@-]/g, '');
    }),
    'lists.formatting-only',
  ),
  fault(
    'shown-beside-demo-otherwise',
    'With includeDemo each session has the color of the demo session.',
    each('sessions.list', (record, _, { query }) => {
      if (query.has('includeDemo')) record.color = '#fff';
    }),
  ),
];
