/** `npm run conformance -- --plan`: what a run would test, create and send. The target is read, and nothing else. */
import { planLines } from '../../reports/plan.ts';
import { recordOf } from '../../reports/record.ts';
import { EXIT, loadFixtures, type Settings, SettingsError } from '../../schemas/contract.ts';
import { preflight } from '../../tests/support/http/preflight.ts';
import type { Options } from './options.ts';
import { countsOf, rehearse } from './rehearsal.ts';

/**
 * @returns 0: a plan is no verdict
 * @throws SettingsError when the target can't be read, or for another argument: a plan is of the whole run
 */
export async function plan(settings: Settings, { grep, fault, rest }: Options): Promise<number> {
  const [other] = [...(grep === undefined ? [] : ['--grep']), ...(fault === undefined ? [] : ['--fault']), ...rest];
  if (other !== undefined)
    throw new SettingsError(
      `${other}: is not taken with --plan. Name operation groups in OPERATION_GROUPS to plan less.`,
    );
  const { baseUrl } = settings;
  const started = new Date();
  const target = baseUrl === undefined ? undefined : { ...settings, baseUrl };
  const warnings = target ? (await preflight(target, loadFixtures(settings.fixtures))).warnings : [];
  const counts = target ? await countsOf(target) : {};
  console.error('asks a server that is started here the same; this takes about half a minute');
  const facts = await rehearse(settings, counts);
  const frame = {
    settings,
    runId: 'plan',
    startedAt: started.toISOString(),
    durationMs: Date.now() - started.getTime(),
  };
  const record = recordOf(frame, { ...facts, warnings });
  for (const line of planLines(record, counts)) console.log(line);
  return EXIT.conformant;
}
