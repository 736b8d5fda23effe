/** Whether parameter fields names fields that the specification lists. Section "Endpoints / Conventions" (fields). */
import { type Placed, propertiesOf } from '../../../schemas/contract.ts';
import { entryOf, placedRecord } from './shapes.ts';

const SIGNS = /([{},])/;

/** Reads the names up to the brace that ends them, and takes them off the waiting parts. */
function areListed(parts: string[], placed: Placed): boolean {
  let found = true;
  let last: Placed | undefined;
  for (let part = parts.shift(); part !== undefined && part !== '}'; part = parts.shift()) {
    if (part === '{') found = last !== undefined && areListed(parts, entryOf(last)) && found;
    else if (part !== ',') {
      last = propertiesOf(placed)[part];
      found &&= last !== undefined;
    }
  }
  return found;
}

/**
 * Whether each name of a selection is that of a listed field, where it stands: `a,b{c}`, with c a field of the object or of
 * each object of the list under b.
 * @param operationId of a list whose records are described
 */
export const selectsListed = (operationId: string, fields: string): boolean =>
  areListed(
    fields
      .split(SIGNS)
      .map((part) => part.trim())
      .filter((part) => part !== ''),
    placedRecord(operationId),
  );
