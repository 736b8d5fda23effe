/** A target that implements nothing must not be found right: what may pass there is listed with its reason. */
import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { passing } from './passing.ts';
import { nullTargets } from './targets.ts';

/** Of each target: reasons, with the requirements that may pass for it. */
type Allowed = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

const FILE = 'tests/self/nullTargets/allowed.json';
const allowed: Allowed = JSON.parse(readFileSync(new URL('allowed.json', import.meta.url), 'utf8'));

/** The reason of those that pass now and then. */
const BY_CHANCE = 'Checks run side by side, so which answer of an operation is the first is up to chance.';

for (const target of nullTargets) {
  test(`of a target that ${target.title}, nothing is found right without a reason`, async () => {
    test.setTimeout(240_000);
    const { [BY_CHANCE]: byChance = [], ...reasons } = allowed[target.name] ?? {};
    const listed = Object.values(reasons).flat();
    const passed = await passing(target);
    const unlisted = passed.filter((id) => ![...listed, ...byChance].includes(id));
    expect(unlisted, `mend their checks: they pass without having seen anything right (${FILE} excuses)`).toEqual([]);
    const stale = listed.filter((id) => !passed.includes(id));
    expect(stale, `these do not pass any more: take them out of ${FILE}`).toEqual([]);
  });
}
