/**
 * Laws that hold of every answer, whatever check asked for it: what is wrong may show in one place of many, or after one
 * request of many. Each is judged on all successes of reads that a batch sees, and where it says so of writes; that nothing
 * breaks is judged on every answer.
 */
import {
  type Cell,
  isDescribed,
  isRecord,
  kinds,
  type Operation,
  operation,
  problem,
  requirement,
  type Settings,
} from '../../../schemas/contract.ts';
import { type Answer, isElsewhere, type RequestInput } from '../http/client.ts';
import { isJsonType } from '../http/decoding.ts';
import { isGatewayStatus } from '../http/watch.ts';
import { selectsListed } from '../lists/listedSelections.ts';
import { accountsProblem, othersThan } from '../records/accountIds.ts';
import { anotherRecord } from '../records/addressed.ts';
import { envelopeProblem, ownTypesProblem, typesMessage } from '../records/answerSchema.ts';
import { isRefusal, itemsOf, recordsShown, STATUSES_OF_HTTP } from '../records/answers.ts';
import { sentFields, textOfNothing } from '../records/creationErrors.ts';
import { countsProblem, endCountsProblem, endShown, type Wanted } from '../records/listCounts.ts';
import { misspelt } from '../records/misspelt.ts';
import { openStrings } from '../records/openStrings.ts';
import type { Wrong } from './assertions.ts';
import { type Again, contradicted } from './contradicted.ts';
import { createFieldMemory, type FieldMemory } from './fieldMemory.ts';
import { Failure } from './outcome.ts';
import { isPlain } from './plainRequests.ts';
import type { ValueMemory } from './valueMemory.ts';

export interface Broken {
  title: string;
  cell: Cell;
  failure: Failure;
}

export interface StandingLaws {
  /** Looks at an answer. */
  see(answer: Answer, input: RequestInput): void;
  /** What was wrong: the first of each law and operation, and what is wrong in other places. */
  broken(): Promise<readonly Broken[]>;
}

interface Law {
  requirement: string;
  title: string;
  /** Whether it speaks of a success; by default of one whose shape the contract describes. */
  judges?: (seen: Operation) => boolean;
  /** Whether it speaks of writes, too. */
  ofWrites?: true;
  /** Whether it speaks of records of which sub-fields were selected, too. */
  ofSubFields?: true;
  /** Whether it compares parts that may show a write one after the other: it is wrong what stays so for SETTLE_MS. */
  late?: true;
  /** What is wrong with a success. */
  wrong(seen: Operation, answer: Answer, asked: Asked): Wrong | undefined;
}

/** What was asked, and what is remembered of earlier answers. */
interface Asked {
  account: string | undefined;
  /** Ids of accounts, as far as they are given. */
  accounts: readonly (string | undefined)[];
  input: RequestInput;
  memory: FieldMemory;
}

/** The selections of fields in the request of an answer, as its URL says: a request may write its query in a way of its own. */
const selectionsOf = ({ url }: Answer): readonly string[] => new URL(url).searchParams.getAll('fields');

const isRead = ({ method }: Operation): boolean => method === 'GET';

const showsSomething = (json: unknown): boolean => isRecord(json) && Object.keys(json).length > 0;

/** Whether a request need not be well-formed: without a body it is, and with one where the contract describes that. */
function isOdd({ body, open }: Operation, { raw, body: sent }: RequestInput): boolean {
  if (raw !== undefined || open) return true;
  if (body === undefined) return sent !== undefined;
  return body.schema === 'open' || problem(body.schema, sent) !== undefined;
}

