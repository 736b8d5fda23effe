/** The kind of record that the id in the path of a request is of, as far as the request itself says it. */
import { addressing, kinds, type Operation } from '../../schemas/contract.ts';
import type { RequestInput } from '../support/http/client.ts';

/** The kind of record that the last path parameter names. */
export const addressedKind = (operation: Operation): string | undefined => addressing(operation)?.idKind;

/** The kinds of record that an id of this kind can be of. */
export const kindsOf = (kindName: string): readonly string[] => {
  const { of, types } = kinds[kindName] ?? {};
  return of ?? (types ? Object.values(types) : [kindName]);
};

/** The kind of record that the type in a request names; undefined where no type stands beside the id. */
export function kindByType(operation: Operation, { params = {}, query = {} }: RequestInput): string | undefined {
  const idKind = addressedKind(operation) ?? '';
  const named = operation.parameters.map(({ name, spellings = {} }) => {
    const word = String({ ...params, ...query }[name]);
    const type = Object.keys(spellings).find((one) => spellings[one]?.includes(word)) ?? word;
    return kinds[idKind]?.types?.[type] ?? type;
  });
  return kindsOf(idKind).find((kindName) => kindsOf(idKind).length > 1 && named.includes(kindName));
}
