/** A server may implement some operation groups only: what needs another one does not apply, blames nobody, and is not missed. */
import { expect, test } from '@playwright/test';
import { groups } from '../../../schemas/contract.ts';
import { tryPart } from './parts.ts';

// Each takes a processor for itself.
test.describe.configure({ mode: 'default' });

/** Groups of which each is judged by the other as well. */
const PAIRS = [
  ['badges', 'employees'],
  ['permissions', 'roles'],
];
/** The smallest group has more checks that hold than these. */
const FEW = 40;

for (const offered of [...groups.map(({ id }) => [id]), ...PAIRS])
  test(`a server that offers ${offered.join(' and ')} alone passes all that concerns it`, async () => {
    const { verdict, open, passed, errors } = await tryPart(offered);
    expect(open).toEqual([]);
    expect(errors).toEqual([]);
    expect(verdict).toBe('conformant');
    expect(passed).toBeGreaterThan(FEW);
  });