/** What a create leaves out, or sends as null, is nowhere in its answer as a word: by the law of what a record has of its own. */
const leftOut: readonly Law[] = Object.entries(kinds).flatMap(([kindName, { create, laws = {} }]) => {
  const id = laws.own ?? laws.kept ?? laws.answer;
  if (create === undefined || id === undefined) return [];
  const law: Law = {
    requirement: id,
    title: 'shows no word for what was not sent in every answer',
    judges: ({ id }) => id === create,
    ofWrites: true,
    wrong(_, answer, { input: { raw, body } }) {
      const made = answer.json;
      if (raw !== undefined || !isRecord(made) || (body !== undefined && !isRecord(body))) return undefined;
      const view = { made: { id: '', sent: body ?? {} }, record: made, where: 'the answer', exchange: answer };
      return textOfNothing(view, sentFields(kindName));
    },
  };
  return [law];
});

/** Operations that read a record of a kind by its id, with the path parameter that names it. */
const READ_BY: ReadonlyMap<string, string> = new Map(
  Object.values(kinds).flatMap(({ get, parameter }) => (get && parameter ? [[get, parameter] as const] : [])),
);

/** The id by which a record is read, as the path of a request for it names it; undefined of other operations. */
const addressedIn = ({ id }: Operation, { params }: RequestInput): string | undefined =>
  params?.[READ_BY.get(id) ?? ''];

/** Whoever reads, and whatever was read before: a read by id gives the record with that id. */
const readById: readonly Law[] = Object.values(kinds).flatMap((kind) => {
  const { get, laws } = kind;
  if (get === undefined || laws?.get === undefined) return [];
  const law: Law = {
    requirement: laws.get,
    title: 'gives the record that its path names in every answer',
    judges: ({ id }) => id === get,
    wrong(seen, answer, { input }) {
      const [asked, record] = [addressedIn(seen, input), recordsShown(answer)[0]];
      return asked === undefined || record === undefined ? undefined : anotherRecord(kind, asked, record);
    },
  };
  return [law];
});

/** By requirement: which records it counts. A list of open shape has one requirement for all of them. */
const COUNTED: Readonly<Record<string, readonly Wanted[]>> = {
  'general.counts': ['all'],
  'lists.total-filter': ['matching'],
  'lists.total-open-shape': ['all', 'matching', 'withoutDemo'],
  'sessions.demo-total': ['withoutDemo'],
};

/** An answer that has room left on its page counts what it lists, and an empty page no more than it skips: what others than the first user may see is open. */
const wholeCounts = Object.entries(COUNTED).map(
  ([id, wanted]): Law => ({
    requirement: id,
    title: 'counts what it lists in every answer that shows the end of the list',
    late: true,
    wrong(seen, answer, { input: { as = 'first', authorization, account } }) {
      const end = endShown(seen, answer);
      if (end === undefined || !wanted.includes(end.wanted)) return undefined;
      if (as !== 'first' || authorization !== undefined || account !== undefined) return undefined;
      return endCountsProblem(seen, answer, end);
    },
  }),
);

