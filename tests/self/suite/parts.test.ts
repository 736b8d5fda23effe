/** A server of which one operation group alone is claimed: nothing that another group shows may be missed. */
import { expect, test } from '@playwright/test';
import { verdictOf } from '../../../reports/verdict.ts';
import { type BatchResult, type CheckResult, groups } from '../../../schemas/contract.ts';
import { batches } from '../../suite.ts';
import type { Batch } from '../../support/engine/check.ts';
import { select } from '../../support/engine/select.ts';
import { judge } from '../judge.ts';
import { SMALLER } from '../world.ts';

const isOpen = ({ outcome }: CheckResult) => outcome === 'fail' || outcome === 'not-tested';

/** What was found, by `batch / check`. */
const byKey = (found: readonly BatchResult[]) =>
  new Map(found.flatMap(({ batch, results }) => results.map((result) => [`${batch} / ${result.check}`, result])));

/** Judges in a small account, and there where it shows too little, in one of the usual size: that takes half as long. */
async function judgeAlone(selected: readonly Batch[], env: Record<string, string>): Promise<BatchResult[]> {
  const { results: small } = await judge({}, selected, env, { size: SMALLER });
  const found = byKey(small);
  const open = selected.map((batch) => ({
    ...batch,
    checks: batch.checks.filter(({ title }) => {
      const result = found.get(`${batch.title} / ${title}`);
      return !result || isOpen(result);
    }),
  }));
  const further = byKey((await judge({}, open, env)).results);
  return small.map(({ results, ...one }) => ({
    ...one,
    results: results.map((result) => further.get(`${one.batch} / ${result.check}`) ?? result),
  }));
}

for (const { id } of groups) {
  test(`the operation group ${id} can be claimed alone`, async () => {
    const selected = select(batches, { groups: [id] });
    const { verdict, requirements } = verdictOf({
      batches: await judgeAlone(selected, { OPERATION_GROUPS: id, NUM_RUNS: '1' }),
      errors: [],
      planned: selected.flatMap(({ checks }) => checks).length,
      claimed: [id],
      strict: false,
      allowIncomplete: false,
      waivers: [],
      targetName: 'reference server',
      today: '2026-01-01',
    });
    const open = requirements.filter(({ outcome }) => outcome === 'fail' || outcome === 'not-tested');
    expect(open.map(({ id: requirement, reason, remedy }) => ({ requirement, reason, remedy }))).toEqual([]);
    expect(verdict).toBe('conformant');
  });
}
