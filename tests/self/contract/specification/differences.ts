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

/** One line for each clause that is new, changed or gone: which file to edit, and how. */
export function differences(found: readonly Clause[], sections: readonly ProseSection[]): string[] {
  const covered = new Map(
    sections.flatMap(({ section, clauses }) => clauses.map((one) => [key(section, one.place), one] as const)),
  );
  const there = new Set(found.map(({ section, place }) => key(section, place)));
  const texts = found.flatMap(({ section, place, text, digest }) => {
    const row = covered.get(key(section, place));
    if (row?.digest === digest) return [];
    const file = fileOf(section, sections);
    const [word, todo] =
      row === undefined
        ? ['new', `add the place with digest ${digest}, what it says in your words, and what covers it`]
        : ['changed', `see whether its texts and requirements still hold, then set its digest to ${digest}`];
    return [`${file}: ${section}, ${place} is ${word} (“${text.slice(0, 120)}”): ${todo}`];
  });
  const gone = sections.flatMap(({ file, section, clauses }) =>
    clauses
      .filter(({ place }) => !there.has(key(section, place)))
      .map(({ place }) => `schemas/${file}: ${section}, ${place} is gone: take the row out, or give it its new place`),
  );
  return [...texts, ...gone];
}