const LAWS: readonly Law[] = [
  ...leftOut,
  ...readById,
  ...wholeCounts,
  {
    requirement: 'general.success-status',
    title: 'has one status of success in every answer',
    judges: () => true,
    ofWrites: true,
    // What a write that was odd did is told by what it shows: without a record nothing need have been done.
    wrong: (seen, { status, json }, { input }) =>
      status === seen.success.status || (!isRead(seen) && isOdd(seen, input) && !showsSomething(json))
        ? undefined
        : { message: `a success has the status ${status}`, expected: seen.success.status, received: status },
  },
  {
    requirement: 'general.json',
    title: 'is JSON in every answer',
    judges: isRead,
    wrong: (_, { json, responseHeaders, responseBody }) =>
      json !== undefined && isJsonType(responseHeaders['content-type'])
        ? undefined
        : { message: 'a success is not JSON', expected: 'application/json', received: responseBody.slice(0, 200) },
  },
  {
    requirement: 'general.answer-schema',
    title: 'has the stated types in every answer',
    ofWrites: true,
    ofSubFields: true,
    wrong(seen, answer) {
      // What a write says instead of its record may be a word; a read has nothing else to say.
      const { json } = answer;
      const isShown = isRead(seen) ? json !== undefined : typeof json === 'object';
      const found = isShown && json !== null ? ownTypesProblem(seen, json) : undefined;
      return (
        found && {
          message: typesMessage(found),
          ...found,
        }
      );
    },
  },
  {
    requirement: 'general.open-strings',
    title: 'writes ids and dates as strings in every answer',
    judges: isRead,
    wrong: (_, { json }) => openStrings(json).wrong,
  },
  {
    requirement: 'general.field-names',
    title: 'spells its fields as they are listed in every answer',
    wrong: (seen, { json }) => misspelt(seen, json).wrong,
  },
  {
    requirement: 'general.envelope',
    title: 'has its envelope in every answer',
    wrong: (seen, { json }) => envelopeProblem(seen, json),
  },
  ...['general.counts', 'lists.total-open-shape'].map(
    (id): Law => ({
      requirement: id,
      title: 'counts no fewer than it lists in every answer',
      late: true,
      wrong: countsProblem,
    }),
  ),
  ...(['general.account-id', 'general.account-id-shared'] as const).map(
    (id): Law => ({
      requirement: id,
      title: 'shows records of the account alone in every answer',
      wrong: (seen, { json }, { account, accounts }) =>
        account === undefined
          ? undefined
          : accountsProblem(id, seen, json, { account, others: othersThan(account, accounts) }).wrong,
    }),
  ),
  {
    requirement: 'general.reads-independent',
    title: 'shows the same fields of its records in every answer',
    wrong({ id, success }, answer, { input: { as = 'first', body, authorization, account }, memory }) {
      const isWhole = selectionsOf(answer).length === 0 && body === undefined;
      const isOwn = authorization === undefined && account === undefined;
      if (!isWhole || !isOwn || !success.schema?.startsWith('responses/')) return undefined;
      return memory(`${id} ${as}`, itemsOf(answer.json));
    },
  },
];

/**
 * Statuses that stand for what is open where an operation does not list it: credentials, payment, permission, a record that
 * is not there, a conflict.
 */
const OF_API = [401, 402, 403, 404, 409];

/** Laws of answers that are no success. */
const OTHERWISE: readonly (Omit<Law, 'judges'> & {
  judges: (seen: Operation, answer: Answer, input: RequestInput) => boolean;
})[] = [
  {
    requirement: 'general.success-status',
    title: 'breaks on no plain request',
    judges: (seen, { status }, input) => status >= 500 && !isGatewayStatus(status) && isPlain(seen, input),
    wrong: ({ success }, { status }) => ({
      message: 'a well-formed request is answered with a server error',
      expected: success.status,
      received: status,
    }),
  },
  {
    // What a gateway says of its load is another matter.
    requirement: 'general.no-server-error',
    title: 'breaks on no request',
    judges: (_, { status }) => status >= 500 && !isGatewayStatus(status),
    wrong: (_, { status }) => ({
      message: 'a request is answered with a server error',
      expected: 'a status below 500',
      received: status,
    }),
  },
  {
    requirement: 'general.status-listed',
    title: 'refuses every request with a listed status',
    // No request here sets a condition that 304 could speak of: it says that nothing was done.
    judges: ({ errors }, answer) =>
      (isRefusal(answer) || answer.status === 304) &&
      ![...errors, ...OF_API, ...STATUSES_OF_HTTP].includes(answer.status),
    wrong: ({ errors }, { status }) => ({
      message: 'a request is refused with a status that the operation does not list',
      expected: errors,
      received: status,
    }),
  },
];

/** A law of two answers: each of them may be right by itself. */
const SAME_VALUES = {
  requirement: 'lists.together',
  title: 'shows the same values of its records in every answer',
};

/** Contradictions at one operation that are looked into in a batch: those of a right target are what was written meanwhile. */
const MOST_LOOKED_INTO = 12;

/** Failures of one law at one operation, and answers that are asked for again at a time. */
const MOST_OF_ONE = 5;

/** Characters of answers that are remembered. */
const MOST_KEPT = 32_000_000;

