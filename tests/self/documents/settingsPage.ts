/** `docs/settings.md`: every setting with its meaning, from the schema that checks it. */
import { SECRETS, settingSchemas } from '../../../schemas/contract.ts';

/** What belongs together, in the order in which one sets it. */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  'The target': ['BASE_URL', 'ACCESS_TOKEN', 'ACCOUNT_ID', 'TARGET_NAME', 'OPERATION_GROUPS', 'EXTRA_HEADERS'],
  'More users and accounts': [
    'SECOND_ACCESS_TOKEN',
    'LIMITED_ACCESS_TOKEN',
    'OTHER_ACCESS_TOKEN',
    'OTHER_ACCOUNT_ID',
    'UNPAID_ACCESS_TOKEN',
    'UNPAID_ACCOUNT_ID',
  ],
  'What a run may do': ['PROFILE', 'DEEP_MINUTES', 'ALLOW_WRITES', 'ALLOW_DESTRUCTIVE', 'FIXTURES'],
  'What the verdict rests on': ['STRICT', 'ALLOW_INCOMPLETE', 'WAIVERS', 'NUM_RUNS', 'SEED'],
  'Pace and patience': ['MAX_RPS', 'MAX_IN_FLIGHT', 'TIMEOUT_MS', 'SETTLE_MS', 'MAX_MINUTES'],
  'Reports and files': ['REPORT_DIR', 'CORPUS', 'SHOW_BODIES', 'ENV_FILE'],
};

const cell = (text: string) => text.replaceAll('|', '\\|');

function row(name: string): string {
  const { description = '', default: value, enum: values, examples } = settingSchemas[name] ?? {};
  const example = values?.join(' or ') ?? examples?.[0];
  const notes = [
    description,
    ...(value !== undefined && !/Default:/.test(description) ? [`Default: \`${value}\`.`] : []),
    ...(SECRETS.includes(name) ? ['Secret: no output shows it.'] : []),
  ];
  return `| \`${name}\` | ${cell(notes.join(' '))} | ${example === undefined ? '' : `\`${cell(example)}\``} |`;
}

/** The text of the page. @throws Error when a setting has no place on it */
export function settingsPage(): string {
  const placed = Object.values(PARTS).flat();
  const missing = Object.keys(settingSchemas).filter((name) => !placed.includes(name));
  if (missing.length > 0) throw new Error(`enter under PARTS in settingsPage.ts: ${missing.join(', ')}`);
  const parts = Object.entries(PARTS).flatMap(([title, names]) => [
    `## ${title}`,
    '',
    '| setting | meaning | values or example |',
    '| --- | --- | --- |',
    ...names.map(row),
    '',
  ]);
  return [
    '# Settings',
    '',
    '<!-- Written by `npm run generate`; a copy that is stale fails the tests. -->',
    '',
    'Set them in the environment, or in an env file: `.env`, or the one that `ENV_FILE` names. The environment wins. An empty value counts as not set. A wrong value, or an unknown name in the env file, ends the run with exit 3 and a message.',
    '',
    '`npm run conformance -- --plan` says what a run would do with your settings. [.env.example](../.env.example) is a template.',
    '',
    ...parts,
  ].join('\n');
}
