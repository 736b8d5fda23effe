/** What a list shows of a record is the same, whatever orders or chooses the records. Section "Endpoints / Conventions". */
import { idOf } from '../records/answers.ts';
import { agreement } from '../values/agreement.ts';
import type { KnownRecords, Verdict } from './knownRecords.ts';
import type { Page } from './requests.ts';

/** Judges that each record on a page has the values that the list shows of it without further parameters. */
export function judgeShown({ items, answer }: Page, { stable }: KnownRecords, asked: string): Verdict {
  const known = new Map(stable.map((record) => [idOf(record), record]));
  let compared = 0;
  for (const item of items) {
    const found = agreement(known.get(idOf(item)), item);
    compared += found.compared;
    if (found.difference)
      return {
        compared,
        wrong: { message: `with ${asked} a record shows other values`, ...found.difference, exchange: answer },
      };
  }
  return { compared };
}