const concerns = (id: string, operationId: string) => requirement(id).operations.includes(operationId);

/** The account that a request acts in; undefined where the request leaves that open. */
function accountOf({ as = 'first', account, authorization }: RequestInput, settings: Settings): string | undefined {
  if (account !== undefined || authorization !== undefined) return undefined;
  if (as === 'other') return settings.otherAccountId;
  return as === 'unpaid' ? settings.unpaidAccountId : settings.accountId;
}

/** What a success shows of its records: whole fields, selected sub-fields, or what is not described. */
type Shown = 'whole' | 'sub-fields' | 'another';

function shownIn(of: Operation, answer: Answer): Shown {
  if (!isDescribed(of.success.schema)) return 'another';
  const selections = selectionsOf(answer);
  if (!/[.{]/.test(selections.join())) return 'whole';
  // Selections of what is no field of the record are the caller's mistake; of listed ones the parents have the stated types.
  const areListed = concerns('lists.fields-selected', of.id) && selections.every((one) => selectsListed(of.id, one));
  return areListed ? 'sub-fields' : 'another';
}

/** Whether a law speaks of a success. */
function speaks({ requirement, ofWrites, ofSubFields, judges }: Law, of: Operation, shows: Shown): boolean {
  if (!concerns(requirement, of.id) || !(isRead(of) || ofWrites)) return false;
  return judges?.(of) ?? (shows === 'whole' || (shows === 'sub-fields' && ofSubFields === true));
}

/** Whether a user of the account asks as such, and sends no expressions but those in the query. */
const isPlainly = ({ as = 'first', body, authorization, account }: RequestInput): boolean =>
  ['first', 'second'].includes(as) && body === undefined && authorization === undefined && account === undefined;

/** Whether an answer was looked at before: the same list is read again and again. */
export type SeenAnswers = (key: string, body: string) => boolean;

/** Answers of which none was looked at yet. */
export function createSeenAnswers(): SeenAnswers {
  const seen = new Map<string, Set<string>>();
  let size = 0;
  return (key, body) => {
    if (seen.get(key)?.has(body)) return true;
    size += body.length;
    if (size > MOST_KEPT) {
      seen.clear();
      size = body.length;
    }
    seen.set(key, (seen.get(key) ?? new Set()).add(body));
    return false;
  };
}

interface Means {
  /** Of the fields in earlier answers; none without it. */
  memory?: FieldMemory;
  /** The answers that were looked at before; none without it. */
  isSeen?: SeenAnswers;
  /** Asks anew for what may be late; without it that is judged at once. */
  again?: Again;
  /** Of the values in earlier answers, and what asks for two of them again; without these two answers are not compared. */
  values?: { memory: ValueMemory; again: Again };
  /** Which requirements are judged; all without it. */
  judges?: ((requirement: string) => boolean) | undefined;
}

/** Laws that have found nothing yet. */
export function createStandingLaws(
  settings: Settings,
  { memory = createFieldMemory(), isSeen = createSeenAnswers(), again, values, judges = () => true }: Means = {},
): StandingLaws {
  const isJudged = ({ requirement }: Omit<Law, 'judges'>) => judges(requirement);
  const [laws, otherwise] = [LAWS.filter(isJudged), OTHERWISE.filter(isJudged)];
  const comparesValues = values !== undefined && judges(SAME_VALUES.requirement);
  const broken = new Map<string, Broken[]>();
  const pending: Promise<void>[] = [];
  /** How many answers to a law and operation are being asked for again. */
  const waited = new Map<string, number>();
  const accounts = [settings.accountId, settings.otherAccountId, settings.unpaidAccountId];

  function note(
    { requirement, title }: Pick<Law, 'requirement' | 'title'>,
    of: Operation,
    answer: Answer,
    wrong: Wrong,
  ): void {
    const key = `${requirement} ${of.id}`;
    const known = broken.get(key) ?? [];
    // What is wrong elsewhere in a later answer is a failure of its own: a waiver for one place must not hide it.
    const places = known.map(({ failure }) => failure.details.places);
    if (places.length >= MOST_OF_ONE || places.includes(undefined)) return;
    if (known.length > 0 && wrong.places?.every((place) => places.flat().includes(place))) return;
    const failure = new Failure(wrong.message, { ...wrong, exchange: answer });
    const nth = known.length > 0 ? ` (${known.length + 1})` : '';
    const one = { title: `${of.id} ${title}${nth}`, cell: { requirement, operation: of.id }, failure };
    broken.set(key, [...known, one]);
  }

  function judge(law: Omit<Law, 'judges'>, of: Operation, answer: Answer, asked: Asked): void {
    if ((broken.get(`${law.requirement} ${of.id}`)?.length ?? 0) >= MOST_OF_ONE) return;
    const wrong = law.wrong(of, answer, asked);
    if (!wrong) return;
    if (!law.late || !again) {
      note(law, of, answer, wrong);
      return;
    }
    const key = `${law.requirement} ${of.id}`;
    if ((waited.get(key) ?? 0) >= MOST_OF_ONE) return;
    waited.set(key, (waited.get(key) ?? 0) + 1);
    let last = answer;
    const judgeAgain = (now: Answer) => {
      last = now;
      return now.ok ? law.wrong(of, now, asked) : undefined;
    };
    pending.push(
      again(of.id, asked.input, judgeAgain).then((still) => {
        waited.set(key, (waited.get(key) ?? 0) - 1);
        if (still) note(law, of, last, still);
      }),
    );
  }

  /** How many contradictions at an operation were looked into. */
  const lookedInto = new Map<string, number>();

  /** Compares a list with what earlier requests of the same user were shown, in the same form of texts. */
  function compare(of: Operation, answer: Answer, { input }: Asked): void {
    if (!values || !comparesValues || !concerns(SAME_VALUES.requirement, of.id) || !isPlainly(input)) return;
    const form = new URL(answer.url).searchParams.getAll('formatting').join();
    const found = values.memory(`${of.id} ${input.as ?? 'first'} ${form}`, itemsOf(answer.json), input);
    const looked = lookedInto.get(of.id) ?? 0;
    if (found.length === 0 || looked >= MOST_LOOKED_INTO) return;
    lookedInto.set(of.id, looked + 1);
    pending.push(
      contradicted(values.again, of.id, input, found).then((one) => {
        if (one) note(SAME_VALUES, of, one.answer, one.wrong);
      }),
    );
  }

  function seeSuccess(of: Operation, answer: Answer, asked: Asked): void {
    if (laws.length === 0 && !comparesValues) return;
    // Whether the request was odd matters for another success than the listed one alone.
    const odd = answer.status !== of.success.status && !isRead(of) && isOdd(of, asked.input);
    const shows = shownIn(of, answer);
    const isShaped = shows === 'whole';
    const end = isShaped ? endShown(of, answer) : undefined;
    const asFor = addressedIn(of, asked.input);
    const form = `${answer.status} ${answer.responseHeaders['content-type']} ${odd} ${end?.wanted} ${end?.skip} ${asFor}`;
    if (isSeen(`${of.id} ${asked.account} ${asked.input.as} ${form}`, answer.responseBody)) return;
    for (const law of laws) if (speaks(law, of, shows)) judge(law, of, answer, asked);
    if (isShaped) compare(of, answer, asked);
  }

  return {
    see(answer, input) {
      if (isElsewhere(answer.operation, input)) return;
      const of = operation(answer.operation);
      const asked = { account: accountOf(input, settings), accounts, input, memory };
      if (answer.ok) return seeSuccess(of, answer, asked);
      for (const law of otherwise)
        if (concerns(law.requirement, of.id) && law.judges(of, answer, input)) judge(law, of, answer, asked);
    },
    async broken() {
      await Promise.all(pending);
      return [...broken.values()].flat();
    },
  };
}
