/** Run records for the tests of reports: a hostile one, and ones of any size. */
import { sealed } from '../../../reports/integrity.ts';
import {
  type CellVerdict,
  type Evidence,
  type Exchange,
  type Outcome,
  operations,
  type RequirementVerdict,
  type RunRecord,
  type Totals,
} from '../../../schemas/contract.ts';

/** HTML, the end of a script and of a comment, control characters, direction marks, a lone surrogate, XML, a template. */
export const HOSTILE =
  // biome-ignore lint/suspicious/noTemplateCurlyInString: text, not a template
  '<script>document.title="broken"</script></pre>--><img src=x onerror=alert(1)>&"\' \u0000\u001b[31m \u202Eevil\u202C \uD800 ]]> ${x} ::error::x';

export const exchange = (body: string, status = 500): Exchange => ({
  operation: 'kpiGroups.get',
  method: 'GET',
  url: `http://host/v1/kpis/groups/1?q=${HOSTILE}`,
  requestHeaders: { authorization: 'Bearer <redacted:ACCESS_TOKEN>' },
  status,
  responseHeaders: { 'content-type': 'application/json', 'x-odd': HOSTILE },
  responseBody: body,
  ms: 1.5,
  sentAt: '2026-01-01T00:00:01.000Z',
});

export function evidence(more: Partial<Evidence> = {}): Evidence {
  return {
    message: HOSTILE,
    expected: HOSTILE,
    received: HOSTILE,
    at: '/a',
    exchange: exchange(HOSTILE),
    before: [exchange(HOSTILE, 200)],
    curl: HOSTILE,
    rerun: "npm run conformance -- --grep '@kpiGroups\\.a( |$)'",
    ...more,
  };
}

const cell = (outcome: Outcome, more: Partial<CellVerdict> = {}): CellVerdict => ({
  operation: 'kpiGroups.get',
  outcome,
  ...more,
});

export function requirement(
  id: string,
  outcome: Outcome,
  cells: readonly CellVerdict[],
  more: Partial<RequirementVerdict> = {},
): RequirementVerdict {
  const [{ reason, remedy } = { reason: undefined, remedy: undefined }] = cells;
  return {
    ...{ id, level: 'must', group: id.split('.')[0] ?? '', section: 'States', text: `The words of ${id}.`, outcome },
    ...(reason !== undefined && { reason }),
    ...(remedy !== undefined && { remedy }),
    operations: cells,
    ...more,
  };
}

function totalsOf(outcomes: readonly Outcome[]): Totals {
  const count = (wanted: Outcome) => outcomes.filter((outcome) => outcome === wanted).length;
  const names = ['pass', 'fail', 'waived', 'not-tested', 'not-applicable'] as const;
  return Object.fromEntries(names.map((name) => [name, count(name)])) as Totals;
}

/** A sealed record of these requirements. */
export function recordWith(verdicts: readonly RequirementVerdict[], more: Partial<RunRecord> = {}): RunRecord {
  const judged = verdicts.filter(({ level }) => level !== 'open');
  const totals = totalsOf(judged.map(({ outcome }) => outcome));
  const failed = judged.some(({ outcome }) => outcome === 'fail');
  const { integrity: _, ...changed } = more;
  return sealed({
    ...{ format: 1, runId: 'run', verdict: failed ? 'non-conformant' : 'conformant', exitCode: failed ? 1 : 0 },
    summary: `The target ${failed ? 'does not conform' : 'conforms'}.`,
    ...{ errors: [], warnings: [], waivers: [], leftovers: [], samples: [] },
    target: { name: 'target', baseUrl: 'http://host' },
    suite: {
      ...{ name: 'goal-conformance', version: '0', seed: 1, numRuns: 1, node: 'v20' },
      ...{ contractHash: '0'.repeat(64), settingsHash: '1'.repeat(64) },
    },
    settings: { strict: false, allowIncomplete: false, groups: [...new Set(operations.map(({ group }) => group))] },
    ...{ startedAt: '2026-01-01T00:00:00.000Z', durationMs: 1000 },
    totals: {
      requirements: { ...totals, observed: verdicts.length - judged.length },
      cells: totals,
      ...{ checks: { planned: 2, executed: 2 }, requests: 12, retries: 0 },
    },
    groups: [{ group: 'kpiGroups', title: 'KPI groups', verdict: failed ? 'non-conformant' : 'conformant', totals }],
    requirements: verdicts,
    observations: verdicts.flatMap(({ id, operations: cells }) =>
      cells.flatMap(({ operation, observation }) =>
        observation === undefined ? [] : [{ requirement: id, operation, observation }],
      ),
    ),
    operations: operations.map(({ id, group, method, path, deprecated, success, errors }, index) => ({
      ...{ id, group, method, path, deprecated, listed: [success.status, ...errors] },
      ...(index % 2 === 0
        ? { statuses: { [success.status]: 5, 500: 1 }, times: { median: 1.5, p95: 20, slowest: 300.4 } }
        : { statuses: {} }),
    })),
    ...changed,
  });
}

