/** Writes a fixtures file with comments: what was found, and of everything else what it is, for whom, and an example. */
import { readJson } from './files.ts';
import { operations } from './operations.ts';
import { requirements } from './requirements.ts';

interface Form {
  description?: string;
  examples?: unknown[];
  properties?: Record<string, Form>;
  'x-opens'?: string[];
  /** Of a body: the operation that it is sent by. */
  'x-sent-by'?: string;
  /** Of a body: whether each record that it creates must be a new one. */
  'x-new'?: boolean;
}

const keysOf = (section: string): Record<string, Form> =>
  readJson<Form>('suite/fixtures.json').properties?.[section]?.properties ?? {};

/** Keys of a section of the fixtures that say what a requirement is judged by. */
export const keysThatOpen = (section: string, requirement: string): string[] =>
  Object.entries(keysOf(section)).flatMap(([key, form]) => (form['x-opens']?.includes(requirement) ? [key] : []));

/** Keys of `bodies` that an operation is sent by. */
export const bodiesSentBy = (operation: string): string[] =>
  Object.entries(keysOf('bodies')).flatMap(([key, form]) => (form['x-sent-by'] === operation ? [key] : []));

/** A key of the fixtures as remedies name it. */
const NAMED = /\bFIXTURES: (ids|unknownIds|foreignIds|facts|bodies|openOperations)\.(\w+)/;

/** What to give, with an example of the line where it names a key of the fixtures: `FIXTURES: ids.kpi, for example …`. */
export function withExample(remedy: string): string {
  const [, name = '', key = ''] = NAMED.exec(remedy) ?? [];
  const example = keysOf(name)[key]?.examples?.[0];
  if (example === undefined) return remedy;
  return `${remedy}; for example ${JSON.stringify(name)}: { ${JSON.stringify(key)}: ${JSON.stringify(example)} }`;
}

/** Keys of `bodies` of which each must make a new record, by the operation that they are sent by. */
export const bodiesOfNew = (): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(keysOf('bodies')).flatMap(([key, form]): [string, string][] =>
      form['x-new'] && form['x-sent-by'] !== undefined ? [[key, form['x-sent-by']]] : [],
    ),
  );

const WIDTH = 100;
const MOST_NAMED = 6;
const SECTIONS = ['ids', 'unknownIds', 'foreignIds', 'facts', 'bodies', 'openOperations', 'none', 'notOffered'];

/** A comment of lines that an eye takes in. */
function comment(text: string, indent: string): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < WIDTH) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines.map((line) => `${indent}// ${line}`);
}

/** Requirements that a key opens: those that it names, or those of operations whose path takes an id of that kind. */
function opened(section: string, key: string, form: Form): string[] {
  if (form['x-opens']) return form['x-opens'];
  if (section !== 'ids') return [];
  const taking = operations
    .filter(({ parameters }) => parameters.some(({ idKind }) => idKind === key))
    .map(({ id }) => id);
  return requirements
    .filter(
      ({ operations: on, level, group }) =>
        level === 'must' && group !== 'general' && on.some((id) => taking.includes(id)),
    )
    .map(({ id }) => id);
}

const opensLine = (ids: readonly string[]): string =>
  ids.length === 0
    ? ''
    : ` Opens ${ids.slice(0, MOST_NAMED).join(', ')}${ids.length > MOST_NAMED ? ` and ${ids.length - MOST_NAMED} more` : ''}.`;

/** A key with its value as found, or as a comment with an example of it. */
function entry(section: string, key: string, form: Form, found: unknown): string[] {
  const indent = '    ';
  const about = `${form.description ?? ''}${found === undefined ? opensLine(opened(section, key, form)) : ''}`;
  const line = `${JSON.stringify(key)}: ${JSON.stringify(found ?? form.examples?.[0])},`;
  return [...comment(about, indent), `${indent}${found === undefined ? '// ' : ''}${line}`];
}

/** A section whose keys are known, or whose value is written whole. */
function section(name: string, form: Form, found: unknown): string[] {
  const values = (found ?? {}) as Record<string, unknown>;
  const keys = Object.keys(form.properties ?? {});
  const about = comment(form.description ?? '', '  ');
  if (keys.length === 0) {
    const given = Array.isArray(found) ? found.length > 0 : Object.keys(values).length > 0;
    return [
      ...about,
      `  ${given ? '' : '// '}${JSON.stringify(name)}: ${JSON.stringify(given ? found : form.examples?.[0])},`,
    ];
  }
  const lines = keys.flatMap((key) => entry(name, key, form.properties?.[key] as Form, values[key]));
  return [...about, `  ${JSON.stringify(name)}: {`, ...lines, '  },'];
}

/** @param found what is known of each section; what is not becomes a comment that says how to give it */
export function fixturesText(found: Readonly<Record<string, unknown>>, heading: string): string {
  const { properties = {} } = readJson<Form>('suite/fixtures.json');
  const parts = SECTIONS.flatMap((name) => ['', ...section(name, properties[name] as Form, found[name])]);
  return [...comment(heading, ''), '{', ...parts.slice(1), '}', ''].join('\n');
}
