/** What a check works with: requests to the target, records to work on, and the words in which it judges. */
import {
  type Cell,
  type Exchange,
  type Fixtures,
  isRecord,
  type JsonRecord,
  kind,
  kindShown,
  type Operation,
  operation,
  type Settings,
} from '../../../schemas/contract.ts';
import type { Actor, Answer, Client, RequestInput } from '../http/client.ts';
import { isWithheld } from '../records/answers.ts';
import { withoutNulls } from '../values/difference.ts';
import { isAbsent, needUser, userMissing } from './absentUsers.ts';
import { type Assertions, createAssertions, type Tally } from './assertions.ts';
import { noJson } from './broken.ts';
import { forbidden } from './forbidden.ts';
import type { Journal } from './journal.ts';
import type { Leaks } from './leaks.ts';
import type { Ledger } from './ledger.ts';
import { declaredAs } from './noneWords.ts';
import { declaredAbsent, Failure, NOT_OFFERED, NoData, NotApplicable, NotTested } from './outcome.ts';
import type { Reader, Readings } from './readings.ts';
import type { RefusedCreates } from './refusedCreates.ts';
import type { StandingLaws } from './standingLaws.ts';
import type { Names } from './uniqueNames.ts';

/** What the checks of a process have in common. */
export interface Runtime {
  settings: Settings & { baseUrl: string };
  fixtures: Fixtures;
  /** Places in the fixtures that the look before the run could not confirm. */
  doubtful?: readonly string[];
  client: Client;
  names: Names;
  /** What every answer is judged by, made anew for each batch. */
  standing?: StandingLaws;
  /** What looks for ids of another account in every answer. */
  leaks?: Leaks;
  /** The creates that were refused, noted anew for each batch. */
  refusedCreates?: RefusedCreates;
  /** The ledger on disk. */
  journal?: Journal;
  /** Why checks that are under way send nothing more; undefined while they may. */
  cutOff?: () => NotTested | undefined;
  /** Tells the user something about the run that is no outcome. */
  notice?: (words: string) => void;
  /** Milliseconds for which each model is searched on; without it not at all. */
  searchMs?: number;
  /** Further tries that a long history which fails may take to become a short one, where nobody reads it. */
  longShrinks?: number;
  /** Whether what every answer is judged by includes a requirement; all of them without it. */
  judgesLaw?: (requirement: string) => boolean;
  /** Whether --grep has left checks out. */
  isSelection?: boolean;
  /** Whether what is found stays in this process, with the secrets in it. */
  confidential?: boolean;
  /** Is told of each failure that ended a check. */
  failed?: (failure: Failure, check: string) => void;
}

/** How a check sends requests. */
interface Sends {
  /**
   * Sends a request and gives whatever is answered. A read that the batch was answered since its last write is not sent
   * once more: its answer is shared, but not twice with the same check. NotApplicable where the target does not claim the
   * group of the operation, or its account does not include it: whatever it answers there says nothing of it.
   */
  send(operationId: string, input?: RequestInput): Promise<Answer>;
  /**
   * Sends a request that a right target answers with success. Where the check judges the operation, anything but a 2xx
   * fails it; elsewhere the check depends on it and is not tested. Nor is it where the second user is forbidden a write.
   */
  ok(operationId: string, input?: RequestInput): Promise<Answer>;
  /** The JSON object of a success, without fields that are null. */
  record(operationId: string, input?: RequestInput): Promise<JsonRecord>;
}

export interface Context extends Runtime, Assertions, Sends {
  /** The same words, which send every read. */
  unshared: Sends;
  /**
   * What ends a check for which the target shows nothing to judge: an account without such records, or records that never
   * show these fields. NotApplicable where the fixtures declare one of these, or something wider, under `none`, else
   * NotTested with what to give.
   */
  nothingShown(kindName: string, fields?: string | readonly string[]): NotTested | NotApplicable;
  /** Does something once for all checks of the batch. */
  once<T>(key: string, make: () => Promise<T>): Promise<T>;
  /** Does something once for all batches of this process: what only looks, at what no batch changes. */
  onceInProcess<T>(key: string, make: () => Promise<T>): Promise<T>;
  /** Whether the target claims the operation group. */
  claims(group: string): boolean;
  /** Whether the target offers the operation: it claims the group, and the fixtures do not say that its account lacks it. */
  offers(operationId: string): boolean;
  /** NotApplicable where the target does not claim the operation group. */
  needGroup(group: string): void;
  /** The actor, whose token is given. NotTested without it, NotApplicable where the fixtures declare that there is no such user. */
  need(actor: Actor): Actor;
  /** The actor for a second look, as `need` gives it; nobody where the fixtures declare that there is no such user. */
  also(actor: Actor): Actor[];
  ledger: Ledger;
  /** How much the check has compared so far. */
  tally: Tally;
  /** Exchanges of this check, in their order. */
  exchanges: Exchange[];
  /** What the check judges. */
  cells: readonly Cell[];
}

