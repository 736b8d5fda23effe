/** Makes the evidence of a failure: what was expected and received, the exchange, and how to see it again. */
import type { Cell, Evidence, Exchange, Settings } from '../../../schemas/contract.ts';
import type { Failure } from './outcome.ts';

const LONGEST_BODY = 20_000;
const LONGEST_BODY_BEFORE = 2_000;
const LONGEST_VALUE = 2_000;
const KEPT_BEFORE = 8;

const cut = (text: string, longest: number) =>
  text.length <= longest ? text : `${text.slice(0, longest)}… (${text.length} characters in all)`;

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

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

/** In double quotes, so that the shell puts its variable in the place of a secret. */
function headerArgument(name: string, value: string): string {
  const [whole, secret] = /<redacted:([A-Z0-9_]+)>/.exec(value) ?? [];
  if (whole === undefined) return quoted(`${name}: ${value}`);
  const [before = '', after = ''] = value.split(whole);
  return `"${name}: ${before}$\{${secret}}${after}"`;
}

/** A shell command that repeats the request; tokens are shell variables named like the settings. */
export function curl({ method, url, requestHeaders, requestBody }: Exchange): string {
  const headers = Object.entries(requestHeaders)
    .filter(([name]) => name !== 'accept-encoding')
    .map(([name, value]) => `-H ${headerArgument(name, value)}`);
  const body = requestBody === undefined ? [] : [`--data-binary ${quoted(requestBody)}`];
  return ['curl -sS -i', `-X ${method}`, ...headers, ...body, quoted(url)].join(' ');
}

/** The command that runs these requirements alone. */
function rerun([cell]: readonly Cell[], { seed, bundled, fault }: Settings, seeded: boolean): string {
  const selected = `--grep '@${cell?.requirement.replaceAll('.', '\\.')}( |$)'`;
  const only = `npm run conformance -- ${fault === undefined ? '' : `--fault ${fault} `}${selected}`;
  const variables = [...(bundled ? [] : ['BASE_URL=…']), ...(seeded ? [`SEED=${seed}`] : [])];
  return [...variables, only].join(' ');
}

/** An exchange as a record keeps it: bodies cut, and nothing but what the form of an exchange has. */
export function trimmed(exchange: Exchange, longest = LONGEST_BODY): Exchange {
  const { operation, method, url, requestHeaders, requestBody, status, responseHeaders, responseBody } = exchange;
  const { ms, sentAt } = exchange;
  return {
    operation,
    method,
    url: cut(url, LONGEST_VALUE),
    requestHeaders,
    ...(requestBody !== undefined && { requestBody: cut(requestBody, longest) }),
    status,
    responseHeaders,
    responseBody: cut(responseBody, longest),
    ms,
    ...(sentAt !== undefined && { sentAt }),
  };
}

/** @param exchanges those of the check, in their order */
export function evidence(
  failure: Failure,
  cells: readonly Cell[],
  exchanges: readonly Exchange[],
  settings: Settings,
): Evidence {
  const { details, property } = failure;
  const exchange = details.exchange ?? exchanges.at(-1);
  const before = exchanges.slice(0, exchange && exchanges.includes(exchange) ? exchanges.indexOf(exchange) : undefined);
  return {
    message: failure.message,
    expected: show(details.expected),
    received: show(details.received),
    ...(details.at && { at: details.at }),
    ...(exchange && { exchange: trimmed(exchange), curl: curl(exchange) }),
    before: before.slice(-KEPT_BEFORE).map((one) => trimmed(one, LONGEST_BODY_BEFORE)),
    rerun: rerun(cells, settings, property !== undefined),
    ...(property && { property }),
  };
}
