import { expect, test } from '@playwright/test';
import { groupWords } from '../../../reports/headline.ts';
import type { RunFacts } from '../../../reports/runFacts.ts';
import { verdictOf } from '../../../reports/verdict.ts';
import { type BatchResult, type CheckOutcome, groups, requirements, type Waiver } from '../../../schemas/contract.ts';

const claimed = groups.map(({ id }) => id);
const cells = requirements
  .filter(({ untestable }) => !untestable)
  .flatMap(({ id, operations }) => operations.map((operation) => ({ requirement: id, operation })));

/** A run in which every cell passes, but for those named: `requirement operation` -> outcome. */
function facts(outcomes: Record<string, CheckOutcome> = {}, more: Partial<RunFacts> = {}): RunFacts {
  const results = cells.map((cell) => ({
    check: `${cell.requirement} ${cell.operation}`,
    cells: [cell],
    outcome: outcomes[`${cell.requirement} ${cell.operation}`] ?? outcomes[cell.requirement] ?? ('pass' as const),
    reason: 'a reason',
    ms: 1,
  }));
  const batch: BatchResult = {
    batch: 'all',
    planned: results.length,
    results,
    traffic: { 'kpiGroups.list': { statuses: { 200: 2 }, times: [1, 2] } },
    leftovers: [],
    retries: 0,
  };
  return {
    batches: [batch],
    errors: [],
    planned: results.length,
    claimed,
    strict: false,
    allowIncomplete: false,
    waivers: [],
    targetName: 'target',
    today: '2026-01-15',
    ...more,
  };
}

const MUST = 'kpiGroups.favorite-set';
const SHOULD = 'kpiGroups.favorite-new';
/** A requirement of many operations. */
const PERMISSION = 'general.permission';
const waiver = (more: Partial<Waiver> = {}): Waiver => ({
  requirement: MUST,
  reason: 'known',
  expires: '2026-02-20',
  ...more,
});

test('everything passed: conformant, exit 0', () => {
  expect(verdictOf(facts())).toMatchObject({ verdict: 'conformant', exitCode: 0, errors: [] });
});

test('a failed must: non-conformant, exit 1, also in its group alone', () => {
  const found = verdictOf(facts({ [MUST]: 'fail' }));
  expect(found).toMatchObject({ verdict: 'non-conformant', exitCode: 1 });
  const verdicts = Object.fromEntries(found.groups.map(({ group, verdict }) => [group, verdict]));
  expect(verdicts.kpiGroups).toBe('non-conformant');
  expect(verdicts.customFields).toBe('conformant');
});

test('the verdict is one sentence that says how many', () => {
  expect(verdictOf(facts({ [MUST]: 'fail' })).summary).toBe('target does not conform: 1 requirement fails.');
  expect(verdictOf(facts({ [MUST]: 'not-tested', 'kpiGroups.favorite-clear': 'not-tested' })).summary).toMatch(
    /^target shows no failure, but 2 requirements were not tested\.$/,
  );
});

test('the sentence claims no more than was found: what should hold and does not is said, whatever the verdict', () => {
  const summary = (outcomes: Record<string, CheckOutcome>, more: Partial<RunFacts> = {}) =>
    verdictOf(facts(outcomes, more)).summary;
  expect(summary({})).toBe('target conforms: every applicable requirement was tested and holds.');
  expect(summary({ [SHOULD]: 'fail' })).toBe('target conforms in all that is required: 1 requirement only warns.');
  expect(summary({ [SHOULD]: 'not-tested' })).toBe(
    'target conforms in all that is required: 1 requirement was not tested.',
  );
  expect(summary({ [MUST]: 'fail', [SHOULD]: 'fail', 'kpiGroups.favorite-clear': 'not-tested' })).toBe(
    'target does not conform: 1 requirement fails, 1 only warns and 1 was not tested.',
  );
  expect(summary({ [SHOULD]: 'fail', 'kpiGroups.favorite-clear': 'not-tested' })).toBe(
    'target shows no failure that counts, but 1 requirement only warns and 1 was not tested.',
  );
  expect(summary({ [MUST]: 'fail' }, { waivers: [waiver()] })).toBe(
    'target conforms with waivers: 1 requirement was waived.',
  );
  expect(summary({ [MUST]: 'fail', [SHOULD]: 'fail' }, { strict: true })).toBe(
    'target does not conform: 2 requirements fail.',
  );
});

