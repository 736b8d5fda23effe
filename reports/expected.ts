/**
 * A failure that our worker calls expected, so that Playwright keeps the worker, is a failure for every reporter.
 * This leans on Playwright's dispatcher, which reads `expectedStatus` once after it has set it, before any reporter is told;
 * `tests/self/cli/fault.test.ts` and `tests/self/cli/native.test.ts` count workers and failures, so that they notice when it changes.
 */
import type { TestCase } from '@playwright/test/reporter';

/** From now on the test is expected to fail in the one look that decides whether its worker is kept, and in no other. */
export function takeBackExpected(test: TestCase): void {
  let status = test.expectedStatus;
  let fresh = false;
  Object.defineProperty(test, 'expectedStatus', {
    configurable: true,
    enumerable: true,
    get(): TestCase['expectedStatus'] {
      if (!fresh) return status;
      fresh = false;
      return 'failed';
    },
    set(value: TestCase['expectedStatus']) {
      fresh = value === 'failed';
      status = fresh ? 'passed' : value;
    },
  });
}
