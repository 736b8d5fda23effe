/** How a browser is brought, on machines of every kind. */
import { expect, test } from '@playwright/test';
import { bringWith, type Way, ways } from './bring.ts';

const ALL = ways('node', 'cli.js', true);

/** A machine on which a browser starts after some command has run; the commands that fail are named. */
function machine(startsAfter: string | undefined, failing: readonly string[] = []) {
  const ran: string[] = [];
  return {
    ran,
    start: async () =>
      startsAfter === '' || ran.includes(startsAfter ?? 'never')
        ? { version: '120.0', refused: [] }
        : { refused: ran.length === 0 ? ['/usr/bin/chrome: does not start'] : [] },
    run: ({ name }: Way) => {
      ran.push(name);
      return failing.includes(name) ? 'no network' : undefined;
    },
  };
}

for (const [what, after, ran] of [
  ['one that is there is taken, and nothing is installed', '', []],
  ['Playwright’s download comes first', 'Playwright’s download', ['Playwright’s download']],
  [
    'Debian’s package comes last',
    'Debian’s package',
    ['Playwright’s download', 'the package list of Debian', 'Debian’s package'],
  ],
] as const) {
  test(what, async () => {
    const here = machine(after, ['Playwright’s download']);
    expect(await bringWith(here, ALL)).toBe('120.0');
    expect(here.ran).toEqual(ran);
  });
}

test('where none can be had, every way is named with why it failed', async () => {
  const here = machine(undefined, ['Playwright’s download', 'Debian’s package']);
  await expect(bringWith(here, ALL)).rejects.toThrow(
    /no browser\.\n\/usr\/bin\/chrome: does not start\nPlaywright’s download: no network\nthe package list of Debian: done\nDebian’s package: no network\nInstall Chromium/,
  );
});

test('who is not root asks sudo, which must not wait for a password', () => {
  expect(ways('node', 'cli.js', false).map(({ command, args }) => [command, args[0], args[1]])).toEqual([
    ['node', 'cli.js', 'install'],
    ['sudo', '-n', 'apt-get'],
    ['sudo', '-n', 'apt-get'],
  ]);
});
