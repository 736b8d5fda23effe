/** Pages in an order. Section "Endpoints / Conventions" (sort: "always sort when paging"). */
import { operation } from '../../../schemas/contract.ts';

/**
 * The query of a page with a sort, as callers are told: a target may refuse skip without one. A sort that is given stays,
 * and so does the query of a list that takes none.
 */
export const ordered = (operationId: string, query: Readonly<Record<string, string>>): Record<string, string> => ({
  ...(query.skip !== undefined &&
    operation(operationId).parameters.some(({ in: place, name }) => place === 'query' && name === 'sort') && {
      sort: 'id',
    }),
  ...query,
});
