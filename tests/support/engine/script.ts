/** A failure that takes several requests, as a shell script that shows it from nothing. Pure functions. */
import { type Exchange, isRecord, kinds } from '../../../schemas/contract.ts';
import { curl } from './curl.ts';

/** Requests in one script: a history that is longer helps nobody. */
const MOST_STEPS = 20;

/** Where a value first stands in a JSON value, as an expression of JavaScript: `.users[0].id`. */
function pathTo(value: unknown, sought: string, path = ''): string | undefined {
  if (value === sought) return path;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, inner] of Object.entries(value)) {
    const step = Array.isArray(value)
      ? `[${key}]`
      : /^[A-Za-z_]\w*$/.test(key)
        ? `.${key}`
        : `[${JSON.stringify(key)}]`;
    const found = pathTo(inner, sought, path + step);
    if (found !== undefined) return found;
  }
  return undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const CREATES = new Set(Object.values(kinds).flatMap(({ create }) => create ?? []));

/** Ids of the records that an answer to a create shows. */
export function createdIds({ operation, status, responseBody }: Exchange): string[] {
  if (!CREATES.has(operation) || status >= 300) return [];
  const json = parsed(responseBody);
  const list = isRecord(json) ? (Object.values(json).find(Array.isArray) as unknown[] | undefined) : json;
  const records = [json, ...(Array.isArray(list) ? list : [])].filter(isRecord);
  return records.flatMap(({ id, _id }) => [id, _id]).filter((id) => typeof id === 'string' && id !== '') as string[];
}

/** Shorter ids stand in many texts that do not mean them. */
const SHORTEST_TOLD = 4;

const speaksOf = ({ url, requestBody = '' }: Exchange, id: string) =>
  id.length >= SHORTEST_TOLD && (url.includes(encodeURIComponent(id)) || requestBody.includes(id));

const isWrite = ({ method }: Exchange) => method !== 'GET';

/**
 * The requests that a failure takes: the creates of the records that it speaks of, the check's other writes to them, and
 * the request that shows it. In the order in which they were sent.
 */
function steps(last: Exchange, exchanges: readonly Exchange[], created: ReadonlyMap<string, Exchange>): Exchange[] {
  const before = exchanges.slice(0, exchanges.includes(last) ? exchanges.indexOf(last) : undefined);
  const found = new Set([last]);
  for (let size = 0; size < found.size; ) {
    size = found.size;
    for (const [id, create] of created) {
      if (![...found].some((one) => speaksOf(one, id))) continue;
      found.add(create);
      for (const one of before) if (isWrite(one) && speaksOf(one, id)) found.add(one);
    }
  }
  return [...found].sort((a, b) => (a === last ? 1 : b === last ? -1 : (a.sentAt ?? '') < (b.sentAt ?? '') ? -1 : 1));
}

const HEAD = `# Needs curl and Node, and the tokens as variables named like the settings.
RUN=gc-$(date +%s)
pick() { node -e 'let t="";process.stdin.on("data",d=>t+=d).on("end",()=>console.log(eval("JSON.parse(t)"+process.argv[1])))' "$1"; }`;

/**
 * A script for the shell; ids of records that it creates are variables, and so is what makes names new.
 * @param last the exchange that shows the failure
 * @param exchanges those of the check, in their order
 * @param created the exchanges that created records of this run, by the ids of the records
 * @param prefix begins every name that the run has made up
 * @returns undefined when the request that shows it is all it takes
 */
export function script(
  last: Exchange,
  exchanges: readonly Exchange[],
  created: ReadonlyMap<string, Exchange>,
  prefix: string,
): string | undefined {
  const all = steps(last, exchanges, created);
  if (all.length < 2 || all.length > MOST_STEPS) return undefined;
  const ids = new Map<string, string>();
  const withVariables = (text: string) =>
    [...ids, [prefix, 'RUN'] as const].reduce((line, [value, name]) => line.replaceAll(value, `'"$${name}"'`), text);
  const lines = all.map((one, i) => {
    const command = withVariables(curl(one));
    const [id] = createdIds(one).filter((each) => all.slice(i + 1).some((later) => speaksOf(later, each)));
    const path = id === undefined ? undefined : pathTo(parsed(one.responseBody), id);
    if (id === undefined || path === undefined || ids.has(id)) return command;
    const name = `ID${ids.size + 1}`;
    ids.set(id, name);
    return `${name}=$(${command.replace('curl -sS -i', 'curl -sS')} | tee /dev/stderr | pick '${path}')`;
  });
  return [HEAD, ...lines].join('\n');
}
