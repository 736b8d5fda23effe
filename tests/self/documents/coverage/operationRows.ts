/** Rows for each endpoint: path, header, parameters, body fields, status of success, keys of the answer, error codes. */
import { envelope, type Operation, operations, readJson } from '../../../../schemas/contract.ts';
import { fieldsOf } from './fields.ts';
import type { CoverageRow } from './row.ts';
import { judgedOn, rules } from './rules.ts';

type Cell = Omit<CoverageRow, 'section'>;

/** What a parameter is judged by: by its name, and as an id in the path. */
function parameterCell(id: string, { name, in: where, required, values }: Operation['parameters'][number]): Cell {
  const named = rules.parameters[name] ?? [];
  const ids = where === 'path' ? [...named, ...(rules.parameters.path ?? [])] : named;
  const text = [`${where} parameter`, required && where === 'query' ? 'required' : '', values ? values.join(', ') : ''];
  return { place: `${where} ${name}`, text: text.filter(Boolean).join(', '), ...judgedOn(id, ids, 'parameter') };
}

const headerCell = ({ id, accountHeader }: Operation): Cell => ({
  place: 'header service-accountId',
  text: accountHeader ? 'listed, required' : 'not listed',
  ...judgedOn(id, rules.parameters[accountHeader ? 'header' : 'no header'] ?? [], 'header'),
});

/** One cell for each field that a body may have. */
function bodyCells({ id, body }: Operation): Cell[] {
  if (body === undefined || body.schema === 'open') return [];
  const name = body.schema.replace(/^requests\/|\.json$/g, '');
  return fieldsOf(body.schema).map(({ path, type, meaning }) => ({
    place: `body ${path}`,
    text: `${type ?? 'any type'}. ${meaning}`,
    ...judgedOn(id, rules.bodies[`${name}.${path}`] ?? rules.bodies[name] ?? [], 'parameter'),
  }));
}

/** Status of success, what the answer holds, and each key of its envelope. */
function answerCells(operation: Operation): Cell[] {
  const { id, success } = operation;
  const { status = [], record = [], open = [], key = [], count = [] } = rules.answers;
  const counts = ['count', 'totalCount'];
  const shape = success.schema === 'open' ? open : record;
  const what =
    success.schema === undefined
      ? 'no body is listed'
      : success.schema === 'open'
        ? 'JSON of open shape'
        : (readJson<{ title?: string }>(success.schema).title ?? success.schema);
  return [
    { place: `success ${success.status}`, text: 'status of success', ...judgedOn(id, status, 'operation') },
    {
      place: 'answer',
      text: what,
      ...judgedOn(id, success.schema === undefined ? [] : [...shape, ...(rules.answers[id] ?? [])], 'no-body'),
    },
    ...envelope(operation).map((name) => ({
      place: `answer, key ${name}`,
      text: counts.includes(name) ? 'a number of records' : 'part of the answer',
      ...judgedOn(id, counts.includes(name) ? [...key, ...count] : key, 'operation'),
    })),
  ];
}

const errorCells = ({ id, errors }: Operation): Cell[] =>
  errors.map((code) => ({
    place: `error ${code}`,
    text: 'listed as an answer',
    ...judgedOn(id, rules.errors[code] ?? [], `${code}`),
  }));

/** The rows of all endpoints. */
export function operationRows(): CoverageRow[] {
  return operations.flatMap((operation) => {
    const { id, method, path, section, summary, parameters } = operation;
    const cells: Cell[] = [
      { place: 'operation', text: summary, ...judgedOn(id, rules.operations[id] ?? [], 'operation') },
      headerCell(operation),
      ...parameters.map((parameter) => parameterCell(id, parameter)),
      ...bodyCells(operation),
      ...answerCells(operation),
      ...errorCells(operation),
    ];
    return cells.map((cell) => ({ section, ...cell, place: `${method} ${path}: ${cell.place}` }));
  });
}
