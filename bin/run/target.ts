/** What a run judges: the server at BASE_URL, or a reference server that is started for it. */
import type { Seams } from '../../reference-server/server.ts';
import { start } from '../../reference-server/start.ts';
import { BUNDLED, FAULT, loadSettings, type Settings, SettingsError, suggestion } from '../../schemas/contract.ts';

type Env = NodeJS.ProcessEnv;

export interface Target {
  /** The environment of the suite, with the settings of the bundled server. */
  env: Env;
  settings: Settings & { baseUrl: string };
  stop: () => void;
}

/**
 * The settings of a run whose target is not there yet.
 * @throws SettingsError
 */
export function settingsOf(fault: string | undefined, given: Env): { settings: Settings; env: Env } {
  const env = { ...given };
  let settings = loadSettings(process.cwd(), env);
  if (fault !== undefined && settings.baseUrl !== undefined)
    throw new SettingsError('--fault: is for the bundled server; unset BASE_URL.');
  if (fault !== undefined) {
    // No report of a faulty server may be taken for one of the right one.
    env.TARGET_NAME ||= `reference server with the fault ${fault}`;
    env[FAULT] = fault;
  }
  env.SEED ||= String(settings.seed);
  settings = loadSettings(process.cwd(), env);
  return { settings, env };
}

/** The seams of a fault by its name; the faults are loaded when one is asked for. @throws SettingsError */
async function seamsOf(name: string | undefined): Promise<Seams> {
  if (name === undefined) return {};
  const { faults } = await import('../../tests/self/faults/index.ts');
  const fault = faults.find((candidate) => candidate.name === name);
  if (!fault) {
    const names = faults.map((candidate) => candidate.name);
    throw new SettingsError(
      `--fault: there is no fault ${name}. ${suggestion(name, names)} All of them: npm run faults -- --list`,
    );
  }
  return typeof fault.seams === 'function' ? fault.seams() : fault.seams;
}

/** The target; without BASE_URL a reference server is started on a free port. @throws SettingsError */
export async function targetOf(fault: string | undefined, settings: Settings, env: Env): Promise<Target> {
  if (settings.baseUrl !== undefined)
    return { env, settings: { ...settings, baseUrl: settings.baseUrl }, stop: () => {} };
  const { server, settings: described } = await start({ seams: await seamsOf(fault) });
  const all = { ...env, ...described, [BUNDLED]: 'true' };
  return {
    env: all,
    settings: loadSettings(process.cwd(), all) as Target['settings'],
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
