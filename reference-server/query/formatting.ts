/** Parameter formatting. Section "Resources / Conventions": it controls descriptions and text-area custom fields. */
import type { Call } from '../call.ts';
import { plainTexts } from './plainText.ts';

/** Fields that hold text of people. */
const TEXTS = ['description', 'goalDescription', 'comment', 'text', 'note'];

/** Names of the fields that formatting concerns; those of text areas hold for every type they target. */
export function textFields({ account }: Pick<Call, 'account'>): Set<string> {
  const areas = [...account.customFields.values()].filter(({ visualizationKind }) =>
    visualizationKind?.endsWith('.textarea'),
  );
  return new Set([...TEXTS, ...areas.map(({ name }) => name)]);
}

/** An answer as the caller wants its texts, where the operation lists the parameter. */
export function formatted(call: Call, body: unknown): unknown {
  const { operation, query, rules } = call;
  const asked = operation.parameters.some(({ name }) => name === 'formatting') ? query.get('formatting') : null;
  return rules.plainAsked(asked) ? plainTexts(body, rules.textFields(call), rules.plainText) : body;
}
