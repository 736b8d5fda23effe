/** Forms of what a run says: exchanges, results of checks, the run record. `suite/record.json` is their schema on disk. */

/** One request and its answer, with secrets replaced by `<redacted:NAME>`. */
export interface Exchange {
  operation: string;
  method: string;
  url: string;
  requestHeaders: Readonly<Record<string, string>>;
  requestBody?: string;
  status: number;
  responseHeaders: Readonly<Record<string, string>>;
  responseBody: string;
  /** When it was sent, ISO 8601 in UTC. */
  sentAt?: string;
  /** Milliseconds from sending to the last byte. */
  ms: number;
}

/** What speaks for a failure. */
export interface Evidence {
  message: string;
  expected: string;
  received: string;
  /** JSON pointer to the first difference. */
  at?: string;
  /** Every place that differs, where all were looked for, with `*` for indexes of lists. */
  places?: readonly string[];
  /** What is wrong with the answer as a whole, from which other failures follow: `users.list answers 500`. */
  broken?: string;
  /** JSON pointers to the fixtures that it rests on, of those that nothing has confirmed. */
  restsOn?: readonly string[];
  /** The exchange that shows it, and the ones before it in the same check. */
  exchange?: Exchange;
  before: readonly Exchange[];
  /** Shell command that repeats the request, with tokens as shell variables. */
  curl?: string;
  /** Shell script that shows it from nothing, where that takes several requests. */
  script?: string;
  /** Command that runs this requirement alone. */
  rerun: string;
  property?: { seed: number; path: string; counterexample: string; runs: number };
}

export type CheckOutcome = 'pass' | 'fail' | 'not-tested' | 'not-applicable' | 'observed' | 'error';

/** A requirement on one operation: what is planned, judged and waived. */
export interface Cell {
  requirement: string;
  operation: string;
}

/** What a pass rests on. */
export interface Basis {
  /** How many records of each kind the target showed. */
  records: Readonly<Record<string, number>>;
  /** One request and the status of its answer: `GET /v1/users/17 → 200`. */
  example: string;
}

/** What one check found; it says the same of each of its cells. */
export interface CheckResult {
  check: string;
  cells: readonly Cell[];
  outcome: CheckOutcome;
  /** Why it was not tested or does not apply, or what broke in the suite. */
  reason?: string;
  /** What to set or give so that it is tested. */
  remedy?: string;
  /** Whether it was not tested because the account holds nothing on which the requirement shows. */
  lacksData?: boolean;
  evidence?: Evidence;
  observation?: unknown;
  /** How many values of the target a check that passed has compared. */
  compared?: number;
  /** What a check that passed rests on. */
  basis?: Basis;
  ms: number;
}

/** Answers of one operation: how often each status came, and how long each took in milliseconds. */
export interface Traffic {
  statuses: Record<string, number>;
  times: number[];
}

/** Something that the suite created and could not remove. */
export interface Leftover {
  kind: string;
  id: string;
  reason: string;
}

/** A target, or the token of a user, that was there and then was not. */
export interface Loss {
  /** Whose readings failed: first, second and so on. */
  actor: string;
  /** When something first looked wrong, ISO 8601 in UTC. */
  since: string;
  /** What the target did from then on: `stopped answering`. */
  what: string;
  /** Whether it came back while it was waited for. */
  back: boolean;
}

/** What a worker hands to the reporter when a batch of checks has ended. */
export interface BatchResult {
  batch: string;
  planned: number;
  results: readonly CheckResult[];
  traffic: Readonly<Record<string, Traffic>>;
  leftovers: readonly Leftover[];
  /** The first exchange of each operation and status, for `exchanges.har`. */
  samples?: readonly Exchange[];
  /** Requests sent again after a dropped connection or a 429. */
  retries: number;
  /** Times at which the target was lost. */
  losses?: readonly Loss[];
  /** What the user should know of how the target was reached. */
  notices?: readonly string[];
}

export type Outcome = 'pass' | 'fail' | 'waived' | 'not-applicable' | 'not-tested' | 'observed';

export type VerdictName = 'conformant' | 'conformant-with-waivers' | 'non-conformant' | 'incomplete' | 'harness-error';

/** Exit code of each verdict; `incomplete` ends with 0 when ALLOW_INCOMPLETE is true, or when a selection holds. */
export const EXIT: Readonly<Record<VerdictName, number>> = {
  conformant: 0,
  'conformant-with-waivers': 0,
  'non-conformant': 1,
  incomplete: 2,
  'harness-error': 3,
};

/** Outcome of one requirement on one operation. */
export interface CellVerdict {
  operation: string;
  outcome: Outcome;
  reason?: string;
  remedy?: string;
  /** How many values of the target its checks compared, where they all passed. */
  compared?: number;
  /** Results of the checks that failed, or the observation. */
  evidence?: readonly Evidence[];
  observation?: unknown;
}

export interface RequirementVerdict {
  id: string;
  level: 'must' | 'should' | 'open';
  group: string;
  section: string;
  text: string;
  outcome: Outcome;
  reason?: string;
  remedy?: string;
  /** What the pass rests on: of each kind the most records that one of its checks was shown. */
  basis?: Basis;
  /** How long its checks took, in milliseconds, those that ran side by side added up; absent when none ran. */
  ms?: number;
  operations: readonly CellVerdict[];
}