const claims = ({ settings }: Runtime, group: string): boolean => settings.groups.includes(group);

/** Why no request goes to an operation; undefined where the target offers it. */
function withheld(runtime: Runtime, { id, group }: Operation): string | undefined {
  if (!claims(runtime, group)) return `the target does not claim the operation group ${group}`;
  return runtime.fixtures.notOffered.includes(id) ? NOT_OFFERED : undefined;
}

/** The form of the answer of each operation that tags. */
const TAG = 'resources/tag.json';

/** The kind without which an operation has nothing to act on or to list, where the fixtures declare that there is none. */
const absentKind = ({ none }: Fixtures, { id, needs }: Operation): string | undefined =>
  [needs, kindShown(id)].find((name) => name !== undefined && none.includes(name));

/** Whether an operation has answered with a tag whose title is of the run: whoever gives it, the tag stays. */
const isNewTag = (
  { names }: Runtime,
  { method, success }: Operation,
  answer: Answer,
): answer is Answer & { json: { id: string } } => {
  const { ok, json } = answer;
  if (!ok || method === 'GET' || success.schema !== TAG || !isRecord(json) || typeof json.id !== 'string') return false;
  return names.isOwn(String(json.title ?? json.name ?? ''));
};

/** Whether a request has the caller's own token and account. */
const isOwn = ({ authorization, account }: RequestInput): boolean =>
  authorization === undefined && account === undefined;

/** What ends a check whose list says nothing of what there is: it is not claimed, or is no JSON. */
function unreadable(runtime: Runtime, list: string): NotTested | NotApplicable | undefined {
  const { client } = runtime;
  const { group } = operation(list);
  if (!claims(runtime, group))
    return new NotApplicable(`the target does not claim the operation group ${group}, which shows it`);
  const fault = client.noJson.get(list);
  if (fault === undefined) return undefined;
  return new NotTested(
    `it depends on ${list}, which answers what is no JSON: ${fault}`,
    `a target whose ${list} answers in JSON`,
  );
}

/** What was found out once, by key. */
export type Memory = Map<string, Promise<unknown>>;

/** What has been found out once by the checks of a batch, and by those of all batches of this process. */
export interface Memories {
  batch: Memory;
  process: Memory;
  readings: Readings;
}

const rememberedIn =
  (memory: Memory) =>
  <T>(key: string, make: () => Promise<T>): Promise<T> => {
    const known = memory.get(key) ?? make();
    memory.set(key, known);
    return known as Promise<T>;
  };

/** What succeeded; what failed once may succeed for the next batch. */
const rememberedWell =
  (memory: Memory) =>
  <T>(key: string, make: () => Promise<T>): Promise<T> => {
    const known = rememberedIn(memory)(key, make);
    known.catch(() => memory.delete(key));
    return known;
  };

/** @param sent how a request goes out, and what comes back */
function sendsBy(sent: Sends['send'], judged: ReadonlySet<string>): Sends {
  const words: Sends = {
    send: sent,

    async ok(operationId, input) {
      const answer = await sent(operationId, input);
      if (answer.ok) return answer;
      const unpermitted = forbidden(answer, input?.as);
      if (unpermitted) throw unpermitted;
      if (judged.has(operationId)) {
        throw new Failure(`${operationId} did not succeed`, {
          expected: `status ${operation(operationId).success.status}`,
          received: answer,
        });
      }
      throw new NotTested(
        `it depends on ${operationId}, which answered ${answer.status}`,
        `a target whose ${operationId} succeeds`,
      );
    },

    async record(operationId, input) {
      const answer = await words.ok(operationId, input);
      const { json } = answer;
      if (isRecord(json)) return withoutNulls(json);
      if (judged.has(operationId)) {
        throw new Failure(`${operationId} gives no JSON object`, {
          expected: 'a JSON object',
          received: answer.responseBody,
          exchange: answer,
        });
      }
      const fault = noJson(answer);
      throw new NotTested(
        `it depends on ${operationId}, which ${fault ? `answers what is no JSON: ${fault.words}` : 'gives no JSON object'}`,
        `a target whose ${operationId} is right`,
      );
    },
  };
  return words;
}

