/** What the records of a list show of fields within fields, so that selections can be made of it. */
import { isRecord, type JsonRecord } from '../../../schemas/contract.ts';
import { specifiedRecord } from '../records/answers.ts';

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

function shapeOf(name: string, values: readonly unknown[]): Shape {
  const list = values.some(Array.isArray);
  const objects = values.flat().filter(isRecord);
  const names = [...new Set(objects.flatMap(Object.keys))].filter((key) => SIMPLE.test(key));
  const inner =
    names.length > MOST
      ? []
      : names.map((key) =>
          shapeOf(
            key,
            objects.flatMap((one) => (one[key] === undefined ? [] : [one[key]])),
          ),
        );
  return { name, list, inner };
}

const memory = new WeakMap<readonly JsonRecord[], Map<string, readonly Shape[]>>();

/** The fields that the specification names, at every depth, and these records show. */
export function shapesOf(operationId: string, records: readonly JsonRecord[]): readonly Shape[] {
  const found =
    memory.get(records)?.get(operationId) ??
    shapeOf(
      '',
      records.map((record) => specifiedRecord(operationId, record)),
    ).inner;
  memory.set(records, (memory.get(records) ?? new Map()).set(operationId, found));
  return found;
}