test('a group in which something warns is not plainly conformant', () => {
  const { groups: all } = verdictOf(facts({ [SHOULD]: 'fail' }));
  const words = Object.fromEntries(all.map((one) => [one.group, groupWords(one)]));
  expect(words.kpiGroups).toMatch(/^conformant, \d+ warnings?$/);
  expect(words.customFields).toBe('conformant');
});

test('a failed should counts under STRICT alone', () => {
  expect(verdictOf(facts({ [SHOULD]: 'fail' }))).toMatchObject({ verdict: 'conformant', exitCode: 0 });
  expect(verdictOf(facts({ [SHOULD]: 'fail' }, { strict: true }))).toMatchObject({
    verdict: 'non-conformant',
    exitCode: 1,
  });
});

test('an untested must: incomplete, exit 2, or 0 when that is allowed', () => {
  expect(verdictOf(facts({ [MUST]: 'not-tested' }))).toMatchObject({ verdict: 'incomplete', exitCode: 2 });
  expect(verdictOf(facts({ [MUST]: 'not-tested' }, { allowIncomplete: true }))).toMatchObject({
    verdict: 'incomplete',
    exitCode: 0,
  });
  expect(verdictOf(facts({ [MUST]: 'not-tested', [SHOULD]: 'not-tested' }))).toMatchObject({ verdict: 'incomplete' });
  expect(verdictOf(facts({ [SHOULD]: 'not-tested' }))).toMatchObject({ verdict: 'conformant' });
});

test('one untested operation leaves the requirement untested', () => {
  const found = verdictOf(facts({ 'general.success-status kpiGroups.list': 'not-tested' }));
  expect(found.requirements.find(({ id }) => id === 'general.success-status')).toMatchObject({ outcome: 'not-tested' });
});

test('a failure outweighs what was not tested', () => {
  expect(verdictOf(facts({ [MUST]: 'fail', 'kpiGroups.favorite-clear': 'not-tested' }))).toMatchObject({
    verdict: 'non-conformant',
  });
});

test('a break of the suite outweighs everything: exit 3', () => {
  expect(verdictOf(facts({ [MUST]: 'error', 'kpiGroups.favorite-clear': 'fail' }))).toMatchObject({
    verdict: 'harness-error',
    exitCode: 3,
  });
  expect(verdictOf(facts({}, { errors: ['the worker was lost'] }))).toMatchObject({
    verdict: 'harness-error',
    exitCode: 3,
  });
});

test('checks that were planned and never ended: exit 3', () => {
  const run = facts();
  expect(verdictOf({ ...run, planned: run.planned + 1 })).toMatchObject({
    verdict: 'harness-error',
    errors: [expect.stringContaining('1 of')],
  });
});

test('nothing ran: exit 3', () => {
  expect(verdictOf(facts({}, { batches: [], planned: 0 }))).toMatchObject({
    verdict: 'harness-error',
    errors: ['nothing was tested'],
  });
});

test('a selection is never conformant: what was left out is not tested', () => {
  const run = facts({}, { leftOut: { reason: 'not selected by --grep x', remedy: 'a run without --grep' } });
  const [batch] = run.batches as [BatchResult];
  const results = batch.results.filter(({ cells: [cell] }) => cell?.requirement === MUST);
  const found = verdictOf({ ...run, batches: [{ ...batch, results, planned: 1 }], planned: 1 });
  expect(found).toMatchObject({ verdict: 'incomplete', exitCode: 2 });
  expect(found.requirements.find(({ id }) => id === MUST)).toMatchObject({ outcome: 'pass' });
});

test('an unclaimed group is not applicable and weighs nothing', () => {
  const found = verdictOf(facts({ [MUST]: 'fail' }, { claimed: claimed.filter((id) => id !== 'kpiGroups') }));
  expect(found.verdict).toBe('conformant');
  expect(found.groups.find(({ group }) => group === 'kpiGroups')).toMatchObject({ verdict: 'not-applicable' });
});

test('a waiver in force: conformant-with-waivers, exit 0', () => {
  expect(verdictOf(facts({ [MUST]: 'fail' }, { waivers: [waiver()] }))).toMatchObject({
    verdict: 'conformant-with-waivers',
    exitCode: 0,
    warnings: [],
  });
});

test('a waiver for one operation waives no other', () => {
  const waivers = [waiver({ requirement: 'general.success-status', operation: 'kpiGroups.list' })];
  expect(verdictOf(facts({ 'general.success-status': 'fail' }, { waivers }))).toMatchObject({
    verdict: 'non-conformant',
  });
});