/** The context of one check. What its words throw stands at the words, in `Context`: Failure, NotTested or NotApplicable. */
export function createContext(runtime: Runtime, cells: readonly Cell[], ledger: Ledger, memories: Memories): Context {
  const exchanges: Exchange[] = [];
  const judged = new Set(cells.map((cell) => cell.operation));
  const tally: Tally = { compared: 0, sources: new Set() };
  const { readings } = memories;

  async function send(operationId: string, input: RequestInput = {}): Promise<Answer> {
    const asked = operation(operationId);
    const reason = withheld(runtime, asked);
    if (reason !== undefined) throw new NotApplicable(`it takes ${operationId}, and ${reason}`);
    if (input.as !== undefined && isAbsent(runtime, input.as)) throw userMissing(runtime, input.as);
    const cut = runtime.cutOff?.();
    if (cut) throw cut;
    const answered = runtime.journal?.begins(operationId, input.body, input.as ?? 'first');
    const answer = await runtime.client.send(operationId, input);
    answered?.();
    if (isNewTag(runtime, asked, answer)) ledger.add('tag', answer.json.id, input.as ?? 'first');
    const absent = absentKind(runtime.fixtures, asked);
    if (absent !== undefined && isWithheld(answer) && isOwn(input))
      throw declaredAbsent(`${operationId} answers ${answer.status}`, [absent]);
    runtime.standing?.see(answer, input);
    runtime.leaks?.see(answer, input);
    runtime.refusedCreates?.see(answer, input);
    return answer;
  }

  /** What a check was answered is evidence of it, whoever asked. */
  const noting =
    (sent: Sends['send']): Sends['send'] =>
    async (operationId, input) => {
      const answer = await sent(operationId, input);
      exchanges.push(answer);
      return answer;
    };

  const sending = (read: Reader) =>
    noting((operationId, input) => {
      const sent = () => send(operationId, input);
      const { method } = input?.at ?? operation(operationId);
      return method === 'GET' ? read(JSON.stringify([operationId, input]), sent) : readings.write(sent);
    });
  const shared = sending(readings.reader());
  const unshared = sending((_, sent) => sent());

  const t: Context = {
    ...runtime,
    ...createAssertions(tally),
    ...sendsBy(shared, judged),
    unshared: sendsBy(unshared, judged),
    tally,
    ledger,
    cells,
    exchanges,

    nothingShown(kindName, fields = []) {
      const { title, list } = kind(kindName);
      const unread = list === undefined ? undefined : unreadable(runtime, list);
      if (unread) return unread;
      const names = [fields].flat();
      const reason =
        names.length === 0
          ? `the account shows no ${title}`
          : `no ${title} shows ${names.join(' or ')}, which may be absent`;
      const things = names.length === 0 ? [kindName] : names.map((name) => `${kindName}.${name}`);
      const declared = things.flatMap((thing) => declaredAs(runtime.fixtures, thing) ?? []);
      if (declared.length > 0) return declaredAbsent(reason, declared);
      const none = JSON.stringify(things);
      return new NoData(
        reason,
        `an account that has ${names.length === 0 ? 'one' : 'it'}, or FIXTURES: "none": ${none} if the target never ${names.length === 0 ? 'has any' : 'shows it'}`,
      );
    },

    once: rememberedIn(memories.batch),

    onceInProcess: rememberedWell(memories.process),

    claims: (group) => claims(runtime, group),

    offers: (operationId) => withheld(runtime, operation(operationId)) === undefined,

    needGroup(group) {
      if (!t.claims(group)) throw new NotApplicable(`the target does not claim the operation group ${group}`);
    },

    need: (actor) => needUser(runtime, actor),

    also: (actor) => (isAbsent(runtime, actor) ? [] : [needUser(runtime, actor)]),
  };
  return t;
}
