/** What Playwright's reports say of the checks of a test: why they fail, why they were not tested, what they saw. */
import type { CheckResult } from '../../../schemas/contract.ts';

/** Whether a check failed, or broke the suite. */
export const isBroken = ({ outcome }: CheckResult): boolean => outcome === 'fail' || outcome === 'error';

/** A check that does not hold, in a few lines: what was expected and received, the request, and how to repeat it. */
export function failureText({ check, reason, evidence }: CheckResult): string {
  if (!evidence) return `${check}: ${reason}`;
  const { expected, received, at, exchange, rerun } = evidence;
  return [
    `${check}: ${evidence.message}`,
    `  expected: ${expected}`,
    `  received: ${received}`,
    ...(at ? [`  at: ${at}`] : []),
    ...(exchange ? [`  seen in: ${exchange.method} ${exchange.url} -> ${exchange.status}`] : []),
    `  run alone: ${rerun}`,
  ].join('\n');
}

/** Longer texts belong to the suite's own reports. */
const LONGEST = 500;

const cut = (text: string) => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);

const WORDS = { 'not-tested': 'not tested', 'not-applicable': 'not applicable' } as const;

type Untested = keyof typeof WORDS;

const because = ({ reason = '', remedy }: CheckResult) =>
  cut(remedy === undefined ? reason : `${reason}. To test it: ${remedy}`);

/** Reasons with the checks that they hold for: many checks often wait for the same. */
function byReason(results: readonly CheckResult[], outcome: Untested): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const result of results.filter((one) => one.outcome === outcome)) {
    const reason = because(result);
    found.set(reason, [...(found.get(reason) ?? []), result.check]);
  }
  return found;
}

const NAMED = 3;

/** `a, b, c and 4 more` */
const several = (names: readonly string[]) =>
  names.length > NAMED ? `${names.slice(0, NAMED).join(', ')} and ${names.length - NAMED} more` : names.join(', ');

/** Annotations of a test: what was not tested and why, and what the target was seen to do where it is free. */
export function untestedWords(results: readonly CheckResult[]): { type: string; description: string }[] {
  const untested = (['not-tested', 'not-applicable'] as const).flatMap((outcome) =>
    [...byReason(results, outcome)].map(([reason, checks]) => ({
      type: WORDS[outcome],
      description: `${reason} (${several(checks)})`,
    })),
  );
  const observed = results
    .filter(({ outcome }) => outcome === 'observed')
    .map(({ check, observation }) => ({
      type: 'observed',
      description: cut(`${check}: ${typeof observation === 'string' ? observation : JSON.stringify(observation)}`),
    }));
  return [...untested, ...observed];
}

/** Why a test is skipped: none of its checks found out anything. Undefined when one did. */
export function whySkipped(results: readonly CheckResult[]): string | undefined {
  if (!results.every(({ outcome }) => outcome in WORDS)) return undefined;
  const outcome = results.some((one) => one.outcome === 'not-tested') ? 'not-tested' : 'not-applicable';
  return `${WORDS[outcome]}: ${several([...byReason(results, outcome).keys()])}`;
}
