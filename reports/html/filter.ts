/** Search and filters of the report page: the controls, and the only script of the page. */
import { html } from 'htm/preact';
import type { VNode } from 'preact';
import type { RequirementVerdict } from '../../schemas/contract.ts';
import type { Html } from './document.ts';

const OUTCOMES = ['fail', 'waived', 'not-tested', 'pass', 'observed', 'not-applicable'];
const LEVELS = ['must', 'should', 'open'];

function choice(name: string, label: string, values: readonly string[]): Html {
  return html`<label>${label} <select name=${name}>
    <option value="">all</option>
    ${values.map((value) => html`<option value=${value}>${value}</option>`)}
  </select></label>` as VNode;
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
    <button type="reset">Clear</button>
    <button type="button" name="open">Open all</button>
    <output aria-live="polite"></output>
  </form>` as VNode;
}

/**
 * A filter is kept in the address (`#?outcome=fail&q=…`), so that it can be sent like the link of a requirement.
 * Plain text for the browser: it is not compiled.
 */
export const script = `
(() => {
  const form = document.getElementById('filters');
  if (!form) return;
  const fields = form.elements;
  const names = ['q', 'outcome', 'level', 'group'];
  const items = [...document.querySelectorAll('.requirement')];
  const groups = [...document.querySelectorAll('.group')];
  const texts = new Map();
  const textOf = (item) => {
    if (!texts.has(item)) texts.set(item, item.textContent.toLowerCase());
    return texts.get(item);
  };
  function apply() {
    const words = fields.q.value.toLowerCase().split(/\\s+/).filter(Boolean);
    let shown = 0;
    for (const item of items) {
      const { outcome, level, group } = item.dataset;
      const fits = (name, value) => fields[name].value === '' || fields[name].value === value;
      const visible = fits('outcome', outcome) && fits('level', level) && fits('group', group) && words.every((word) => textOf(item).includes(word));
      if (item.hidden === visible) item.hidden = !visible;
      if (visible) shown++;
    }
    for (const group of groups) group.hidden = !group.querySelector('.requirement:not([hidden])');
    form.querySelector('output').value = shown + ' of ' + items.length + ' requirements';
  }
  function keep() {
    const query = new URLSearchParams(names.filter((name) => fields[name].value !== '').map((name) => [name, fields[name].value])).toString();
    history.replaceState(null, '', query === '' ? '#requirements' : '#?' + query);
  }
  function follow() {
    const hash = location.hash;
    if (hash.startsWith('#?')) {
      const query = new URLSearchParams(hash.slice(2));
      for (const name of names) fields[name].value = query.get(name) ?? '';
      apply();
      if (query.size > 0) document.getElementById('requirements').scrollIntoView();
      return;
    }
    const target = document.getElementById(decodeURIComponent(hash.slice(1)));
    if (!target?.classList.contains('requirement')) return;
    if (target.hidden) { form.reset(); apply(); }
    target.querySelector('details').open = true;
    target.scrollIntoView();
  }
  let waiting;
  form.addEventListener('input', () => { clearTimeout(waiting); waiting = setTimeout(() => { apply(); keep(); }, 120); });
  form.addEventListener('reset', () => setTimeout(() => { apply(); keep(); }));
  form.addEventListener('submit', (event) => event.preventDefault());
  fields.open.addEventListener('click', () => {
    const visible = items.filter((item) => !item.hidden).map((item) => item.querySelector('details'));
    const open = visible.some((details) => !details.open);
    for (const details of visible) details.open = open;
    fields.open.textContent = open ? 'Close all' : 'Open all';
  });
  addEventListener('hashchange', follow);
  addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)) return;
    event.preventDefault();
    fields.q.focus();
  });
  form.hidden = false;
  apply();
  follow();
})();
`;
