/** Reads that change what other reads show. */
import type { Seams } from '../../../reference-server/server.ts';
import { isRecord, type Operation, operation, requirement } from '../../../schemas/contract.ts';
import type { Fault } from './fault.ts';
import { kebab } from './vocabulary.ts';

const LAW = 'general.first-reads';

/** What the suite's own writes change as well, and what records are known by. */
const OTHERWISE = /id$|ids$|^tags$|^groups$|principal|role|modified|date|count|token/i;

/** Puts another text in the place of the first one that tells something; whether there was one. */
function changeText(value: unknown): boolean {
  if (Array.isArray(value)) {
    const at = value.findIndex((inner) => typeof inner === 'string');
    if (at < 0) return value.some(changeText);
    value[at] = `${value[at]}1`;
    return true;
  }
  if (!isRecord(value)) return false;
  return Object.entries(value).some(([name, inner]) => {
    if (OTHERWISE.test(name)) return false;
    if (typeof inner === 'boolean') value[name] = !inner;
    else if (typeof inner === 'string') value[name] = `${inner}1`;
    else return changeText(inner);
    return true;
  });
}

/** Once another operation was asked after it, an operation shows another text than before. */
const touchedByOthers = (id: string): Seams => {
  const seen = { asked: false, touched: false };
  return {
    around: (call, next) => {
      const answer = next(call);
      if (call.operation.id !== id) {
        if (seen.asked && call.operation.method === 'GET') seen.touched = true;
        return answer;
      }
      if (answer.status >= 300) return answer;
      seen.asked = true;
      if (!seen.touched) return answer;
      const changed = structuredClone(answer);
      const { tags } = changed.body as { tags?: unknown };
      changeText(id === 'tags.list' ? tags : changed.body);
      return changed;
    },
  };
};

const touched = ({ id }: Operation): Fault => ({
  name: `${kebab(id)}-touched-by-other-reads`,
  title: `${id} shows something else once another operation was asked.`,
  breaks: [LAW],
  on: [id],
  seams: () => touchedByOthers(id),
});

export const firstReadFaults: readonly Fault[] = requirement(LAW).operations.map((id) => touched(operation(id)));
