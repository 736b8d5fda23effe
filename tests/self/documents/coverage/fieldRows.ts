/** One row for each field of each resource, with its type: the schema of every answer that holds it judges the type. */
import { operations } from '../../../../schemas/contract.ts';
import { resources, resourcesIn } from './fields.ts';
import type { CoverageRow } from './row.ts';
import { rules } from './rules.ts';

/** Operations whose answers hold a resource. */
const answering = (name: string): string[] =>
  operations
    .filter(({ success }) => success.schema !== undefined && success.schema !== 'open')
    .filter(({ success }) => resourcesIn(success.schema as string).has(`resources/${name}.json`))
    .map(({ id }) => id);

/** What judges one field: the schema of the answers where it has a type, and what the rules name besides. */
function judging(key: string, type: string | undefined, by: readonly string[]) {
  const typed = type !== undefined && by.length > 0;
  const requirements = [...(typed ? ['general.answer-schema'] : []), ...(rules.fields[key] ?? [])];
  if (requirements.length > 0) return { requirements, ...(typed && { operations: by }) };
  return { requirements, reason: rules.reasons[type === undefined ? 'untyped' : 'unanswered'] ?? '' };
}

/** The rows of all fields. */
export function fieldRows(): CoverageRow[] {
  return resources.flatMap(({ name, title, heading, fields }) => {
    const by = answering(name);
    return fields.map(({ path, type, meaning }) => ({
      section: `Resources and their fields / ${heading}`,
      place: `${title}: ${path}`,
      text: `${type ?? 'any type'}. ${meaning}`.trim(),
      ...judging(`${name}.${path}`, type, by),
    }));
  });
}
