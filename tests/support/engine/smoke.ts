/** The checks of PROFILE=smoke: requirements of level must once each, where few requests that read show them. */
import { readJson, requirement } from '../../../schemas/contract.ts';
import type { BatchOf, CheckInfo } from './check.ts';

/** A check that shows its requirements alone, and how many requests that takes on the bundled server. */
export interface SmokeCheck {
  batch: string;
  check: string;
  requests: number;
}

/** Where the choice is kept, below `schemas/`; `npm run generate -- --smoke` measures and writes it again. */
export const SMOKE = 'smoke.json';

/** Requests of the checks chosen if each ran alone: they share what they read, and the look before the run takes some 120. */
const PLANNED = 428;

/**
 * The checks of the profile, the cheapest first, as long as each proves more and all of them stay within the plan.
 * @throws Error for a check that the suite does not have
 */
export function smokeOf<C extends CheckInfo>(batches: readonly BatchOf<C>[]): BatchOf<C>[] {
  const proven = new Set<string>();
  const chosen = new Set<string>();
  let sum = 0;
  const byKey = new Map(batches.flatMap(({ title, checks }) => checks.map((one) => [`${title}/${one.title}`, one])));
  for (const { batch, check, requests } of readJson<readonly SmokeCheck[]>(SMOKE)) {
    const cells = byKey.get(`${batch}/${check}`)?.cells ?? [];
    const more = cells
      .map((cell) => cell.requirement)
      .filter((id) => requirement(id).level === 'must' && !proven.has(id));
    if (more.length === 0 || sum + requests > PLANNED) continue;
    sum += requests;
    chosen.add(`${batch}/${check}`);
    for (const id of more) proven.add(id);
  }
  return batches.map(({ title, checks }) => ({
    title,
    checks: checks.filter((one) => chosen.has(`${title}/${one.title}`)),
  }));
}
