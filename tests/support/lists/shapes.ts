/** What the records of a list show of fields within fields, so that selections can be made of it. */

import {
  isRecord,
  type JsonRecord,
  operation,
  type Placed,
  propertiesOf,
  recordPlaced,
  resolved,
} from '../../../schemas/contract.ts';
import { ALWAYS } from '../http/unlistedFields.ts';
import { perList } from './perList.ts';

export interface Shape {
  name: string;
  /** Whether it is a list, of objects where there are inner fields. */
  list: boolean;
  /** Fields of the object, or of the objects in the list. */
  inner: readonly Shape[];
}

const SIMPLE = /^[A-Za-z_][A-Za-z0-9_]*$/;
/** Objects whose keys are data, not names of fields: too many to be a shape. */
const MOST = 60;

/** The schema of a record of the list. */
export const placedRecord = (operationId: string): Placed =>
  recordPlaced(operation(operationId).success.schema as string);

/** The record or each record in the list that a schema describes. */
export const entryOf = ({ schema, path }: Placed): Placed =>
  schema.items ? resolved(schema.items, path) : { schema, path };

/** Fields of the target's own, as every field of an object whose fields are not listed, belong to no shape. */
function shapeOf(name: string, values: readonly unknown[], placed: Placed): Shape {
  const list = values.some(Array.isArray);
  const objects = values.flat().filter(isRecord);
  const listed = Object.entries(propertiesOf(entryOf(placed))).filter(([key]) => SIMPLE.test(key));
  const shown = listed.flatMap(([key, inner]) => {
    const found = objects.flatMap((one) => (one[key] === undefined ? [] : [one[key]]));
    return found.length > 0 ? [shapeOf(key, found, inner)] : [];
  });
  return { name, list, inner: shown.length > MOST ? [] : shown };
}

/** The fields that the specification names, at every depth, and these records show. */
export const shapesOf = perList(
  (operationId, records): readonly Shape[] => shapeOf('', records, placedRecord(operationId)).inner,
);

/** What the records show if there is something to select beside what always comes: without that nothing is proven. */
export function selectableShapes(operationId: string, items: readonly JsonRecord[]): readonly Shape[] {
  const shapes = shapesOf(operationId, items);
  return shapes.some(({ name }) => !ALWAYS.has(name)) ? shapes : [];
}
