/** A gate that names a version of the contract is asked for the same by each suite of that version. */
import { expect, test } from '@playwright/test';
import { canonical, sha256 } from '../../../reports/integrity.ts';
import { contractVersion, readJson, requirements } from '../../../schemas/contract.ts';

const FILE = 'frozen.json';

test('requirements, their levels and their operations are those of the version of the contract', () => {
  const digest = sha256(
    canonical(requirements.map(({ id, level, operations }) => [id, level, [...operations].sort()])),
  );
  const frozen = readJson<Record<string, string>>(FILE)[contractVersion];
  expect(
    frozen,
    `the requirements of contract ${contractVersion} have changed. Raise info.version in schemas/openapi.json, put ${digest} under it in schemas/${FILE}, and tell the users in CHANGELOG.md`,
  ).toBe(digest);
});
