/** What the tests of a run have handed over, put together to what their batches found. */
import type { TestCase, TestResult, TestStep } from '@playwright/test/reporter';
import { type BatchResult, type Handed, RESULT, type Traffic } from '../schemas/contract.ts';

const known = new WeakMap<TestResult, { looked: number; handed: Handed[] }>();

/** What a test has handed over so far: its own results, and what concerns its batch as a whole if it was the last of it. */
export function handedBy(test: TestResult): readonly Handed[] {
  const { looked, handed } = known.get(test) ?? { looked: 0, handed: [] };
  for (const { name, body } of test.attachments.slice(looked))
    if (name === RESULT && body) handed.push(JSON.parse(body.toString('utf8')) as Handed);
  known.set(test, { looked: test.attachments.length, handed });
  return handed;
}

/** Replaces what an array holds. */
const refill = <T>(array: T[], values: readonly T[]) => array.splice(0, array.length, ...values);

/** Takes what is meant for us out of all steps, and the steps that do nothing but attach it. */
function withoutOurs(steps: TestStep[]): void {
  refill(
    steps,
    steps.filter(({ category, title }) => !(category === 'test.attach' && title.includes(RESULT))),
  );
  for (const step of steps) {
    refill(
      step.attachments,
      step.attachments.filter(({ name }) => name !== RESULT),
    );
    withoutOurs(step.steps);
  }
}

/** Takes what is meant for us alone out of what the other reporters show; what was handed over stays known. */
export function takeOut(test: TestResult): void {
  refill(
    test.attachments,
    test.attachments.filter(({ name }) => name !== RESULT),
  );
  withoutOurs(test.steps);
}

/** Adds the traffic of one to that of all, in place. */
function addTraffic(all: Record<string, Traffic>, more: BatchResult['traffic']): void {
  for (const [operation, { statuses, times }] of Object.entries(more)) {
    all[operation] ??= { statuses: {}, times: [] };
    const known = all[operation];
    for (const [status, count] of Object.entries(statuses))
      known.statuses[status] = (known.statuses[status] ?? 0) + count;
    known.times.push(...times);
  }
}

/** The parts of one batch as one. */
function joined(batch: string, parts: readonly BatchResult[]): BatchResult {
  const traffic: Record<string, Traffic> = {};
  for (const part of parts) addTraffic(traffic, part.traffic);
  const losses = parts.flatMap((part) => part.losses ?? []);
  const notices = parts.flatMap((part) => part.notices ?? []);
  return {
    batch,
    planned: parts.reduce((sum, { planned }) => sum + planned, 0),
    results: parts.flatMap(({ results }) => results),
    traffic,
    leftovers: parts.flatMap(({ leftovers }) => leftovers),
    samples: parts.flatMap(({ samples = [] }) => samples),
    retries: parts.reduce((sum, { retries }) => sum + retries, 0),
    ...(losses.length > 0 && { losses }),
    ...(notices.length > 0 && { notices }),
  };
}

/** The batches that tests have handed over in parts, each as a whole, in the order in which they began. */
export function together(parts: readonly BatchResult[]): BatchResult[] {
  const titles = [...new Set(parts.map(({ batch }) => batch))];
  return titles.map((title) =>
    joined(
      title,
      parts.filter(({ batch }) => batch === title),
    ),
  );
}

type Timed = Pick<TestStep, 'title' | 'startTime' | 'duration'>;

/** Gives a step the time that its check took; it was shown when the check had ended. */
export function timeStep(step: Timed, handed: readonly Handed[]): void {
  for (const { result, began } of handed) {
    const index = result.results.findIndex(({ check }) => check === step.title);
    const [check, at] = [result.results[index], began[index]];
    if (check === undefined || at === undefined) continue;
    step.startTime = new Date(at);
    step.duration = check.ms;
  }
}

/** Gives a test the time from the beginning of its first check to the end of its last one. */
export function timeTest(result: Pick<TestResult, 'startTime' | 'duration'>, [own]: readonly Handed[]): void {
  if (own === undefined || own.began.length === 0) return;
  const first = Math.min(...own.began);
  const last = Math.max(...own.began.map((at, index) => at + (own.result.results[index]?.ms ?? 0)));
  result.startTime = new Date(first);
  result.duration = last - first;
}

/** What Allure makes labels of means nothing to the readers of other reports. */
export function withoutLabels(test: TestCase): void {
  const own = ({ type }: { type: string }) => !type.startsWith('@allure.');
  test.annotations = test.annotations.filter(own);
  for (const result of test.results) result.annotations = result.annotations.filter(own);
}
