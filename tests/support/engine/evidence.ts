/** Makes the evidence of a failure: what was expected and received, the exchange, and how to see it again. */
import {
  asTyped,
  type Cell,
  type Evidence,
  type Exchange,
  type Fixtures,
  type Settings,
} from '../../../schemas/contract.ts';
import { broken, noJson } from './broken.ts';
import { curl, quoted } from './curl.ts';
import type { Failure } from './outcome.ts';
import { restsOn } from './restsOn.ts';
import { script } from './script.ts';
import { byNeed, neededIn, sentIn } from './shownByNeed.ts';

const LONGEST_BODY = 20_000;
const LONGEST_BODY_BEFORE = 2_000;
const LONGEST_VALUE = 2_000;
const LONGEST_COMMAND = 100_000;
const KEPT_BEFORE = 8;

/** Of a body that is cut, so much of its end is kept: an answer that breaks off does so there. */
const TAIL = 200;

const cut = (text: string, longest: number) =>
  text.length <= longest ? text : `${text.slice(0, longest)}… (cut here: ${text.length} characters in all)`;

const cutBody = (text: string, longest: number) =>
  text.length <= longest + TAIL ? text : `${cut(text, longest)}\n… (its last ${TAIL} characters)\n${text.slice(-TAIL)}`;

/** The texts of a value, as far as a report shows it. */
const leavesOf = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : (JSON.stringify(value) ?? '').slice(0, LONGEST_VALUE).split(/[\n,]/);

/** A value as a report shows it. */
function show(value: unknown): string {
  const text =
    value === undefined
      ? 'nothing'
      : typeof value === 'string'
        ? JSON.stringify(value)
        : JSON.stringify(value, null, 1);
  return cut(text, LONGEST_VALUE);
}

/** The command that runs these requirements alone. */
function rerun([cell]: readonly Cell[], { seed, bundled, fault, baseUrl }: Settings, seeded: boolean): string {
  const selected = `--grep '@${cell?.requirement.replaceAll('.', '\\.')}( |$)'`;
  const only = `npm run conformance -- ${fault === undefined ? '' : `--fault ${fault} `}${selected}`;
  const variables = [...(bundled ? [] : [`BASE_URL=${quoted(String(baseUrl))}`]), ...(seeded ? [`SEED=${seed}`] : [])];
  return [...variables, asTyped(only)].join(' ');
}

/** A command as a record keeps it; a shell takes none that is as long as a target's texts can make it. */
const command = (text: string) =>
  text.length <= LONGEST_COMMAND ? text : `# a command of ${text.length} characters, which no shell takes`;

/** An exchange as a record keeps it: bodies cut, and nothing but what the form of an exchange has. */
export function trimmed(exchange: Exchange, longest = LONGEST_BODY): Exchange {
  const { operation, method, url, requestHeaders, requestBody, status, responseHeaders, responseBody } = exchange;
  const { ms, sentAt } = exchange;
  return {
    operation,
    method,
    url: cut(url, LONGEST_VALUE),
    requestHeaders,
    ...(requestBody !== undefined && { requestBody: cutBody(requestBody, longest) }),
    status,
    responseHeaders,
    responseBody: cutBody(responseBody, longest),
    ms,
    ...(sentAt !== undefined && { sentAt }),
  };
}

/** What the process has done so far, out of which a failure is told. */
export interface History {
  /** Exchanges of the check, in their order. */
  exchanges: readonly Exchange[];
  /** The exchanges that created records, by the ids of the records. */
  created: ReadonlyMap<string, Exchange>;
  /** Begins every name that the run has made up. */
  prefix: string;
  fixtures: Fixtures;
  /** Places in the fixtures that the look before the run could not confirm. */
  doubtful?: readonly string[];
}

/** Whether a value is the body of an answer, or how that begins: then its form was looked at, and not its words. */
const isBody = (value: unknown, exchange: Exchange | undefined): boolean =>
  typeof value === 'string' && value.length > 0 && exchange?.responseBody.startsWith(value) === true;

/** The texts that a failure is about. */
const comparedBy = ({ message, details: { expected, received: value, exchange } }: Failure): string[] => [
  message,
  ...leavesOf(expected),
  ...(isBody(value, exchange) ? [] : leavesOf(value)),
];

/** What was received, or where an answer that is no JSON stops being any. @param shown an exchange as it may be shown */
function received(value: unknown, exchange: Exchange | undefined, shown: (one: Exchange) => Exchange): string {
  if (!exchange) return show(value);
  const fault = noJson(exchange);
  const { responseBody } = shown(exchange);
  if (fault)
    return `what is no JSON: ${fault.words}. It ends with ${JSON.stringify(responseBody.slice(-fault.tail.length))}`;
  return show(isBody(value, exchange) ? responseBody : value);
}

/** What the report shows of a failure: the values, the exchange that shows it, the steps before it, and a command for each. */
export function evidence(
  failure: Failure,
  cells: readonly Cell[],
  { exchanges, created, prefix, fixtures, doubtful = [] }: History,
  settings: Settings,
): Evidence {
  const { details, property } = failure;
  const exchange = details.exchange ?? exchanges.at(-1);
  const before = exchanges.slice(0, exchange && exchanges.includes(exchange) ? exchanges.indexOf(exchange) : undefined);
  const fault = details.exchange && broken(details.exchange, details.expected);
  // The fixtures of the bundled server are right.
  const places = exchange && !settings.bundled ? restsOn(cells, exchange, fixtures, doubtful) : [];
  const steps = exchange && script(exchange, exchanges, created, prefix);
  const sent = sentIn([...exchanges, ...(exchange ? [exchange] : [])]);
  const needed = neededIn([...sent, ...comparedBy(failure), prefix]);
  const shown = (one: Exchange) => (settings.showBodies ? one : byNeed(one, needed));
  return {
    message: failure.message,
    expected: show(details.expected),
    received: received(details.received, details.exchange, shown),
    ...(details.at && { at: details.at }),
    ...(details.places && { places: details.places }),
    ...(fault !== undefined && { broken: fault }),
    ...(places.length > 0 && { restsOn: places }),
    ...(exchange && { exchange: trimmed(shown(exchange)), curl: command(curl(exchange)) }),
    ...(steps !== undefined && { script: command(steps) }),
    before: before.slice(-KEPT_BEFORE).map((one) => trimmed(shown(one), LONGEST_BODY_BEFORE)),
    rerun: rerun(cells, settings, property !== undefined),
    ...(property && { property }),
  };
}