/** A run in which answers of tasks.list break their schema in these places. */
function broken(places: readonly string[], more: Partial<RunFacts>): RunFacts {
  const run = facts({ 'general.answer-schema tasks.list': 'fail' }, more);
  const evidence = { message: '', expected: '', received: '', before: [], rerun: '', at: '/items/3/dueDate', places };
  return {
    ...run,
    batches: run.batches.map((batch) => ({
      ...batch,
      results: batch.results.map((one) => (one.outcome === 'fail' ? { ...one, evidence } : one)),
    })),
  };
}

test('a waiver for a place hides nothing that is wrong in another one', () => {
  const at = (place: string) => waiver({ requirement: 'general.answer-schema', at: place });
  const [date, owner] = ['/items/*/dueDate', '/items/*/ownerId'];
  const verdict = (places: readonly string[], waivers: readonly Waiver[]) => verdictOf(broken(places, { waivers }));
  expect(verdict([date], [at(date)])).toMatchObject({ verdict: 'conformant-with-waivers', errors: [] });
  expect(verdict([date, owner], [at(date)])).toMatchObject({ verdict: 'non-conformant', errors: [] });
  expect(verdict([date, owner], [at(date), at(owner)])).toMatchObject({ verdict: 'conformant-with-waivers' });
  expect(verdict([owner], [at(date), at(owner)])).toMatchObject({ exitCode: 3 });
});

for (const [what, given, message] of [
  ['expired', waiver({ expires: '2026-01-14' }), 'expired on 2026-01-14'],
  ['unknown', waiver({ requirement: 'kpiGroups.nothing' }), 'no such requirement'],
  ['on another operation', waiver({ operation: 'kpiGroups.list' }), 'does not concern this operation'],
] as const) {
  test(`a waiver that is ${what} ends the gate with exit 3`, () => {
    expect(verdictOf(facts({ [MUST]: 'fail' }, { waivers: [given] }))).toMatchObject({
      exitCode: 3,
      errors: [expect.stringContaining(message)],
    });
  });
}

test('a waiver for what passes ends the gate with exit 3', () => {
  expect(verdictOf(facts({}, { waivers: [waiver()] }))).toMatchObject({
    exitCode: 3,
    errors: [expect.stringContaining('Remove it')],
  });
});

test('a waiver on its last day holds, and warns', () => {
  expect(verdictOf(facts({ [MUST]: 'fail' }, { waivers: [waiver({ expires: '2026-01-15' })] }))).toMatchObject({
    exitCode: 0,
    warnings: [expect.stringContaining('expires on')],
  });
});

test('a waiver for a group that is not claimed warns, so that one file serves several runs', () => {
  const rest = claimed.filter((id) => id !== 'kpiGroups');
  expect(verdictOf(facts({}, { claimed: rest, waivers: [waiver()] }))).toMatchObject({
    exitCode: 0,
    errors: [],
    warnings: [expect.stringContaining('does not apply')],
  });
});

test('a waiver for what can never fail ends the gate with exit 3', () => {
  const untestable = requirements.find((one) => one.untestable) ?? requirements[0];
  const observed = requirements.find((one) => one.level === 'open' && !one.untestable);
  for (const given of [untestable, observed]) {
    if (!given) continue;
    const waivers = [waiver({ requirement: given.id })];
    expect(verdictOf(facts({ [given.id]: 'observed' }, { waivers })), given.id).toMatchObject({ exitCode: 3 });
  }
});

test('a waiver that names owner and link keeps both in the record, and its reason in the outcome', () => {
  const given = waiver({ owner: 'team', link: 'https://tracker/1' });
  const found = verdictOf(facts({ [MUST]: 'fail' }, { waivers: [given] }));
  expect(found.requirements.find(({ id }) => id === MUST)).toMatchObject({
    outcome: 'waived',
    reason: 'waived until 2026-02-20: known',
  });
});

test('a waiver for another target does nothing', () => {
  expect(verdictOf(facts({ [MUST]: 'fail' }, { waivers: [waiver({ target: 'another' })] }))).toMatchObject({
    verdict: 'non-conformant',
    errors: [],
  });
});

test('totals count requirements and cells; what is untestable is not applicable', () => {
  const { totals, requirements: verdicts } = verdictOf(facts());
  const judged = requirements.filter(({ level }) => level !== 'open');
  expect(totals.requirements.pass + totals.requirements['not-applicable']).toBe(judged.length);
  expect(totals.requests).toBe(2);
  for (const { id, untestable } of requirements) {
    if (untestable)
      expect(verdicts.find((verdict) => verdict.id === id)).toMatchObject({
        outcome: 'not-applicable',
        reason: untestable,
      });
  }
});

