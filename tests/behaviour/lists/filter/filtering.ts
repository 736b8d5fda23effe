/** Checks with filters made of a list’s own data. Section "Endpoints / Conventions" (filter). */
import type { JsonRecord } from '../../../../schemas/contract.ts';
import type { Check } from '../../../support/engine/check.ts';
import type { Context } from '../../../support/engine/context.ts';
import { NotTested } from '../../../support/engine/outcome.ts';
import { type Field, plainFields } from '../../../support/lists/fields.ts';
import { type Filter, fieldsIn } from '../../../support/lists/filters.ts';
import { PAGE, wrongMatches } from '../../../support/lists/matchErrors.ts';
import { ask, judged, onEach, only, records } from '../../../support/lists/pages.ts';
import { spread } from '../../../support/values/sample.ts';

/** Filters of a check. */
const MOST = 12;

/** Judges that each filter gives the records that match, and no others. */
export async function expectFilters(
  t: Context,
  operationId: string,
  filters: readonly Filter[],
  cased = false,
): Promise<void> {
  await Promise.all(
    filters.map((filter) =>
      judged(
        t,
        operationId,
        () => ask(t, operationId, { ...only(operationId, fieldsIn(filter)), filter, size: PAGE }),
        (page, snapshot) => wrongMatches(filter, page, snapshot, { cased }),
      ),
    ),
  );
}

/** At least one filter; NotTested when the data lets none be made. */
export function some(filters: readonly Filter[], operationId: string, what: string): readonly Filter[] {
  if (filters.length > 0) return filters;
  throw new NotTested(`the records of ${operationId} have no values to filter ${what}`, `records with ${what}`);
}

export type Make = (fields: readonly Field[], items: readonly JsonRecord[], operationId: string) => readonly Filter[];

interface Further {
  /** Whether letters of another case are judged. */
  cased?: boolean;
  /** Filters of which each is judged, besides a few of the many. */
  besides?: Make;
}

/** Checks of a requirement on every list that it names, with filters made of the list's own data. */
export function filtering(
  id: string,
  title: string,
  what: string,
  make: Make,
  { cased = false, besides }: Further = {},
): Check[] {
  return onEach(id, title, async (t, operationId) => {
    const { items } = await records(t, operationId);
    const fields = plainFields(operationId, items);
    const further = besides?.(fields, items, operationId) ?? [];
    const filters = [...spread(make(fields, items, operationId), MOST), ...further];
    await expectFilters(t, operationId, some(filters, operationId, what), cased);
  });
}
