/** What Playwright does before the tests and after them, when its own command or an editor started them: `npx playwright test`. */
import type { FullConfig } from '@playwright/test';
import { checkNames, concealingFor, FAULT, PLAN } from '../../schemas/contract.ts';
import { begin, checkFiles, checkWorkers, newRunId, planOf, prepared } from './prepared.ts';
import { settingsOf, targetOf } from './target.ts';

/** An error as Playwright shows it: the message without secrets, and no trace of a suite that is in order. */
function shown(error: unknown, conceal: (text: string) => string): unknown {
  if (!(error instanceof Error)) return error;
  error.message = conceal(error.message);
  error.stack = error.message;
  return error;
}

/**
 * Starts the bundled server if no BASE_URL is set, and looks at the target; reporter and workers find what they need in the
 * environment.
 * @returns what cleans up; nothing where `npm run conformance` has done it all before
 * @throws SettingsError when the settings or the set-up of the target are wrong
 */
export default async function setUp({ workers }: FullConfig): Promise<(() => Promise<void>) | undefined> {
  if (process.env[PLAN] !== undefined) return undefined;
  const before = { ...process.env };
  const { settings, env } = settingsOf(process.env[FAULT] || undefined, process.env);
  const conceal = concealingFor(settings);
  try {
    const history = begin(settings, checkNames(process.env));
    checkFiles(settings, new Date().toISOString().slice(0, 10));
    checkWorkers(settings, workers);
    const plan = planOf(settings, undefined);
    const target = await targetOf(process.env[FAULT] || undefined, settings, env);
    const { env: more, finish } = await prepared(target, plan, newRunId(), { history }).catch((error) => {
      target.stop();
      throw error;
    });
    Object.assign(process.env, target.env, more);
    return async () => {
      await finish();
      target.stop();
      // In an editor the next run begins with the same process.
      for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
    };
  } catch (error) {
    throw shown(error, conceal);
  }
}
