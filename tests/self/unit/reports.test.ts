import { expect, test } from '@playwright/test';
import { create } from 'xmlbuilder2';
import { page } from '../../../reports/html/page.ts';
import { junit } from '../../../reports/junit.ts';
import { summaryLines } from '../../../reports/terminal.ts';
import type { Evidence, RunRecord } from '../../../schemas/contract.ts';

// biome-ignore lint/suspicious/noTemplateCurlyInString: text, not a template
const HOSTILE = '<script>alert(1)</script></pre>&"\' \u0000\u001b[31m \uD800 ]]> ${x}';

const exchange = {
  operation: 'kpiGroups.get',
  method: 'GET',
  url: `http://host/${HOSTILE}`,
  requestHeaders: { authorization: 'Bearer <redacted:ACCESS_TOKEN>' },
  status: 500,
  responseHeaders: { 'x-odd': HOSTILE },
  responseBody: HOSTILE,
  ms: 1,
};
const evidence: Evidence = {
  message: HOSTILE,
  expected: HOSTILE,
  received: HOSTILE,
  at: '/a',
  exchange,
  before: [exchange],
  curl: HOSTILE,
  rerun: HOSTILE,
};
const totals = { pass: 0, fail: 1, waived: 0, 'not-tested': 1, 'not-applicable': 0 };
const common = { group: 'kpiGroups', section: 'States', text: HOSTILE };

const record: RunRecord = {
  format: 1,
  runId: 'run',
  verdict: 'non-conformant',
  exitCode: 1,
  summary: `${HOSTILE} does not conform`,
  errors: [],
  warnings: [],
  target: { name: HOSTILE, baseUrl: 'http://host' },
  suite: { name: 'goal-conformance', version: '0', contractHash: 'hash', seed: 1, numRuns: 1, node: 'v0' },
  settings: { strict: false },
  startedAt: '2026-01-01T00:00:00.000Z',
  durationMs: 1000,
  totals: {
    requirements: { ...totals, observed: 0 },
    cells: totals,
    checks: { planned: 2, executed: 2 },
    requests: 2,
    retries: 0,
  },
  groups: [{ group: 'kpiGroups', title: 'KPI groups', verdict: 'non-conformant', totals }],
  requirements: [
    {
      ...common,
      id: 'kpiGroups.a',
      level: 'must',
      outcome: 'fail',
      reason: HOSTILE,
      operations: [{ operation: 'kpiGroups.get', outcome: 'fail', reason: HOSTILE, evidence: [evidence] }],
    },
    {
      ...common,
      id: 'kpiGroups.b',
      level: 'should',
      outcome: 'fail',
      reason: 'r',
      operations: [{ operation: 'kpiGroups.get', outcome: 'fail', evidence: [evidence] }],
    },
    {
      ...common,
      id: 'kpiGroups.c',
      level: 'must',
      outcome: 'not-tested',
      reason: 'why',
      remedy: 'SECOND_ACCESS_TOKEN',
      operations: [{ operation: 'kpiGroups.get', outcome: 'not-tested', reason: 'why', remedy: 'SECOND_ACCESS_TOKEN' }],
    },
    {
      ...common,
      id: 'kpiGroups.d',
      level: 'open',
      outcome: 'observed',
      operations: [{ operation: 'kpiGroups.get', outcome: 'observed', observation: [HOSTILE] }],
    },
  ],
  observations: [],
  coverage: {},
  leftovers: [{ kind: 'customField', id: HOSTILE, reason: 'r' }],
  waivers: [],
};

test('the page shows hostile strings as text and loads nothing', () => {
  const text = page(record);
  expect(text).not.toContain('<script');
  expect(text).toContain('&lt;script>alert(1)&lt;/script>');
  expect(text.isWellFormed()).toBe(true);
  expect(text).not.toMatch(/(src|href)="https?:/);
  expect(text).toContain('id="kpiGroups.a"');
  expect(text).toContain('To test it: SECOND_ACCESS_TOKEN');
});

test('the same record gives the same page and the same JUnit', () => {
  expect(page(structuredClone(record))).toBe(page(record));
  expect(junit(structuredClone(record))).toBe(junit(record));
});

test('JUnit is well-formed XML with a case per requirement, evidence and reasons', () => {
  const text = junit(record);
  const parsed = create(text).end({ format: 'object' }) as {
    testsuites: { '@failures': string; '@tests': string; testsuite: { testcase: Record<string, unknown>[] } };
  };
  expect(parsed.testsuites).toMatchObject({ '@tests': '3', '@failures': '1' });
  const [failed, warned, skipped] = parsed.testsuites.testsuite.testcase;
  expect(failed).toHaveProperty('failure');
  expect(JSON.stringify(failed)).toContain('run alone');
  expect(warned).toHaveProperty('system-out');
  expect(JSON.stringify(skipped)).toContain('not-tested: why. to test it: SECOND_ACCESS_TOKEN');
});

test('under STRICT a failed should is a failure in JUnit too', () => {
  expect(junit({ ...record, settings: { strict: true } })).toContain('failures="2"');
});

test('errors of the run are errors in JUnit', () => {
  expect(junit({ ...record, errors: ['the worker was lost'] })).toMatch(/<testsuites [^>]*errors="1"/);
});

test('the summary names the failures, what to set, the report and the verdict, in one screen', () => {
  const lines = summaryLines(record, '/out');
  expect(lines.join('\n')).toContain('kpiGroups.a (must, States) on kpiGroups.get');
  expect(lines.join('\n')).toContain('needs: SECOND_ACCESS_TOKEN');
  expect(lines.at(-2)).toBe('report: /out/index.html');
  expect(lines.at(-1)).toMatch(/^verdict: non-conformant/);
  expect(lines.length).toBeLessThan(40);
});
