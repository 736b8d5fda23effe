/** The report page: `index.html`, readable without JavaScript, and a file of evidence for each requirement that failed. */
import { type RunRecord, registers } from '../../schemas/contract.ts';
import { coverageOf } from '../coverage.ts';
import { mostLeftOf } from '../leftovers.ts';
import { cut, cutLines, plural } from '../text.ts';
import { coverageSection, timesSection } from './coverage.ts';
import { documentOf } from './document.ts';
import { evidencePage, evidencePath } from './evidence.ts';
import { filters, script } from './filter.ts';
import { type Html, html } from './html.ts';
import { mapSection } from './map.ts';
import { idList, list, section, table } from './parts.ts';
import { hasEvidence, requirementItem, room } from './requirement.ts';
import { settingsSection } from './settings.ts';
import { failuresSection, groupsSection, header, untestedSection, waiversSection } from './summary.ts';
import { trendSection } from './trend.ts';

/** Lines of a list of what the target said; the record holds them all. */
const MOST = 200;

function requirementsSection({ requirements, groups }: RunRecord): Html {
  const left = room();
  // In the order of the table of groups, after what concerns all of them; the record's own titles win.
  const titles = new Map([...registers, ...groups].map(({ group, title }) => [group, title]));
  const known = [...titles.keys()];
  const ids = [...new Set(requirements.map(({ group }) => group))].sort((a, b) => known.indexOf(a) - known.indexOf(b));
  return section(
    'requirements',
    'Requirements',
    html`<div>
      ${filters(requirements)}
      ${ids.map(
        (group) => html`<div class="group" id=${`group-${group}`}>
          <h3>${titles.get(group) ?? group}</h3>
          <ul class="requirements">${requirements.filter((one) => one.group === group).map((one) => requirementItem(one, left))}</ul>
        </div>`,
      )}
    </div>`,
    'must: the specification states it. should: the only sensible reading; a failure warns. open: never judged.',
  );
}

/** Operations of which the same was observed, in one row. */
function observationsSection({ observations, requirements }: RunRecord): Html {
  const words = new Map(requirements.map(({ id, text }) => [id, text]));
  const rows = new Map<string, { requirement: string; observed: string; operations: string[] }>();
  for (const { requirement, operation, observation } of observations) {
    const observed = JSON.stringify(observation);
    const key = `${requirement} ${observed}`;
    const row = rows.get(key);
    if (row) row.operations.push(operation);
    else rows.set(key, { requirement, observed, operations: [operation] });
  }
  const shown = [...rows.values()].slice(0, MOST * 3).map(
    ({ requirement, observed, operations }) =>
      html`<tr><th scope="row"><a href=${`#${requirement}`}>${requirement}</a></th><td>${words.get(requirement)}</td>
      <td><code>${cut(observed, 300)}</code></td><td>${idList(operations)}</td></tr>`,
  );
  const columns = ['Requirement', 'What is open', 'Observed', 'Operations'];
  const caption = 'What the target does where the specification is open';
  return shown.length > 0 && section('observations', 'Observations', table(caption, columns, shown));
}

function leftoversSection({ leftovers }: RunRecord): Html {
  const items = leftovers
    .slice(0, MOST)
    .map(({ kind, id, reason }) => html`${kind} <code>${cut(id, 200)}</code>: ${cut(reason, 300)}`);
  const note = `${plural(leftovers.length, 'record')} that the suite created and could not remove, of at most ${mostLeftOf(leftovers)}.${leftovers.length > MOST ? ` The first ${MOST} are shown.` : ''}`;
  return section('leftovers', 'Left over in the account', list(items), note);
}

const SECTIONS = [
  ...[
    ['failures', 'What fails'],
    ['groups', 'Groups'],
    ['map', 'Map'],
    ['trend', 'Trend'],
    ['untested', 'Not tested'],
    ['waivers', 'Waivers'],
  ],
  ...[
    ['requirements', 'Requirements'],
    ['coverage', 'Answers'],
    ['observations', 'Observations'],
  ],
  ...[
    ['leftovers', 'Left over'],
    ['times', 'Response times'],
    ['settings', 'Settings'],
  ],
] as const;

function contents(sections: Readonly<Record<string, Html>>): Html {
  const links = SECTIONS.filter(([id]) => sections[id as string]);
  return html`<nav aria-label="Sections">${links.map(([id, title]) => html`<a href=${`#${id}`}>${title}</a> `)}</nav>`;
}

const broken = (id: string, title: string, lines: readonly string[]): Html =>
  section(id, title, list(lines.slice(0, MOST).map((line) => html`<pre>${cutLines(line, 2000, 30)}</pre>`)));

/** The page of a record. */
function page(record: RunRecord): string {
  const rows = coverageOf(record);
  const sections: Record<string, Html> = {
    groups: groupsSection(record),
    map: mapSection(record),
    trend: trendSection(record),
    failures: failuresSection(record),
    untested: untestedSection(record),
    waivers: waiversSection(record),
    requirements: requirementsSection(record),
    coverage: coverageSection(rows),
    observations: observationsSection(record),
    leftovers: leftoversSection(record),
    times: timesSection(record.operations),
    settings: settingsSection(record),
  };
  const content = html`<div>
    <a class="skip" href="#requirements">To the requirements</a>
    <main>
      ${header(record)}
      ${contents(sections)}
      ${broken('errors', 'What broke', record.errors)}
      ${broken('warnings', 'Warnings', record.warnings)}
      ${SECTIONS.map(([id]) => sections[id as string])}
    </main>
  </div>`;
  return documentOf(`${cut(record.target.name, 80)}: ${record.verdict}`, content, script);
}

/** The pages of a record, by their path in the report folder. */
export function pages(record: RunRecord): Record<string, string> {
  const files = record.requirements
    .filter(hasEvidence)
    .map((one) => [evidencePath(one.id), evidencePage(one)] as const);
  return { 'index.html': page(record), ...Object.fromEntries(files) };
}
