/** Waivers: known failures that a release may go out with, and the rules that keep the list of them honest. */
import {
  type Cell,
  type CellVerdict,
  type Evidence,
  operation,
  placeAt,
  type Requirement,
  type RequirementVerdict,
  requirements,
  SettingsError,
  suggestion,
  type Waiver,
} from '../schemas/contract.ts';
import type { RunFacts } from './runFacts.ts';

/** Days before its end from which a waiver warns. */
const SOON = 14;
const DAY_MS = 86_400_000;

/** Where a failure points, as a waiver names it. */
const placesOf = ({ at = '', places = [placeAt(at)] }: Evidence): readonly string[] => places;

/**
 * The waiver in force that lets a requirement fail on an operation; undefined where there is none, or where something fails
 * in a place that no waiver names.
 * @param evidence of all failures of the requirement on the operation
 */
export function waiverFor(
  { requirement, operation: operationId }: Cell,
  evidence: readonly Evidence[],
  { waivers, targetName, today }: Pick<RunFacts, 'waivers' | 'targetName' | 'today'>,
): Waiver | undefined {
  const inForce = waivers.filter(
    (waiver) =>
      waiver.requirement === requirement &&
      (waiver.operation ?? operationId) === operationId &&
      (waiver.target ?? targetName) === targetName &&
      waiver.expires >= today,
  );
  const places = evidence.flatMap(placesOf);
  const wide = inForce.find(({ at }) => at === undefined);
  const named = inForce.map(({ at }) => at);
  return wide ?? (places.length > 0 && places.every((place) => named.includes(place)) ? inForce[0] : undefined);
}

const nameOf = ({ requirement, operation: on, at }: Waiver) =>
  `WAIVERS: ${requirement}${on ? ` on ${on}` : ''}${at === undefined ? '' : ` at ${at || 'the root'}`}`;

/** Why a requirement can't fail, whatever the target does. */
function neverFails({ untestable, level }: Requirement): string | undefined {
  if (untestable) return untestable;
  return level === 'open' ? 'it is of level open, which is never judged' : undefined;
}

/** What is wrong with a waiver whatever the run finds; nothing when it can be used. */
function unusable(waiver: Waiver, { targetName, today }: Pick<RunFacts, 'targetName' | 'today'>): string | undefined {
  const found = requirements.find(({ id }) => id === waiver.requirement);
  if (!found) {
    const ids = requirements.map(({ id }) => id);
    return `there is no such requirement. ${suggestion(waiver.requirement, ids)}`;
  }
  if (waiver.operation !== undefined && !found.operations.includes(waiver.operation))
    return `the requirement does not concern this operation. ${suggestion(waiver.operation, found.operations)}`;
  if (waiver.target !== undefined && waiver.target !== targetName) return undefined;
  if (waiver.expires < today)
    return `expired on ${waiver.expires}. Mend the target, or renew the waiver with a reason.`;
  const reason = neverFails(found);
  return reason && `the requirement never fails (${reason}). Remove it.`;
}

/** Problems of waivers that are known before a run: unknown, expired, for what never fails. One line each. */
function unusableWaivers(facts: Pick<RunFacts, 'waivers' | 'targetName' | 'today'>): string[] {
  return facts.waivers.flatMap((waiver) => {
    const problem = unusable(waiver, facts);
    return problem === undefined ? [] : [`${nameOf(waiver)}: ${problem}`];
  });
}

/** @throws SettingsError that names every waiver that can't be used */
export function checkWaivers(facts: Pick<RunFacts, 'waivers' | 'targetName' | 'today'>): void {
  const problems = unusableWaivers(facts);
  if (problems.length > 0) throw new SettingsError(problems.join('\n'));
}

interface Finding {
  kind: 'errors' | 'warnings';
  text: string;
}

const error = (text: string): Finding => ({ kind: 'errors', text });
const warning = (text: string): Finding => ({ kind: 'warnings', text });

/** What a usable waiver came to in a run, given the verdicts on the cells that it is for. */
function outcomeOf({ expires, at }: Waiver, cells: readonly CellVerdict[], facts: RunFacts): Finding | undefined {
  // Beside a place that is waived another one may fail.
  const isThere = ({ outcome, evidence = [] }: CellVerdict) =>
    outcome === 'not-tested' || (at === undefined ? outcome === 'waived' : evidence.flatMap(placesOf).includes(at));
  const claimed = cells.some((cell) => facts.claimed.includes(operation(cell.operation).group));
  if (!claimed) return warning('does not apply to this run, whose target does not claim the operation group.');
  // What a part of a run did not check may fail in another part.
  if (!facts.leftOut && !cells.some(isThere)) return error('nothing that it waives fails in this run. Remove it.');
  const soon = new Date(Date.parse(facts.today) + SOON * DAY_MS).toISOString().slice(0, 10);
  return expires <= soon ? warning(`expires on ${expires}.`) : undefined;
}

/** Waivers that can't be used as they are, and those that end soon; those for another target are passed over. */
export function auditWaivers(
  verdicts: readonly RequirementVerdict[],
  facts: RunFacts,
): { errors: string[]; warnings: string[] } {
  const findings = facts.waivers.flatMap((waiver) => {
    if (unusable(waiver, facts) !== undefined) return [];
    if ((waiver.target ?? facts.targetName) !== facts.targetName) return [];
    const cells = verdicts
      .filter(({ id }) => id === waiver.requirement)
      .flatMap(({ operations }) => operations)
      .filter((cell) => (waiver.operation ?? cell.operation) === cell.operation);
    const found = outcomeOf(waiver, cells, facts);
    return found ? [{ ...found, text: `${nameOf(waiver)}: ${found.text}` }] : [];
  });
  const texts = (wanted: Finding['kind']) => findings.filter(({ kind }) => kind === wanted).map(({ text }) => text);
  return { errors: [...unusableWaivers(facts), ...texts('errors')], warnings: texts('warnings') };
}
