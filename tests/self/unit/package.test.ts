/** What the installed package has of its own: settings as options, commands as its users type them, files to begin with. */
import { expect, test } from '@playwright/test';
import { settingsHelp, takeSettings } from '../../../bin/package/flags.ts';
import { workflow } from '../../../bin/package/workflow.ts';
import { asTyped, SECRETS, settingSchemas, TYPED } from '../../../schemas/contract.ts';

const flagOf = (name: string) => `--${name.toLowerCase().replaceAll('_', '-')}`;

test('every setting but the secrets is an option, with its value behind a sign or a space', () => {
  for (const name of Object.keys(settingSchemas).filter((setting) => !SECRETS.includes(setting))) {
    const expected = { settings: { [name]: 'true' }, rest: ['--grep', 'x'] };
    expect(takeSettings([`${flagOf(name)}=true`, '--grep', 'x'])).toEqual(expected);
    expect(takeSettings(['--grep', 'x', flagOf(name), 'true'])).toEqual(expected);
    expect(settingsHelp()).toContain(`\n  ${flagOf(name)} `);
  }
});

test('no secret is taken as an option, and the message does not repeat it', () => {
  expect(SECRETS.length).toBeGreaterThan(4);
  for (const name of SECRETS) {
    const take = () => takeSettings([flagOf(name), 'c0ffee']);
    expect(take).toThrow(`${flagOf(name)}: a secret is not taken as an option`);
    expect(take).toThrow(`Set ${name} in the environment or in .env.`);
    expect(take).not.toThrow('c0ffee');
    expect(settingsHelp()).not.toContain(`${flagOf(name)} `);
  }
});

test('a switch alone is on, and what stands behind it stays', () => {
  expect(takeSettings(['--strict', '--allow-writes', 'false', 'a.json'])).toEqual({
    settings: { STRICT: 'true', ALLOW_WRITES: 'false' },
    rest: ['a.json'],
  });
});

test('a value that is missing and an option that is nearly one of ours are refused', () => {
  expect(() => takeSettings(['--base-url', '--strict'])).toThrow(
    '--base-url: needs a value. Example: --base-url https',
  );
  expect(() => takeSettings(['--base-url='])).toThrow('--base-url: needs a value.');
  expect(() => takeSettings(['--base-ulr=x'])).toThrow('--base-ulr: there is no such option. Did you mean --base-url?');
  expect(takeSettings(['--timeout=5', '--list', '--seed', '-5'])).toEqual({
    settings: { SEED: '-5' },
    rest: ['--timeout=5', '--list'],
  });
});

test('commands in texts are those that the user can type', () => {
  const text =
    "npm run conformance -- --grep '@a'\nnpm run compare -- A.json [-- --output DIR]\nnpm run fixtures, then -- stop";
  expect(asTyped(text, {})).toBe(text);
  expect(asTyped(text, { [TYPED]: 'npx x' })).toBe(
    "npx x run --grep '@a'\nnpx x compare A.json [--output DIR]\nnpx x fixtures, then -- stop",
  );
});

test('the CI file passes every secret as a secret', () => {
  for (const name of SECRETS) expect(workflow()).toContain(`          ${name}: \${{ secrets.${name} }}\n`);
  expect(workflow()).toContain(`          BASE_URL: \${{ vars.BASE_URL }}\n`);
});
