/** Every place of the judge that can fail a target: what a fault must reach, else it may be unable to fail. Pure functions. */
import { parseSync } from 'oxc-parser';

/** A place in the source. */
export interface Place {
  /** From the root of the project. */
  file: string;
  line: number;
  /** Counted from 1. */
  column: number;
}

export interface Assertion extends Place {
  /** As it stands in the source, in short. */
  text: string;
  /** What the message is like, where one call fails with several of them. */
  message?: RegExp;
}

/** A failure as a thread of the campaign tells it. */
export interface Made {
  /** The check that it ended, by `batch / title`. */
  check: string;
  message: string;
  /** The innermost calls in the built code, innermost first. */
  calls: readonly string[];
}

/** A failure with the same calls in the source. */
export interface Reached extends Pick<Made, 'check' | 'message'> {
  places: readonly Place[];
}

/** Their calls are the assertions, not what they are made of. */
const WORDS_FILE = 'tests/support/engine/assertions.ts';
const WORDS = new Set([
  'expect',
  'equal',
  'succeeded',
  'refused',
  'status',
  'unbroken',
  'none',
  'eachOnce',
  'field',
  'agree',
  'judge',
]);
const LONGEST = 100;

interface Node {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;

function* nodesOf(node: Node): Generator<Node> {
  yield node;
  for (const value of Object.values(node))
    for (const inner of Array.isArray(value) ? value : [value]) if (isNode(inner)) yield* nodesOf(inner);
}

/** Where a word of judgement is called or a Failure is made. */
function callSite(node: Node): Node | undefined {
  if (node.type === 'NewExpression') return (node.callee as Node).name === 'Failure' ? node : undefined;
  if (node.type !== 'CallExpression') return undefined;
  const { type, computed, object, property } = node.callee as Node & { object: Node; property: Node };
  const isMember = type === 'MemberExpression' && computed === false && object.type === 'Identifier';
  const isWord = isMember && WORDS.has(String(property.name));
  // A call that only counts what was compared judges nothing.
  const [first] = node.arguments as Node[];
  return isWord && first?.name !== 'undefined' ? property : undefined;
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** What a text of the source may become; undefined where nothing of it is known. */
function pattern(node: Node): string | undefined {
  if (node.type === 'Literal' && typeof node.value === 'string') return escaped(node.value);
  if (node.type !== 'TemplateLiteral') return undefined;
  return (node.quasis as (Node & { value: { cooked: string } })[]).map(({ value }) => escaped(value.cooked)).join('.*');
}

/** The texts of a message: both of one that depends. */
const messagesOf = (node: Node): Node[] =>
  node.type === 'ConditionalExpression'
    ? [...messagesOf(node.consequent as Node), ...messagesOf(node.alternate as Node)]
    : [node];

/** The messages of a mistake that a pure function tells: `{ message: '…', expected, received }`. */
function told(node: Node): Node[] {
  if (node.type !== 'ObjectExpression') return [];
  const message = (node.properties as Node[]).find(({ key }) => isNode(key) && key.name === 'message');
  return message ? messagesOf(message.value as Node) : [];
}

/** The assertions of one file, in its order. */
export function assertionsIn(file: string, source: string): Assertion[] {
  if (file === WORDS_FILE) return [];
  const { program } = parseSync(file, source);
  const lineStarts = [0, ...[...source.matchAll(/\n/g)].map(({ index }) => index + 1)];
  const at = (node: Node, whole = node): Assertion => {
    const line = lineStarts.findLastIndex((start) => start <= node.start);
    const text = source.slice(whole.start, whole.end).replace(/\s+/g, ' ').slice(0, LONGEST);
    return { file, line: line + 1, column: node.start - (lineStarts[line] ?? 0) + 1, text };
  };
  return [...nodesOf(program as unknown as Node)].flatMap((node) => {
    const site = callSite(node);
    if (site) return [at(site, node)];
    return told(node).flatMap((message) => {
      const like = pattern(message);
      return like === undefined ? [] : [{ ...at(message), message: new RegExp(`^${like}$`, 's') }];
    });
  });
}

const isAt = (assertion: Assertion, { file, line, column }: Place) =>
  assertion.file === file && assertion.line === line && assertion.column === column;

/** The place of the judge that made a failure: the innermost that is no part of the words. */
export const placeOf = ({ places }: Reached): Place | undefined => places.find(({ file }) => file !== WORDS_FILE);

/** Assertions by which no fault made anything fail. */
export function unreached(all: readonly Assertion[], reached: readonly Reached[]): Assertion[] {
  const places = reached.flatMap((one) => placeOf(one) ?? []);
  return all.filter((assertion) =>
    assertion.message
      ? !reached.some(({ message }) => assertion.message?.test(message))
      : !places.some((place) => isAt(assertion, place)),
  );
}

/** Places that made something fail and are no known assertion: this file does not know how it was made. */
export function unknownPlaces(all: readonly Assertion[], reached: readonly Reached[]): Place[] {
  const places = reached.flatMap((one) => placeOf(one) ?? []);
  const known = new Set(all.map(({ file, line, column }) => `${file}:${line}:${column}`));
  const unknown = places.map((place) => [`${place.file}:${place.line}:${place.column}`, place] as const);
  return [...new Map(unknown.filter(([key]) => !known.has(key))).values()];
}
