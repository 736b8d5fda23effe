/** A record that was cut or edited is refused by everything that reads it. */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import { canonical, digestOf, sealed } from '../../../reports/integrity.ts';
import { parseRecord, RecordError } from '../../../reports/read.ts';
import { recordOf } from '../../../reports/record.ts';
import { recordText } from '../../../reports/write.ts';
import { loadSettings, type RunRecord } from '../../../schemas/contract.ts';
import { run } from '../cli/command.ts';
import { hostile as large, recordWith } from './sample.ts';

const { integrity: _digest, ...whole } = large;
/** Without the long sample, which each look would take its time for: how large a record is changes nothing here. */
const hostile = sealed({ ...whole, samples: whole.samples.filter(({ responseBody }) => responseBody.length < 10_000) });
const text = recordText(hostile);
const refused = (given: string) => {
  try {
    parseRecord('conformance.json', given);
  } catch (error) {
    expect(error).toBeInstanceOf(RecordError);
    return (error as Error).message;
  }
  return undefined;
};

test('a whole record is read, however its file is laid out', () => {
  expect(parseRecord('r', recordText(large))).toEqual(large);
  const { integrity, ...rest } = large;
  expect(parseRecord('r', JSON.stringify({ integrity, ...rest }))).toEqual(large);
});

test('a record of a run that nothing is known of has the form as well', () => {
  const settings = loadSettings('/', { SEED: '1' });
  const facts = {
    ...{
      batches: [],
      errors: ['no target'],
      planned: 0,
      claimed: settings.groups,
      strict: false,
      allowIncomplete: false,
    },
    ...{ waivers: [], targetName: 'x', today: '2026-01-01' },
  };
  const record = recordOf({ settings, runId: 'a', startedAt: '2026-01-01T00:00:00.000Z', durationMs: 1 }, facts);
  expect(refused(recordText(record))).toBeUndefined();
});

test('cut anywhere, it is refused', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: text.trimEnd().length - 1 }), (end) => {
      expect(refused(text.slice(0, end))).toContain('not whole JSON');
    }),
    { numRuns: 50 },
  );
});

const edits: readonly [string, (record: RunRecord) => unknown][] = [
  ['another verdict', (record) => ({ ...record, verdict: 'conformant', exitCode: 0 })],
  ['a requirement less', (record) => ({ ...record, requirements: record.requirements.slice(1) })],
  ['another outcome', (record) => JSON.parse(JSON.stringify(record).replace('"outcome":"fail"', '"outcome":"pass"'))],
  ['a name', (record) => ({ ...record, target: { ...record.target, name: 'another' } })],
];
for (const [what, edit] of edits) {
  test(`edited (${what}), it is refused and says that it was changed`, () => {
    expect(refused(JSON.stringify(edit(hostile)))).toContain('was changed after the run');
  });
}

for (const [what, more, says] of [
  [
    'fewer checks than planned',
    { totals: { ...hostile.totals, checks: { planned: 3, executed: 2 } } },
    '2 of 3 planned',
  ],
  ['the exit code of another verdict', { exitCode: 0 }, 'exit code 0'],
  ['fewer requirements than it counts', { requirements: hostile.requirements.slice(1) }, 'totals count 6'],
  [
    'a selection that is called conformant',
    { verdict: 'conformant', exitCode: 0, selection: { reason: 'x', requirements: 1, holds: true } },
    'a part of the suite was selected',
  ],
  [
    'a quick look that is called conformant',
    { verdict: 'conformant', exitCode: 0, settings: { ...hostile.settings, profile: 'smoke' } },
    'a part of the suite was selected',
  ],
  [
    'an id that leaves the folder',
    { requirements: [{ ...hostile.requirements[0], id: '../../x' }] },
    '/requirements/0/id',
  ],
  ['an unknown member', { more: 1 }, 'not a run record'],
] as const) {
  test(`sealed anew with ${what}, it is refused`, () => {
    const { integrity: _, ...content } = hostile;
    expect(refused(recordText(sealed({ ...content, ...more } as never)))).toContain(says);
  });
}

