/** JUnit XML: a suite per operation group, a test case per requirement. */
import { create } from 'xmlbuilder2';
import type { Evidence, RequirementVerdict, RunRecord } from '../schemas/contract.ts';

/** What XML 1.0 cannot hold, control characters and lone surrogates, becomes U+FFFD. */
const clean = (text: string) =>
  text.toWellFormed().replaceAll(/[\p{Cc}\uFFFE\uFFFF]/gu, (c) => ('\t\n\r'.includes(c) ? c : '\uFFFD'));

function evidenceText({ message, expected, received, at, exchange, curl, rerun, property }: Evidence): string {
  const lines = [
    message,
    `expected: ${expected}`,
    `received: ${received}`,
    ...(at ? [`at: ${at}`] : []),
    ...(property ? [`counterexample: ${property.counterexample} (seed ${property.seed}, path ${property.path})`] : []),
    ...(exchange
      ? [`${exchange.method} ${exchange.url} -> ${exchange.status}`, exchange.responseBody.slice(0, 2000)]
      : []),
    ...(curl ? [`reproduce: ${curl}`] : []),
    `run alone: ${rerun}`,
  ];
  return lines.join('\n');
}

/** A failed `should` fails the run only when STRICT is on; a gate that reads JUnit must see the same as one that reads exit codes. */
const isFailure = ({ outcome, level }: RequirementVerdict, strict: boolean) =>
  outcome === 'fail' && (level === 'must' || strict);

type Node = ReturnType<typeof create>;

function addCase(suite: Node, requirement: RequirementVerdict, strict: boolean): void {
  const { id, group, level, section, text, outcome, reason = '', remedy, operations } = requirement;
  const node = suite.ele('testcase', {
    classname: clean(`${group}.${level}`),
    name: clean(`${id}: ${text}`),
    time: '0',
  });
  node.ele('properties').ele('property', { name: 'section', value: clean(section) });
  const failed = operations.filter((cell) => cell.outcome === 'fail');
  const details = failed
    .flatMap((cell) => [`on ${cell.operation}:`, ...(cell.evidence ?? []).map(evidenceText)])
    .join('\n\n');
  if (isFailure(requirement, strict)) node.ele('failure', { type: level, message: clean(reason) }).txt(clean(details));
  else if (outcome === 'not-tested' || outcome === 'not-applicable') {
    node.ele('skipped', {
      message: clean([`${outcome}: ${reason}`, ...(remedy ? [`to test it: ${remedy}`] : [])].join('. ')),
    });
  } else if (outcome === 'fail' || outcome === 'waived')
    node.ele('system-out').txt(clean(`${outcome} (${level}): ${reason}\n${details}`));
}

/** The record as JUnit XML. */
export function junit(record: RunRecord): string {
  const strict = record.settings.strict === true;
  const judged = record.requirements.filter(({ level }) => level !== 'open');
  const counts = (cases: readonly RequirementVerdict[]) => ({
    tests: cases.length,
    failures: cases.filter((one) => isFailure(one, strict)).length,
    errors: 0,
    skipped: cases.filter(({ outcome }) => outcome === 'not-tested' || outcome === 'not-applicable').length,
  });
  const root = create({ version: '1.0', encoding: 'UTF-8' }).ele('testsuites', {
    name: clean(`${record.suite.name}: ${record.target.name}`),
    ...counts(judged),
    errors: record.errors.length,
    time: record.durationMs / 1000,
  });
  for (const group of new Set(judged.map((requirement) => requirement.group))) {
    const cases = judged.filter((requirement) => requirement.group === group);
    const suite = root.ele('testsuite', { name: group, ...counts(cases), timestamp: record.startedAt });
    for (const requirement of cases) addCase(suite, requirement, strict);
  }
  if (record.errors.length > 0) {
    const suite = root.ele('testsuite', {
      name: 'harness',
      tests: record.errors.length,
      failures: 0,
      errors: record.errors.length,
      skipped: 0,
    });
    for (const error of record.errors) {
      suite
        .ele('testcase', { classname: 'harness', name: clean(error.slice(0, 200)), time: '0' })
        .ele('error', { message: clean(error) });
    }
  }
  return `${root.end({ prettyPrint: true })}\n`;
}
