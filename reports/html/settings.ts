/** The settings of a run, under the names that people set. */
import { type RunRecord, settingSchemas } from '../../schemas/contract.ts';
import { cut } from '../text.ts';
import { type Html, html } from './html.ts';
import { section, table } from './parts.ts';

/** Where the name of a setting is not its key in capitals; for what is no setting, what it is. */
const NAMES: Readonly<Record<string, string>> = {
  groups: 'OPERATION_GROUPS',
  bundled: 'the bundled server',
  fault: '--fault',
};

/** The name that people set, of a key of the record. */
function nameOf(key: string): string {
  const capital = key.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();
  return NAMES[key] ?? (capital in settingSchemas ? capital : key);
}

const shown = (value: unknown) =>
  Array.isArray(value) ? value.join(',') : typeof value === 'string' ? value : JSON.stringify(value);

/** Each setting with its value; of a secret that it was given. */
function rowsOf(settings: RunRecord['settings']): [string, string][] {
  return Object.entries(settings).flatMap(([key, value]): [string, string][] => {
    if (key === 'tokens' && Array.isArray(value)) return value.map((name) => [String(name), '(given)']);
    if (key === 'extraHeaders' && Array.isArray(value))
      return value.length === 0 ? [] : [['EXTRA_HEADERS', `(given for ${value.join(', ')})`]];
    return [[nameOf(key), shown(value)]];
  });
}

/** The section with all settings. */
export function settingsSection({ settings, suite }: RunRecord): Html {
  const rows = rowsOf(settings).map(
    ([name, value]) => html`<tr><th scope="row"><code>${name}</code></th><td><code>${cut(value, 500)}</code></td></tr>`,
  );
  return section(
    'settings',
    'Settings',
    table('Settings of this run; of a secret only that it was given', ['Setting', 'Value'], rows),
    `Digest of the settings ${suite.settingsHash.slice(0, 16)}, of the contract ${suite.contractHash.slice(0, 16)}.`,
  );
}
