/** Which fixtures a failure rests on that nothing has confirmed: a mistake in one of them may be all that it shows. */
import {
  bodiesSentBy,
  type Cell,
  type Exchange,
  type Fixtures,
  isRecord,
  keysThatOpen,
  operation,
} from '../../../schemas/contract.ts';

/** Shorter texts stand in a request by chance. */
const TELLING = 4;

/** Every text in a value. */
const textsIn = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(textsIn)
      : [];

/** What a request says, for ids to be looked for in it. */
function said({ url, requestBody = '' }: Exchange): string {
  try {
    return decodeURIComponent(url) + requestBody;
  } catch {
    return url + requestBody;
  }
}

const speaksOf = (words: string, value: unknown): boolean =>
  textsIn(value).some((text) => text.length >= TELLING && words.includes(text));

/** Whether a check sent JSON: some send what is none on purpose. */
function isJson(text = 'null'): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The object that a body is, or the first of the list that it is. */
const entryOf = (body: unknown): unknown => (Array.isArray(body) ? body[0] : body);

/** Whether a request was sent with a body of the fixtures: it has all its keys, and its texts where they are no templates. */
function isOf(requestBody = 'null', given: unknown): boolean {
  const sent: unknown = JSON.parse(requestBody);
  const [one, other] = [entryOf(sent), entryOf(given)];
  if (Array.isArray(sent) !== Array.isArray(given) || !isRecord(one) || !isRecord(other)) return false;
  const plain = textsIn(other).filter((text) => !text.includes('{{'));
  return (
    Object.keys(other).every((key) => key in one) &&
    (plain.length === 0 || plain.some((text) => textsIn(one).includes(text)))
  );
}

/** Bodies that the target refuses, and those that are what the requirement is judged by. */
function ofBodies(ids: readonly string[], { operation: id, status, requestBody }: Exchange, { bodies }: Fixtures) {
  const judgedBy = ids.flatMap((one) => keysThatOpen('bodies', one));
  return bodiesSentBy(id)
    .filter((name) => bodies[name] !== undefined && isJson(requestBody) && isOf(requestBody, bodies[name]))
    .filter((name) => status >= 400 || (judgedBy.includes(name) && !name.startsWith('create')))
    .map((name) => `/bodies/${name}`);
}

/** What is said to be so, by which the requirement is judged: the entry that the request speaks of, else all. */
const ofFacts = (ids: readonly string[], words: string, { facts }: Fixtures): string[] =>
  ids
    .flatMap((one) => keysThatOpen('facts', one))
    .flatMap((name) => {
      const given = facts[name as keyof Fixtures['facts']];
      if (given === undefined) return [];
      const entries = Array.isArray(given) ? given.flatMap((one, n) => (speaksOf(words, one) ? [n] : [])) : [];
      return entries.length > 0 ? entries.map((n) => `/facts/${name}/${n}`) : [`/facts/${name}`];
    });

function ofIds(words: string, { ids, unknownIds, foreignIds }: Fixtures, doubtful: readonly string[]): string[] {
  const places = (section: string, all: Fixtures['ids']) =>
    Object.entries(all).flatMap(([kindName, list]) =>
      list.flatMap((id, n) => (speaksOf(words, id) ? [`/${section}/${kindName.replace('.', '/')}/${n}`] : [])),
    );
  return [
    ...places('ids', ids).filter((place) => doubtful.includes(place)),
    // That a record is not there, or another account's, nothing that may be read shows.
    ...Object.entries(unknownIds).flatMap(([name, id]) => (speaksOf(words, id) ? [`/unknownIds/${name}`] : [])),
    ...places('foreignIds', foreignIds),
  ];
}

/**
 * JSON pointers into the fixtures file.
 * @param exchange the one that shows the failure
 * @param doubtful places that the look before the run could not confirm
 */
export function restsOn(
  cells: readonly Cell[],
  exchange: Exchange,
  fixtures: Fixtures,
  doubtful: readonly string[],
): string[] {
  const ids = [...new Set(cells.map(({ requirement }) => requirement))];
  const words = said(exchange);
  const { open } = operation(exchange.operation);
  return [
    ...ofBodies(ids, exchange, fixtures),
    ...(open !== undefined && fixtures.openOperations[open] ? [`/openOperations/${open}`] : []),
    ...ofFacts(ids, words, fixtures),
    ...ofIds(words, fixtures, doubtful),
  ];
}
