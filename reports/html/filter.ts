/** Search and filters of the report page: the controls, and the text of the script that drives them. */
import type { RequirementVerdict } from '../../schemas/contract.ts';
import { aspectOf, aspects } from '../aspects.ts';
import { browse } from './browse.ts';
import { copyScript } from './copy.ts';
import { type Html, html } from './html.ts';

const OUTCOMES = ['fail', 'waived', 'not-tested', 'pass', 'observed', 'not-applicable'];
const LEVELS = ['must', 'should', 'open'];

function choice(name: string, label: string, values: readonly (string | readonly [string, string])[]): Html {
  const named = values.map((one) => (typeof one === 'string' ? ([one, one] as const) : one));
  return html`<label>${label} <select name=${name}>
    <option value="">all</option>
    ${named.map(([value, words]) => html`<option value=${value}>${words}</option>`)}
  </select></label>`;
}

/** Hidden until the script runs, since they do nothing without it. */
export function filters(requirements: readonly RequirementVerdict[]): Html {
  const there = (all: readonly string[], of: (one: RequirementVerdict) => string) =>
    all.filter((value) => requirements.some((one) => of(one) === value));
  return html`<form id="filters" role="search" aria-label="Requirements" hidden>
    <label>Search <input type="search" name="q" autocomplete="off" /></label>
    ${choice(
      'outcome',
      'Outcome',
      there(OUTCOMES, ({ outcome }) => outcome),
    )}
    ${choice(
      'level',
      'Level',
      there(LEVELS, ({ level }) => level),
    )}
    ${choice('group', 'Group', [...new Set(requirements.map(({ group }) => group))])}
    ${choice(
      'aspect',
      'About',
      aspects
        .filter(({ id }) => requirements.some((one) => aspectOf(one)?.id === id))
        .map(({ id, title }) => [id, title]),
    )}
    ${choice('operation', 'Operation', [...new Set(requirements.flatMap(({ operations }) => operations.map(({ operation }) => operation)))].sort())}
    <button type="reset">Clear</button>
    <button type="button" name="open">Open all</button>
    <output aria-live="polite"></output>
  </form>`;
}

/** The script as text for the page. */
export const script = `(${browse})();${copyScript}`;
