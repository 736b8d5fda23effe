/** Which way a browser is brought: one that is there, else Playwright's own download, else Debian's package. */

/** A command that may bring one. */
export interface Way {
  name: string;
  command: string;
  args: readonly string[];
}

/** What the decision asks of the machine. */
export interface Machine {
  /** The version of the first browser that starts, and why others did not. */
  start(): Promise<{ version?: string; refused: readonly string[] }>;
  /** Runs a command; gives what went wrong, or nothing. */
  run(way: Way): string | undefined;
}

/**
 * The ways, each tried only when the ones before it did not help.
 * @param cli Playwright's command line
 * @param root whether this user may install packages; else sudo is asked, which must not ask back
 */
export function ways(node: string, cli: string, root: boolean): Way[] {
  const apt = (...args: string[]) =>
    root ? { command: 'apt-get', args } : { command: 'sudo', args: ['-n', 'apt-get', ...args] };
  return [
    { name: 'Playwright’s download', command: node, args: [cli, 'install', '--only-shell', 'chromium'] },
    { name: 'the package list of Debian', ...apt('update', '-qq') },
    { name: 'Debian’s package', ...apt('install', '-y', '-qq', '--no-install-recommends', 'chromium') },
  ];
}

/** The version of a browser that starts here. @throws Error that says what was tried, where none can be had */
export async function bringWith(machine: Machine, all: readonly Way[]): Promise<string> {
  const tried: string[] = [];
  for (const way of [undefined, ...all]) {
    if (way) tried.push(`${way.name}: ${machine.run(way) ?? 'done'}`);
    const { version, refused } = await machine.start();
    if (version !== undefined) return version;
    tried.push(...refused);
  }
  throw new Error(
    `the pages can't be tested, since there is no browser.\n${tried.join('\n')}\nInstall Chromium (apt-get install chromium) and run again.`,
  );
}