test('the digest does not depend on the order of keys, and does on every value', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.dictionary(fc.string(), fc.jsonValue()), (a, b) => {
      const turned = Object.fromEntries(Object.entries(a).reverse());
      expect(canonical(turned)).toBe(canonical(a));
      const same = canonical(a) === canonical(b);
      expect(same).toBe(JSON.stringify(sorted(a)) === JSON.stringify(sorted(b)));
      expect(canonical(JSON.parse(JSON.stringify(a)))).toBe(canonical(a));
    }),
  );
  expect(digestOf(hostile)).toBe(hostile.integrity.digest);
});

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== 'object') return value;
  return Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, member]) => ({ key, member: sorted(member) }));
}

/** Exit 3 and one message. */
function expectRefusal(code: number | null, output: string): void {
  expect(output.match(/^goal-conformance: /gm), output).toHaveLength(1);
  expect(output).not.toMatch(/^\s+at /m);
  expect(code).toBe(3);
}

test.describe('commands', () => {
  const { integrity: _, ...content } = hostile;
  const failedRun = sealed({ ...content, verdict: 'harness-error', exitCode: 3, errors: ['the worker was lost'] });
  const folder = mkdtempSync(join(tmpdir(), 'goal-conformance-records-'));
  const file = (name: string, record: RunRecord | string) => {
    writeFileSync(join(folder, name), typeof record === 'string' ? record : recordText(record));
    return join(folder, name);
  };

  test('report makes the same bytes again', async () => {
    const made = mkdtempSync(join(tmpdir(), 'goal-conformance-records-'));
    const again = mkdtempSync(join(tmpdir(), 'goal-conformance-records-'));
    // Both with the compiled command: the script of the page is spaced otherwise in what Playwright makes of the source.
    for (const [from, to] of [
      [file('first.json', large), made],
      [join(made, 'conformance.json'), again],
    ] as const) {
      const { code, output } = await run('report', [from, '--output', to]);
      expect(code, output).toBe(0);
    }
    for (const name of [
      'index.html',
      'conformance.json',
      'junit.xml',
      'summary.md',
      'badge.svg',
      'exchanges.har',
      'evidence/kpiGroups.a.html',
    ])
      expect(readFileSync(join(again, name)).equals(readFileSync(join(made, name))), name).toBe(true);
  });

  for (const [command, args] of [
    ['report', [file('cut.json', text.slice(0, 5000))]],
    ['report', [file('edited.json', text.replace('"runId": "run"', '"runId": "other"'))]],
    ['report', [join(folder, 'none.json')]],
    ['report', []],
    ['compare', [file('whole.json', hostile), file('edited2.json', text.replace('The words of', 'Words of'))]],
    ['compare', [join(folder, 'whole.json')]],
    ['compare', [join(folder, 'whole.json'), '--nothing']],
    ['allure', []],
  ] as const) {
    test(`${command} ${args.map((path) => path.split('/').at(-1)).join(' ')} ends with exit 3 and one message`, async () => {
      const { code, output } = await run(command, args);
      expectRefusal(code, output);
    });
  }

  test('compare refuses the record of a run that failed, and says why it failed', async () => {
    const { code, output } = await run('compare', [file('held.json', hostile), file('lost.json', failedRun)]);
    expectRefusal(code, output);
    expect(output).toContain('lost.json: is the record of a run that failed');
    expect(output).toContain('the worker was lost');
  });

  test('compare ends with 1 on a regression against a baseline, else with 0', async () => {
    const good = file('good.json', recordWith(hostile.requirements.filter(({ outcome }) => outcome !== 'fail')));
    const passed = hostile.requirements.map((one) =>
      one.id === 'kpiGroups.a'
        ? { ...one, outcome: 'pass' as const, operations: [{ operation: 'kpiGroups.get', outcome: 'pass' as const }] }
        : one,
    );
    const base = file('base.json', recordWith(passed));
    const bad = file('bad.json', hostile);
    const regressed = await run('compare', [base, bad, '--baseline', base]);
    expect(regressed.code, regressed.output).toBe(1);
    expect(regressed.output).toContain('✗ kpiGroups.a on kpiGroups.get');
    expect((await run('compare', [bad, base, '--baseline', bad])).code).toBe(0);
    expect((await run('compare', [base, bad])).code).toBe(0);
    const { reportDir } = await run('compare', [good, base]);
    expect(JSON.parse(readFileSync(join(reportDir, 'compare.json'), 'utf8'))).toMatchObject({
      format: 1,
      sameContract: true,
    });
  });
});
