/** Text-area custom fields, and records that show markup. Section "Endpoints / Conventions" (formatting). */
import { isRecord, type JsonRecord } from '../../../schemas/contract.ts';
import { hasMarkup } from './plainText.ts';

/** Names of those of the custom fields that hold text areas. @param fields custom fields, as a list or a read by id shows them */
export const areaNames = (fields: readonly JsonRecord[]): string[] =>
  fields.flatMap(({ name, visualizationKind }) =>
    typeof name === 'string' && /\.textarea$/i.test(String(visualizationKind)) ? [name] : [],
  );

/** Whether a record shows a text with markup that one of these names has, at the top or in one object of values. */
export const showsMarkup = (item: JsonRecord, names: readonly string[]): boolean =>
  [item, ...Object.values(item).filter(isRecord)].some((values) =>
    names.some((name) => typeof values[name] === 'string' && hasMarkup(values[name])),
  );
