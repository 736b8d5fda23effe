/** What the suite finds right about a null target: the requirements with a check that passed. */
import { requirement } from '../../../schemas/contract.ts';
import { batches } from '../../suite.ts';
import { judge } from '../judge.ts';
import { SMALLER } from '../world.ts';
import type { NullTarget } from './targets.ts';

/** What a null target shows is wrong for ever: nothing is waited for. */
const ENV = { NUM_RUNS: '2', SETTLE_MS: '0' };

/** Ids of requirements, on a small account, of level must or should of which a check passed, in the order of the alphabet. */
export async function passing({ seams, front, judges = () => true }: NullTarget): Promise<string[]> {
  const { results } = await judge(seams?.(), batches.filter(judges), ENV, { size: SMALLER, ...(front && { front }) });
  const all = results.flatMap((batch) => batch.results);
  const broken = all.filter(({ outcome }) => outcome === 'error');
  if (broken.length > 0) throw new Error(`the suite broke: ${broken[0]?.check}: ${broken[0]?.reason}`);
  const passed = all.filter(({ outcome }) => outcome === 'pass').flatMap(({ cells }) => cells);
  const judged = passed.filter((cell) => requirement(cell.requirement).level !== 'open');
  return [...new Set(judged.map((cell) => cell.requirement))].sort();
}
