/**
 * Cuts the specification into clauses. What the contract holds as data (fields with their types, paths, parameters,
 * status codes, keys of answers) is compared with the contract; what is left is prose, and the files in
 * `schemas/coverage/` have a row for each clause of it.
 */
import { resources } from '../../documents/coverage/fields.ts';
import { type FieldList, fieldListsIn, itemsIn, type ListedField } from './fieldLists.ts';
import { clausesIn, digestOf, type Line, linesOf, split } from './text.ts';

export interface Clause {
  section: string;
  place: string;
  text: string;
  digest: string;
}

type Part = readonly [place: string, text: string];

/** Numbers the clauses of a text below a place; a text of one clause keeps the place. */
function numbered(place: string, texts: readonly string[]): Part[] {
  return texts.length === 1
    ? [[place, texts[0] as string]]
    : texts.map((text, i) => [`${place}, clause ${i + 1}`, text]);
}

/** Remarks of a field list and its clauses that list no fields. */
function inFieldList({ place, text }: Line): Part[] {
  const { remarks, prose } = fieldListsIn(text);
  const remarked = remarks.map(({ of, text: remark }): Part => [`${place}, ${of}`, remark]);
  return [...remarked, ...(prose.length === 0 ? [] : numbered(`${place}, words`, prose))];
}

const STATED_INPUT = /^(header|none listed|no body|DEPRECATED|(path|query) \w+(, \w+)*)$/;
const STATED_SUCCESS = /^\d{3}(?: \{(?<keys>.*)\}| (?<title>[A-Za-z ]+))?(?: \(see gap \d\))?$/;
const STATED_KEY = /^\w+(?:: (?<type>[A-Za-z ]+|\{\})(?:\[\])?)?$/;
const STATED_CODES = /^(E1|\d{3})(, \d{3})*$/;

/** Whether a part of the inputs is in the contract as data: a header, parameters by name, a body by its fields. */
function isStatedInput(part: string): boolean {
  if (STATED_INPUT.test(part)) return true;
  const remarks: FieldList['remarks'] = [];
  const body = /^body \{(.*)\}$/.exec(part)?.[1];
  return body !== undefined && itemsIn(body, '', remarks) !== undefined && remarks.length === 0;
}

const NAMES = new Set(['string', 'integer', '{}', ...resources.map(({ title }) => title.toLowerCase())]);
const isNamed = (words: string | undefined) => words === undefined || NAMES.has(words.toLowerCase());

/** Whether an answer is in the contract as data: a status alone, one record, or keys with records or plain types. */
function isStatedSuccess(cell: string): boolean {
  const found = STATED_SUCCESS.exec(cell);
  const keys = split(found?.groups?.keys ?? '', (rest) => (rest.startsWith(',') ? 1 : 0)).map((key) =>
    STATED_KEY.exec(key),
  );
  return (
    found !== null && isNamed(found.groups?.title) && keys.every((key) => key !== null && isNamed(key.groups?.type))
  );
}

/** What a row of an endpoint says in words. */
function inEndpoint({ place, cells = [] }: Line): Part[] {
  const [method = '', , inputs = '', success = '', others = ''] = cells;
  if (method.startsWith('(')) return cells.slice(1).map((cell, i): Part => [`${method}, cell ${i + 2}`, cell]);
  const said = split(inputs, (rest) => (rest.startsWith('; ') ? 2 : 0)).filter((part) => !isStatedInput(part));
  return [
    ...numbered(`${place}: inputs`, said).filter(() => said.length > 0),
    ...(isStatedSuccess(success) ? [] : numbered(`${place}: success`, clausesIn(success))),
    ...(STATED_CODES.test(others) ? [] : ([[`${place}: other codes`, others]] as Part[])),
  ];
}

/** The cells of any other row but its first, which is its place. */
const inTable = ({ section, place, cells = [], heads = [] }: Line): Part[] =>
  cells
    .map((cell, i): Part => [`${place}: ${heads[i]}`, cell])
    .slice(section.endsWith(' / Custom field') ? 2 : 1)
    .filter(([, cell]) => cell !== '')
    .flatMap(([at, cell]) => numbered(at, clausesIn(cell)));

const isFieldList = ({ section }: Line) =>
  section.startsWith('Resources and their fields / ') && !section.endsWith(' / Conventions');

function partsOf(line: Line): Part[] {
  if (line.heads?.[0] === 'Method') return inEndpoint(line);
  if (line.cells) return inTable(line);
  return isFieldList(line) ? inFieldList(line) : numbered(line.place, clausesIn(line.text));
}

/** The clauses of the specification that are prose, in their order. */
export const clausesOf = (text: string): Clause[] =>
  linesOf(text).flatMap((line) =>
    partsOf(line).map(([place, said]) => ({ section: line.section, place, text: said, digest: digestOf(said) })),
  );

/** The fields of a line in a section on a resource: a row of a table of fields, or a list. */
const fieldsIn = (line: Line): ListedField[] => {
  const [name = '', type = ''] = line.cells ?? [];
  // What the type cell says of values is a pattern of the schema.
  return line.cells
    ? (itemsIn(`${name} ${/^\w+(\[\])?/.exec(type)?.[0]}`, '', []) ?? [])
    : fieldListsIn(line.text).fields;
};

/** The fields that the specification lists, by the heading that they stand under. */
export function listedFields(text: string): Map<string, ListedField[]> {
  const found = new Map<string, ListedField[]>();
  for (const line of linesOf(text).filter(isFieldList)) {
    const heading = line.section.split(' / ').at(-1) as string;
    found.set(heading, [...(found.get(heading) ?? []), ...fieldsIn(line)]);
  }
  return found;
}
