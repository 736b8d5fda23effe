/** Parameter formatting. Section "Resources / Conventions": it controls how texts of people are shown. */
import type { Call } from '../call.ts';
import { plainTexts } from './plainText.ts';

/** A body with its texts as the caller wants them, where the operation lists the parameter formatting; else as it is. */
export function formatted(call: Call, body: unknown): unknown {
  const { operation, query, rules } = call;
  const asked = operation.parameters.some(({ name }) => name === 'formatting') ? query.get('formatting') : null;
  return rules.plainAsked(asked) ? plainTexts(body, rules.textFields(call), rules.plainText) : body;
}
