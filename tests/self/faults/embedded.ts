/** Records inside of others that are not what they are by themselves: as a copy is that nobody keeps up to date. */
import { eachObject, operation, recordPlaced, requirement, resolved, resourceOf } from '../../../schemas/contract.ts';
import type { Fault } from './fault.ts';
import { body, kebab, type Shown } from './vocabulary.ts';

/** Texts of records that are not their names. */
const TEXTS = ['email', 'lastName', 'teamId', 'icon', 'pattern', 'createdBy', 'goalId', 'ownerId', 'name', 'title'];

/** The last record of each kind inside of the records of an answer has another text. */
function stale(id: string): Fault['seams'] {
  const schema = operation(id).success.schema as string;
  const outer = recordPlaced(schema).schema;
  return body(id, (answer: Shown) => {
    const last = new Map<string, Shown>();
    eachObject(answer, resolved({ $ref: schema }, ''), (record, _, placed) => {
      const resource = placed && placed.schema !== outer ? resourceOf(placed) : undefined;
      if (resource !== undefined && typeof record.id === 'string') last.set(resource, record);
    });
    for (const record of last.values()) {
      const field = TEXTS.find((name) => typeof record[name] === 'string' && record[name] !== '');
      if (field !== undefined) record[field] = `old-${record[field]}`;
    }
  });
}

export const embeddedFaults: readonly Fault[] = requirement('general.embedded-agree').operations.map((id) => ({
  name: `inside-${kebab(id)}-stale`,
  title: `A record inside of what ${id} shows is not the one that is shown elsewhere.`,
  breaks: ['general.embedded-agree'],
  on: [id],
  seams: stale(id),
}));
