/** What to do about a clause that the specification and the coverage do not have alike. */
import type { ProseSection } from '../../documents/coverage/prose.ts';
import type { Clause } from './clauses.ts';

/** The file of a section: that of its top heading, where one has it already. */
function fileOf(section: string, sections: readonly ProseSection[]): string {
  const top = section.split(' / ')[0];
  const found =
    sections.find((one) => one.section === section) ?? sections.find((one) => one.section.split(' / ')[0] === top);
  return `schemas/${found?.file ?? `coverage/${(top ?? '').toLowerCase().replaceAll(' ', '-')}.json`}`;
}

const key = (section: string, place: string) => `${section}\n${place}`;

/** One line for each clause that is new, changed, moved or gone: which file to edit, and how. */
export function differences(found: readonly Clause[], sections: readonly ProseSection[]): string[] {
  const rows = new Map(
    sections.flatMap(({ file, section, clauses }) =>
      clauses.map((one) => [key(section, one.place), { ...one, file, section }] as const),
    ),
  );
  const differing = found.filter(({ section, place, digest }) => rows.get(key(section, place))?.digest !== digest);
  const there = new Set(found.map(({ section, place }) => key(section, place)));
  const isSame = new Set(found.map(({ section, place, digest }) => key(section, place) + digest));
  // What another clause has pushed on says the same at another place.
  const loose = [...rows].flatMap(([at, row]) => (isSame.has(at + row.digest) ? [] : [row]));
  const moved = new Set<string>();
  const texts = differing.flatMap(({ section, place, text, digest }) => {
    const from = loose.find(
      (row) => row.section === section && row.digest === digest && !moved.has(key(section, row.place)),
    );
    if (!from) return [{ section, place, text, digest }];
    moved.add(key(section, from.place));
    return [{ section, place, text, digest, from: from.place }];
  });
  const told = texts.map(({ section, place, text, digest, ...rest }) => {
    const row = rows.get(key(section, place));
    const [word, todo] =
      'from' in rest
        ? ['moved', `it is unchanged; set the place of ${rest.from} to this one`]
        : row === undefined || moved.has(key(section, place))
          ? ['new', `add the place with digest ${digest}, what it says in your words, and what covers it`]
          : ['changed', `see whether its texts and requirements still hold, then set its digest to ${digest}`];
    return `${fileOf(section, sections)}: ${section}, ${place} is ${word} (“${text.slice(0, 120)}”): ${todo}`;
  });
  const gone = loose
    .filter(({ section, place }) => !there.has(key(section, place)) && !moved.has(key(section, place)))
    .map(({ file, section, place }) => `schemas/${file}: ${section}, ${place} is gone: take the row out`);
  return [...told, ...gone];
}