/** Every outcome and level, with hostile text wherever a target's words come. */
export const hostile: RunRecord = recordWith(
  [
    requirement('kpiGroups.a', 'fail', [cell('fail', { reason: HOSTILE, evidence: [evidence()] })]),
    requirement('kpiGroups.b', 'fail', [cell('fail', { reason: 'r', evidence: [evidence()] })], { level: 'should' }),
    requirement('kpiGroups.c', 'not-tested', [cell('not-tested', { reason: 'why', remedy: 'SECOND_ACCESS_TOKEN' })]),
    requirement('kpiGroups.d', 'observed', [cell('observed', { observation: [HOSTILE] })], { level: 'open' }),
    requirement('kpiGroups.e', 'waived', [
      cell('waived', { reason: 'waived until 2026-12-31: known', evidence: [evidence()] }),
    ]),
    requirement('kpiGroups.f', 'pass', [cell('pass')]),
    requirement('general.g', 'not-applicable', [cell('not-applicable', { reason: 'the target does not claim it' })]),
  ],
  {
    target: { name: HOSTILE, baseUrl: `http://host/${HOSTILE}` },
    summary: `${HOSTILE} does not conform.`,
    warnings: [HOSTILE],
    leftovers: [{ kind: 'customField', id: HOSTILE, reason: HOSTILE }],
    samples: [exchange(HOSTILE, 200), exchange('x'.repeat(5_000_000), 404)],
    waivers: [
      {
        ...{ requirement: 'kpiGroups.e', reason: HOSTILE, expires: '2026-12-31', owner: 'somebody' },
        link: 'javascript:alert(1)',
      },
    ],
  },
);

/** A record with this many failures on as many cells as a full run has, and bodies of some size. */
export function large(failures: number, count = 700, cells = 2_500): RunRecord {
  const perRequirement = Math.ceil(cells / count);
  const perCell = Math.ceil(failures / (count * perRequirement));
  const body = JSON.stringify({ items: Array.from({ length: 20 }, (_, id) => ({ id, name: `record ${id}` })) });
  const groups = [...new Set(operations.map(({ group }) => group))];
  const verdicts = Array.from({ length: count }, (_, index) => {
    const outcome: Outcome = perCell > 0 ? 'fail' : index % 10 === 0 ? 'not-tested' : 'pass';
    return requirement(
      `${groups[index % groups.length]}.rule-${index}`,
      outcome,
      Array.from({ length: perRequirement }, (_, at) => ({
        operation: operations[(index + at) % operations.length]?.id ?? '',
        outcome,
        ...(perCell > 0
          ? {
              reason: 'the name is another than the one that was sent',
              evidence: Array.from({ length: perCell }, () =>
                evidence({
                  ...{
                    message: 'the name is another',
                    expected: '"a"',
                    received: '"b"',
                    curl: "curl -sS 'http://host/v1'",
                  },
                  ...{ exchange: exchange(body), before: [exchange(body, 200)] },
                }),
              ),
            }
          : outcome === 'pass'
            ? {}
            : { reason: 'there is no other user', remedy: 'SECOND_ACCESS_TOKEN' }),
      })),
      { text: `A sentence of the length that the words of a requirement have, which is about this, number ${index}.` },
    );
  });
  return recordWith(verdicts);
}
