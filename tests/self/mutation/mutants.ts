/** Small changes of the judge's own source, each of which some unit test should notice. Pure functions. */
import { createHash } from 'node:crypto';
import { dirname, join } from 'node:path/posix';
import { parseSync } from 'oxc-parser';

export interface Mutant {
  /** From the root of the project. */
  file: string;
  line: number;
  /** Offsets of what is replaced. */
  start: number;
  end: number;
  was: string;
  becomes: string;
}

interface Node {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;

/** Operators, and what a slip makes of them. */
const SLIPS: Readonly<Record<string, string>> = {
  '===': '!==',
  '!==': '===',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '+': '-',
  '-': '+',
  '&&': '||',
  '||': '&&',
};
const METHODS: Readonly<Record<string, string>> = { some: 'every', every: 'some', startsWith: 'includes' };
/** Methods that a chain may have forgotten. */
const FORGOTTEN = new Set(['filter', 'sort', 'trim', 'toLowerCase', 'slice', 'flat']);
/** Types, imports and messages of errors decide nothing. */
const LEFT_OUT = /^(TS|ImportDeclaration$|ThrowStatement$)/;

type Slip = readonly [Node, string];
type Text = (part: unknown) => string;

function slipsOfOperator(node: Node, text: Text): Slip[] {
  const { operator, left, right } = node;
  if (operator === '??') return [[node, text(left)]];
  const slip = SLIPS[operator as string];
  return slip === undefined ? [] : [[node, `(${text(left)} ${slip} ${text(right)})`]];
}

function slipsOfCall(node: Node, text: Text): Slip[] {
  const callee = node.callee as Node;
  if (callee.type !== 'MemberExpression' || callee.computed) return [];
  const name = text(callee.property);
  if (FORGOTTEN.has(name)) return [[node, text(callee.object)]];
  return METHODS[name] === undefined ? [] : [[callee.property as Node, METHODS[name]]];
}

function slipsOfLiteral(node: Node): Slip[] {
  if (typeof node.value === 'number') return [[node, String(node.value + 1)]];
  return typeof node.value === 'boolean' ? [[node, String(!node.value)]] : [];
}

/** What may be put in the place of a node, or of a part of it, by its type. */
const SLIPS_OF: Readonly<Record<string, (node: Node, text: Text) => Slip[]>> = {
  BinaryExpression: slipsOfOperator,
  LogicalExpression: slipsOfOperator,
  ConditionalExpression: (node, text) =>
    [node.consequent, node.alternate].map((branch): Slip => [node, `(${text(branch)})`]),
  IfStatement: ({ test }) => [[test as Node, 'false']],
  UnaryExpression: (node, text) => (node.operator === '!' ? [[node, `(${text(node.argument)})`]] : []),
  Literal: slipsOfLiteral,
  CallExpression: slipsOfCall,
};

/** Every change of a file that is tried, in the order of the source. */
export function mutantsOf(file: string, source: string): Mutant[] {
  const { program } = parseSync(file, source);
  const text = (part: unknown) => (isNode(part) ? source.slice(part.start, part.end) : '');
  const found: Mutant[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const one of value) visit(one);
    if (!isNode(value) || LEFT_OUT.test(value.type)) return;
    for (const [{ start, end }, becomes] of SLIPS_OF[value.type]?.(value, text) ?? []) {
      const line = source.slice(0, start).split('\n').length;
      found.push({ file, line, start, end, was: source.slice(start, end), becomes });
    }
    for (const part of Object.values(value)) visit(part);
  };
  visit(program);
  return found.sort((a, b) => a.start - b.start);
}

/** So many of them, which the seed alone decides. */
export function drawn(all: readonly Mutant[], count: number, seed: number): Mutant[] {
  const place = ({ file, start, becomes }: Mutant) =>
    createHash('sha256').update(`${seed} ${file} ${start} ${becomes}`).digest('hex');
  return all
    .map((mutant) => ({ mutant, at: place(mutant) }))
    .sort((a, b) => (a.at < b.at ? -1 : 1))
    .slice(0, count)
    .map(({ mutant }) => mutant);
}

/**
 * Files of the judge that unit tests import, each with these tests.
 * @param tests sources of the tests, by their paths from the root of the project
 */
export function testedFiles(tests: Readonly<Record<string, string>>): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const [test, source] of Object.entries(tests))
    for (const [, path = ''] of source.matchAll(/^(?:import|\}) (?:.*)from '(\.[^']+)';$/gm)) {
      const file = join(dirname(test), path);
      if (/^(tests\/(support|contract|behaviour)|reports)\//.test(file))
        found.set(file, [...(found.get(file) ?? []), test]);
    }
  return found;
}
