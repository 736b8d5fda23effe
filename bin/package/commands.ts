/** The commands of the package. Each is one of those that a clone has. */

interface PackageCommand {
  /** What it does, in a line. */
  about: string;
  /** Loads the command, which runs with the arguments of the process. */
  load: () => Promise<unknown>;
  /** Arguments that it begins with. */
  args?: readonly string[];
  /** Whether it reads settings, and so takes them as options. */
  settings: boolean;
}

/** The one that runs when none is named. */
export const DEFAULT = 'run';

const conformance = () => import('../conformance.ts');

export const commands: Readonly<Record<string, PackageCommand>> = {
  run: { about: 'judges a server; runs if no command is named', load: conformance, settings: true },
  plan: {
    about: 'reads a server, and says what a run would test, create and send',
    load: conformance,
    args: ['--plan'],
    settings: true,
  },
  init: {
    about: 'writes an env file, a fixtures file and a CI file to begin with',
    load: () => import('./init.ts'),
    settings: false,
  },
  fixtures: {
    about: 'asks a server, reading only, and writes a fixtures file',
    load: () => import('../fixtures.ts'),
    settings: true,
  },
  cleanup: {
    about: 'deletes what runs that were killed have left in the account',
    load: () => import('../cleanup.ts'),
    settings: true,
  },
  serve: {
    about: 'starts the reference server',
    load: () => import('../../reference-server/main.ts'),
    settings: false,
  },
  report: {
    about: 'writes the reports again from a record, or joins the records of shards',
    load: () => import('../report.ts'),
    settings: true,
  },
  compare: {
    about: 'sets the records of runs side by side',
    load: () => import('../compare.ts'),
    settings: true,
  },
  openapi: { about: 'writes the contract as an OpenAPI file', load: () => import('./openapi.ts'), settings: false },
  faults: {
    about: 'lists the wrong behaviours that the bundled server can be given',
    load: () => import('./faults.ts'),
    settings: false,
  },
};
