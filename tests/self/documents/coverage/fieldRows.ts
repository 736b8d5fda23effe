/** One row for each field of each resource, with its type: the schema of every answer that holds it judges the type. */
import { operations } from '../../../../schemas/contract.ts';
import { resources, resourcesIn } from './fields.ts';
import type { CoverageRow } from './rows.ts';
import { rules } from './rules.ts';

/** Operations whose answers hold a resource. */
const answering = (name: string): string[] =>
  operations
    .filter(({ success }) => success.schema !== undefined && success.schema !== 'open')
    .filter(({ success }) => resourcesIn(success.schema as string).has(`resources/${name}.json`))
    .map(({ id }) => id);

/** The rows of all fields. */
export function fieldRows(): CoverageRow[] {
  return resources.flatMap(({ name, title, heading, fields }) => {
    const by = answering(name);
    return fields.map(({ path, type, meaning }): CoverageRow => {
      const typed = type !== undefined && by.length > 0;
      const requirements = [...(typed ? ['general.answer-schema'] : []), ...(rules.fields[`${name}.${path}`] ?? [])];
      return {
        section: `Resources and their fields / ${heading}`,
        place: `${title}: ${path}`,
        text: `${type ?? 'any type'}. ${meaning}`.trim(),
        requirements,
        ...(typed ? { operations: by } : {}),
        ...(requirements.length === 0
          ? { reason: rules.reasons[type === undefined ? 'untyped' : 'unanswered'] ?? '' }
          : {}),
      };
    });
  });
}