test('a rule that concerned no operation is not tested where something can be given for it', () => {
  const remedy = 'LIMITED_ACCESS_TOKEN';
  const of = (outcomes: Record<string, CheckOutcome>, claimed?: readonly string[]) => {
    const run = facts(outcomes, claimed && { claimed });
    const results = run.batches.flatMap((batch) => batch.results);
    for (const result of results) if (result.outcome === 'not-applicable') Object.assign(result, { remedy });
    return verdictOf(run);
  };
  const permission = ({ requirements: all }: ReturnType<typeof verdictOf>) => all.find(({ id }) => id === PERMISSION);
  const nowhere = of({ [PERMISSION]: 'not-applicable' });
  expect(nowhere).toMatchObject({ verdict: 'incomplete', exitCode: 2 });
  expect(permission(nowhere)).toMatchObject({ outcome: 'not-tested', remedy });
  // Of a part of the operations it may concern none.
  expect(permission(of({ [PERMISSION]: 'not-applicable' }, ['dashboards']))?.outcome).toBe('not-applicable');
  const [first] = cells.filter(({ requirement }) => requirement === PERMISSION);
  const somewhere = of({ [PERMISSION]: 'not-applicable', [`${PERMISSION} ${first?.operation}`]: 'pass' });
  expect(somewhere).toMatchObject({ verdict: 'conformant', exitCode: 0 });
  expect(permission(somewhere)?.outcome).toBe('pass');
  expect(permission(somewhere)?.operations.filter((cell) => 'remedy' in cell)).toEqual([]);
});

test('a pass says what its checks compared and rest on, the most of each kind', () => {
  const run = facts();
  const found = run.batches.flatMap(({ results }) => results);
  const of = found.filter(({ check }) => check.startsWith('general.json '));
  of.forEach((result, i) => {
    const records = i === 0 ? { user: 3, role: 1 } : { user: 2, tag: 4 };
    Object.assign(result, { compared: 2, basis: { records, example: `GET /${i} → 200` } });
  });
  const [verdict, silent] = ['general.json', 'general.counts'].map((id) =>
    verdictOf(run).requirements.find((one) => one.id === id),
  );
  expect(verdict?.basis).toEqual({ records: { user: 3, role: 1, tag: 4 }, example: 'GET /0 → 200' });
  expect(verdict?.operations[0]?.compared).toBe(2);
  expect(silent?.operations[0]).not.toHaveProperty('compared');
  expect(silent).not.toHaveProperty('basis');
});

test('what the account lacks data for is tested where another operation, or another check, has shown it', () => {
  const lacks = (outcomes: Record<string, CheckOutcome>) => {
    const run = facts(outcomes);
    for (const { results } of run.batches)
      for (const result of results) if (result.outcome === 'not-tested') Object.assign(result, { lacksData: true });
    return run;
  };
  const permission = (run: RunFacts) => verdictOf(run).requirements.find(({ id }) => id === PERMISSION);
  const [first, ...others] = requirements.find(({ id }) => id === PERMISSION)?.operations ?? [];
  // Shown by one operation: the others do not concern the target.
  const somewhere = permission(lacks({ [PERMISSION]: 'not-tested', [`${PERMISSION} ${first}`]: 'pass' }));
  expect(somewhere?.outcome).toBe('pass');
  expect(somewhere?.operations.map(({ outcome }) => outcome)).toEqual(['pass', ...others.map(() => 'not-applicable')]);
  // Shown nowhere, it is never green.
  expect(verdictOf(lacks({ [PERMISSION]: 'not-tested' })).verdict).toBe('incomplete');
  // Shown by another check of the same operation.
  const run = lacks({ [MUST]: 'not-tested' });
  const [batch] = run.batches as [BatchResult];
  const shown = batch.results.flatMap((result) =>
    result.outcome === 'not-tested' ? [{ ...result, check: 'another', outcome: 'pass' as const }] : [],
  );
  expect(verdictOf({ ...run, batches: [{ ...batch, results: [...batch.results, ...shown] }] }).verdict).toBe(
    'conformant',
  );
  // What was not tested for another reason, such as a token that is not given, stays so.
  expect(verdictOf(facts({ [PERMISSION]: 'not-tested', [`${PERMISSION} ${first}`]: 'pass' })).verdict).toBe(
    'incomplete',
  );
});
