/** What a requirement is about, in a word: the columns of the map. */
import type { RequirementVerdict } from '../schemas/contract.ts';

export interface Aspect {
  id: string;
  /** The head of its column. */
  title: string;
  /** What its requirements say, for the legend. */
  about: string;
  /** Ids of the requirements that it holds. */
  holds: RegExp;
}

/** In the order of the columns; a requirement belongs to the first that holds it. */
export const aspects: readonly Aspect[] = [
  {
    id: 'form',
    title: 'Form',
    about: 'status codes, types and the shape of answers',
    holds:
      /^general\.(success-status|sample-headers|header-case|answer-schema|open-strings|envelope|counts|own-counts|json|account-id|account-id-shared|record-fields|field-names|date-time-format|nulls|unknown-fields|error-body|compatibility-open|events-open|limits-open)$/,
  },
  {
    id: 'access',
    title: 'Access',
    about: 'credentials, permissions and payment',
    holds: /^general\.(credentials-.*|refusal-no-effect|permission|unpaid.*|token-source|account-header.*)$/,
  },
  {
    id: 'accounts',
    title: 'Accounts',
    about: 'no account sees or changes the data of another',
    holds: /^general\.foreign-.*$/,
  },
  {
    id: 'input',
    title: 'Bad input',
    about: 'unknown ids and malformed requests',
    holds:
      /^general\.(unknown-id.*|refused-not-created|malformed-body|no-server-error|status-listed|error-conditions-open)$/,
  },
  {
    id: 'records',
    title: 'Records',
    about: 'reads, lists and creates agree',
    holds:
      /^general\.(repeatable|reads-independent|first-reads|seen-at-once|created-known|embedded-agree|references|users-agree|users-answered-alike|create-.*|list-whole|texts-accepted)$/,
  },
  { id: 'filter', title: 'Filter', about: 'filters of lists', holds: /^lists\.filter-.*$/ },
  {
    id: 'order',
    title: 'Order, pages',
    about: 'sort, pages and totals of lists',
    holds:
      /^lists\.(sort-.*|skip.*|limit.*|take.*|page.*|total-.*|together|own-parameters|every-user|not-listed|size-not-listed)$/,
  },
  {
    id: 'fields',
    title: 'Fields, texts',
    about: 'the selection of fields and the formatting of texts',
    holds: /^lists\.(fields-.*|formatting-.*)$/,
  },
  { id: 'own', title: 'Its own', about: 'what only this group of operations does', holds: /^(?!general\.|lists\.)/ },
];

/** The aspect of a requirement; undefined for one that a later version of the suite has added. */
export const aspectOf = ({ id }: Pick<RequirementVerdict, 'id'>): Aspect | undefined =>
  aspects.find(({ holds }) => holds.test(id));

/** The requirements of one aspect on one operation. */
export interface MapCell {
  aspect: string;
  operation: string;
  /** What colours it: the worst outcome among its requirements, where those of level open count last. */
  outcome: 'fail' | 'warn' | 'waived' | 'not-tested' | 'pass' | 'not-applicable' | 'observed';
  /** How many of its requirements have that outcome. */
  count: number;
  /** How many requirements it has in all. */
  of: number;
  /** The first requirement with that outcome. */
  first: string;
}

const WORST: readonly MapCell['outcome'][] = [
  'fail',
  'warn',
  'waived',
  'not-tested',
  'pass',
  'observed',
  'not-applicable',
];

type Found = { id: string; outcome: MapCell['outcome'] };

/** What colours a cell: the worst outcome, how many have it, and the first of them. */
export function worstOf(found: readonly Found[]): Pick<MapCell, 'outcome' | 'count' | 'first'> {
  const outcome = WORST.find((one) => found.some((each) => each.outcome === one)) ?? 'not-applicable';
  const same = found.filter((each) => each.outcome === outcome);
  return { outcome, count: same.length, first: same[0]?.id ?? '' };
}

/**
 * The map: one cell for each operation and aspect that has a requirement.
 * @param strict whether a failed `should` decides, and so is more than a warning
 * @returns cells by `operation aspect`
 */
export function mapOf(requirements: readonly RequirementVerdict[], strict: boolean): ReadonlyMap<string, MapCell> {
  const found = new Map<string, Found[]>();
  for (const requirement of requirements) {
    const aspect = aspectOf(requirement);
    if (!aspect) continue;
    for (const { operation, outcome } of requirement.operations) {
      const warns = outcome === 'fail' && requirement.level === 'should' && !strict;
      const key = `${operation} ${aspect.id}`;
      const all = found.get(key) ?? [];
      all.push({ id: requirement.id, outcome: warns ? 'warn' : outcome });
      found.set(key, all);
    }
  }
  return new Map(
    [...found].map(([key, all]) => {
      const [operation = '', aspect = ''] = key.split(' ');
      return [key, { operation, aspect, of: all.length, ...worstOf(all) }];
    }),
  );
}
