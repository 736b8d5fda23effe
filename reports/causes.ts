/** What fails and what could not be tested for one reason: an operation whose answers are wrong as a whole. Pure functions. */
import { isFailure, type RequirementVerdict, type RunRecord } from '../schemas/contract.ts';
import { plural } from './text.ts';

export interface Cause {
  /** The operation that others wait for. */
  operation: string;
  /** `users.list answers what is no JSON: it ends at byte 12,000, before it is complete`. */
  words: string;
  /** Requirements that fail, in their order. */
  failed: readonly RequirementVerdict[];
  /** Ids of requirements that were not tested. */
  untested: readonly string[];
  /** Whether one of the failures decides the verdict. */
  decides: boolean;
}

/** What a check needs that depends on an operation: `a target whose users.list succeeds`. */
const NEEDED = /^a target whose (\w+\.\w+) /;

/** The operation that something waits for, as its remedy names it. */
export const waitsFor = (remedy: string | undefined): string | undefined => NEEDED.exec(remedy ?? '')?.[1];

/** What is wrong with an answer as a whole, where that is why a cell fails. */
const brokenIn = ({ evidence = [] }: RequirementVerdict['operations'][number]) =>
  evidence.flatMap(({ broken }) => (broken === undefined ? [] : [broken]));

/** The operation that an answer is of, as the words about it begin. */
const operationOf = (broken: string) => broken.split(' ')[0] as string;

/** The operation that a requirement fails for; undefined when it fails for several, or for more than answers that are wrong as a whole. */
function failsFor({ operations }: RequirementVerdict): string | undefined {
  const failed = operations.filter(({ outcome }) => outcome === 'fail');
  const broken = failed.map((cell) => brokenIn(cell).map(operationOf));
  const all = new Set(broken.flat());
  return all.size === 1 && broken.every((each) => each.length > 0) ? [...all][0] : undefined;
}

const firstReason = (untested: readonly RequirementVerdict[], operation: string): string =>
  untested
    .flatMap(({ operations }) => operations)
    .find(({ outcome, remedy }) => outcome === 'not-tested' && waitsFor(remedy) === operation)?.reason ?? operation;

/** Without what only says that something waits. */
const asCause = (reason: string) => reason.replace(/^it depends on (\S+), which /, '$1 ');

/** What explains two requirements or more; that which explains most comes first. */
export function causesOf({ requirements, settings }: Pick<RunRecord, 'requirements' | 'settings'>): Cause[] {
  const judged = requirements.filter(({ level }) => level !== 'open');
  const failing = judged.filter(({ outcome }) => outcome === 'fail');
  const waiting = judged.filter(({ outcome }) => outcome === 'not-tested');
  const waits = ({ operations }: RequirementVerdict) =>
    operations.flatMap(({ outcome, remedy }) => (outcome === 'not-tested' ? (waitsFor(remedy) ?? []) : []));
  const names = new Set([...failing.map(failsFor), ...waiting.flatMap(waits)].filter((name) => name !== undefined));
  return [...names]
    .map((operation) => {
      const failed = failing.filter((one) => failsFor(one) === operation);
      const untested = waiting.filter((one) => waits(one)[0] === operation);
      const [broken] = failed.flatMap(({ operations }) => operations.flatMap(brokenIn));
      return {
        ...{ operation, failed, untested: untested.map(({ id }) => id) },
        words: broken ?? asCause(firstReason(untested, operation)),
        decides: failed.some((one) => isFailure(one, settings.strict === true)),
      };
    })
    .filter(({ failed, untested }) => failed.length + untested.length > 1)
    .sort((a, b) => size(b) - size(a) || (a.operation < b.operation ? -1 : 1));
}

const size = ({ failed, untested }: Cause) => failed.length + untested.length;

/** `because of it 3 requirements fail and 55 are not tested`. */
export function effects({ failed, untested }: Cause): string {
  const fail = `${plural(failed.length, 'requirement')} ${failed.length === 1 ? 'fails' : 'fail'}`;
  if (untested.length === 0) return `because of it ${fail}`;
  const verb = untested.length === 1 ? 'is' : 'are';
  if (failed.length === 0) return `because of it ${plural(untested.length, 'requirement')} ${verb} not tested`;
  return `because of it ${fail} and ${untested.length} ${verb} not tested`;
}

/** The cause that a requirement's outcome follows from. */
export const causeOf = (causes: readonly Cause[], id: string): Cause | undefined =>
  causes.find(({ failed, untested }) => untested.includes(id) || failed.some((one) => one.id === id));