export interface GroupVerdict {
  group: string;
  title: string;
  verdict: VerdictName | 'not-applicable';
  totals: Totals;
}

/** An operation of the contract with what the target was seen to answer. */
export interface OperationRecord {
  id: string;
  group: string;
  method: string;
  path: string;
  deprecated: boolean;
  /** Status codes that the contract lists. */
  listed: readonly number[];
  /** How often each status came. */
  statuses: Readonly<Record<string, number>>;
  /** Response times in milliseconds; absent when it was never called. */
  times?: { median: number; p95: number; slowest: number };
}

/** How many requirements, or cells (requirement × operation), have each outcome; those of level open are not counted. */
export type Totals = Record<Exclude<Outcome, 'observed'>, number>;

/** A known failure that a release may go out with. Form: `suite/waivers.json`. */
export interface Waiver {
  requirement: string;
  operation?: string;
  /** Place in the answer, a JSON pointer with `*` for indexes of lists. */
  at?: string;
  target?: string;
  reason: string;
  owner?: string;
  link?: string;
  /** Last day that it holds, YYYY-MM-DD in UTC. */
  expires: string;
}

/** What a run consists of when nothing is left out of it, or by --grep. */
export interface Plan {
  batches: number;
  /** Tests of all batches: one for each requirement in each, and one for what holds of every answer. */
  tests: number;
  checks: number;
  /** Why checks were left out of it, if some were. */
  selection?: string;
  /** What was doubtful about the set-up. */
  warnings?: readonly string[];
  /** JSON pointers to fixtures that could not be confirmed. */
  doubtful?: readonly string[];
}

/** What the record of a shard holds besides, so that the records of all of them can be judged as one run. */
export interface Part {
  shard: { current: number; total: number };
  /** Of all shards together. */
  plan: Plan;
  /** What broke, without what the verdict adds. */
  errors: readonly string[];
  /** Their samples stand in the record itself. */
  batches: readonly BatchResult[];
}

/** What --grep left of the suite, and whether that holds. */
export interface Selection {
  /** Why the rest is not tested. */
  reason: string;
  /** Requirements of level must and should of which something was run. */
  requirements: number;
  /** Nothing that was selected fails or was not tested: the run exits with 0, though its verdict is `incomplete`. */
  holds: boolean;
}

/** An earlier run of the same target, as the record of a later one remembers it. Counts are of requirements. */
export interface Past {
  runId: string;
  startedAt: string;
  durationMs: number;
  verdict: VerdictName;
  /** Name of the target. */
  target: string;
  contractHash: string;
  requests: number;
  passed: number;
  failed: number;
  /** Failures of level should that only warn. */
  warned: number;
  waived: number;
  untested: number;
}

/** `conformance.json`. */
export interface RunRecord {
  format: 1;
  runId: string;
  verdict: VerdictName;
  exitCode: number;
  /** The verdict in one sentence. */
  summary: string;
  /** What broke in the suite, its settings or the way to the target. */
  errors: readonly string[];
  /** Problems that do not change the verdict. */
  warnings: readonly string[];
  target: { name: string; baseUrl: string };
  suite: {
    name: string;
    version: string;
    /** Version of the contract; absent in records of 0.1. */
    contract?: string;
    /** SHA-256 of operations and requirements: two records with the same were judged by the same contract. */
    contractHash: string;
    /** SHA-256 of what the settings say of the judgement, without secrets and places of files. */
    settingsHash: string;
    seed: number;
    numRuns: number;
    node: string;
  };
  settings: Readonly<Record<string, unknown>>;
  startedAt: string;
  durationMs: number;
  totals: {
    /** `observed` counts those of level open of which something was seen. */
    requirements: Totals & { observed: number };
    cells: Totals;
    checks: { planned: number; executed: number };
    requests: number;
    retries: number;
  };
  groups: readonly GroupVerdict[];
  requirements: readonly RequirementVerdict[];
  observations: readonly { requirement: string; operation: string; observation: unknown }[];
  /** Every operation of the contract, in its order. */
  operations: readonly OperationRecord[];
  leftovers: readonly Leftover[];
  waivers: readonly Waiver[];
  /** One exchange of each operation and status that was seen. */
  samples: readonly Exchange[];
  /** Earlier runs of this target, the oldest first: those that the record before remembered, and that one. */
  history?: readonly Past[];
  /** In the record of a part that --grep selected: never a verdict on the whole, whatever the exit code. */
  selection?: Selection;
  /** In the record of a shard alone. */
  part?: Part;
  /** Over everything above; a record whose content has another digest is refused by all that read it. */
  integrity: { algorithm: 'sha256'; digest: string };
}

/** What a worker hands to the reporter when a test has ended: what its checks found; with the last one of a batch, the rest. */
export interface Handed {
  result: BatchResult;
  /** When each check of the result began, in milliseconds since 1970, in their order. */
  began: readonly number[];
}

/** Name of the attachment that carries a `Handed` from a worker to the reporter; Playwright's report hides what begins so. */
export const RESULT = '_goal-conformance';

/** Whether a requirement makes the target non-conformant: a failed `should` does so under STRICT alone. */
export const isFailure = (
  { outcome, level }: Pick<RequirementVerdict, 'outcome' | 'level'>,
  strict: boolean,
): boolean => outcome === 'fail' && (level === 'must' || strict);
