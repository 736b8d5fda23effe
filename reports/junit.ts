/** JUnit XML: a suite per operation group, a test case per requirement; only what every common consumer knows. */
import { create } from 'xmlbuilder2';
import { type Evidence, isFailure, type RequirementVerdict, type RunRecord } from '../schemas/contract.ts';
import { type Cause, causeOf, causesOf } from './causes.ts';
import { restsWords } from './failures.ts';
import { commandOr, cut, cutLines, visible } from './text.ts';

/** What XML 1.0 cannot hold becomes something that can be seen. */
const clean = (text: string) => visible(text).replaceAll(/[\uFFFE\uFFFF]/g, '\uFFFD');

/** Failures of a requirement with their evidence; the report has the rest. */
const MOST = 5;

function evidenceText(evidence: Evidence): string {
  const { message, expected, received, at, exchange, curl, rerun, property } = evidence;
  const rests = restsWords(evidence);
  const lines = [
    message,
    `expected: ${expected}`,
    `received: ${received}`,
    ...(at ? [`at: ${at}`] : []),
    ...(rests ? [rests] : []),
    ...(property ? [`counterexample: ${property.counterexample} (seed ${property.seed}, path ${property.path})`] : []),
    ...(exchange
      ? [`${exchange.method} ${exchange.url} -> ${exchange.status}`, cutLines(exchange.responseBody, 2000, 60)]
      : []),
    ...(curl ? [`reproduce: ${commandOr(curl, 'the evidence of the report')}`] : []),
    `run alone: ${rerun}`,
  ];
  return lines.join('\n');
}

function detailsOf({ section, operations }: RequirementVerdict): string {
  const all = operations.flatMap(({ operation, evidence = [] }) =>
    evidence.map((one) => `on ${operation}:\n${evidenceText(one)}`),
  );
  const more = all.length > MOST ? [`… and ${all.length - MOST} further failures in the report`] : [];
  return [`specification: ${section}`, ...all.slice(0, MOST), ...more].join('\n\n');
}

const isSkipped = ({ outcome }: RequirementVerdict) => outcome === 'not-tested' || outcome === 'not-applicable';

/** Seconds as the strictest of the schemas in use takes them. */
const seconds = (ms = 0) => (ms / 1000).toFixed(3);

type Node = ReturnType<typeof create>;

/** A reason with the cause that it follows from: consumers group by equal beginnings. */
const because = (cause: Cause | undefined, reason: string): string =>
  cause === undefined ? reason : `because ${cause.words}: ${reason}`;

function addCase(suite: Node, requirement: RequirementVerdict, strict: boolean, causes: readonly Cause[]): void {
  const { id, group, level, text, outcome, remedy } = requirement;
  const reason = because(causeOf(causes, id), requirement.reason ?? '');
  const node = suite.ele('testcase', {
    classname: clean(`${group}.${level}`),
    name: clean(`${id}: ${text}`),
    time: seconds(requirement.ms),
  });
  if (isFailure(requirement, strict))
    node.ele('failure', { type: level, message: clean(cut(reason, 500)) }).txt(clean(detailsOf(requirement)));
  else if (isSkipped(requirement)) {
    node.ele('skipped', {
      message: clean([`${outcome}: ${cut(reason, 500)}`, ...(remedy ? [`to test it: ${remedy}`] : [])].join('. ')),
    });
  } else if (outcome === 'fail' || outcome === 'waived')
    node.ele('system-out').txt(clean(`${outcome} (${level}): ${cut(reason, 500)}\n${detailsOf(requirement)}`));
}

/** What broke, as a suite of its own: a gate that reads JUnit alone must not see green. */
function addErrors(root: Node, errors: readonly string[], common: Record<string, string>): void {
  const counts = { tests: errors.length, failures: 0, errors: errors.length, skipped: 0 };
  const suite = root.ele('testsuite', { name: 'harness', ...counts, ...common });
  for (const error of errors) {
    const name = clean(cut(error, 200)).replaceAll('\n', ' ');
    suite
      .ele('testcase', { classname: 'harness', name, time: '0' })
      .ele('error', { type: 'harness-error', message: name })
      .txt(clean(cut(error, 5000)));
  }
}

const sum = (cases: readonly RequirementVerdict[]) => cases.reduce((all, { ms = 0 }) => all + ms, 0);

/** The record as JUnit XML. */
export function junit(record: RunRecord): string {
  const strict = record.settings.strict === true;
  const judged = record.requirements.filter(({ level }) => level !== 'open');
  const causes = causesOf(record);
  const counts = (cases: readonly RequirementVerdict[]) => ({
    tests: cases.length,
    failures: cases.filter((one) => isFailure(one, strict)).length,
    errors: 0,
    skipped: cases.filter(isSkipped).length,
  });
  const { errors, failures, tests } = {
    ...counts(judged),
    tests: judged.length + record.errors.length,
    errors: record.errors.length,
  };
  // ISO 8601 without zone and fraction: the form that the strictest of the schemas in use takes.
  const common = { timestamp: record.startedAt.slice(0, 19) };
  const root = create({ version: '1.0', encoding: 'UTF-8' }).ele('testsuites', {
    name: clean(`${record.suite.name}: ${record.target.name}`),
    ...{ tests, failures, errors, time: seconds(record.durationMs) },
  });
  for (const group of new Set(judged.map((requirement) => requirement.group))) {
    const cases = judged.filter((requirement) => requirement.group === group);
    const suite = root.ele('testsuite', { name: group, ...counts(cases), time: seconds(sum(cases)), ...common });
    for (const requirement of cases) addCase(suite, requirement, strict, causes);
  }
  if (record.errors.length > 0) addErrors(root, record.errors, { time: '0', ...common });
  return `${root.end({ prettyPrint: true })}\n`;
}
