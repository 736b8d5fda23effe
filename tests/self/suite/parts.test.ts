/** A server of which one operation group alone is claimed: nothing that another group shows may be missed. */
import { expect, test } from '@playwright/test';
import { verdictOf } from '../../../reports/verdict.ts';
import { groups } from '../../../schemas/contract.ts';
import { batches } from '../../suite.ts';
import { select } from '../../support/engine/select.ts';
import { judge } from '../judge.ts';

for (const { id } of groups) {
  test(`the operation group ${id} can be claimed alone`, async () => {
    const selected = select(batches, [id]);
    const { results, settings } = await judge({}, selected, { OPERATION_GROUPS: id, NUM_RUNS: '1' });
    const { verdict, requirements } = verdictOf({
      batches: results,
      errors: [],
      planned: selected.flatMap(({ checks }) => checks).length,
      claimed: settings.groups,
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
