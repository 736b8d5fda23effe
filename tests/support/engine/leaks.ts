/**
 * Ids of records that belong to one account alone, in answers to users of the other one: whatever the answer is about, and
 * in whichever way it was asked for. That is looked at in each answer, since a later one may be right.
 */
import { isRecord, kinds, type Settings } from '../../../schemas/contract.ts';
import type { Actor, Answer, RequestInput } from '../http/client.ts';

/** The kinds of record that an id is of, by the id. */
export type KindsById = ReadonlyMap<string, readonly string[]>;

/** Ids that the lists of one account alone show. */
export interface Apart {
  ours: KindsById;
  theirs: KindsById;
}

/** An id of the other account in an answer. */
export interface Suspect {
  operation: string;
  id: string;
  kinds: readonly string[];
  /** Where in the answer it stands. */
  at: string;
  answer: Answer;
  /** Who was shown it. */
  as: Actor;
}

export interface Leaks {
  /** Looks at an answer. */
  see(answer: Answer, input: RequestInput): void;
  suspects(): readonly Suspect[];
}

/** Ids that are looked into of one operation. */
const MOST_OF_ONE = 5;

/** What may be an id in a request, also in its path, by which records are told apart wherever they are. */
const NAMED = /[\w-]{16,}/g;

const OWN = ['id', '_id'];

/** A value in an answer: its place, the name of its field, and whether it stands inside of another record. */
interface Place {
  value: unknown;
  at: string;
  field: string;
  inside: boolean;
}

/** Adds those of the ids that an answer has as a value or as a key: each answer is looked through, so this makes no copies. */
function addIds(value: unknown, among: KindsById, found: Set<string>): void {
  if (typeof value === 'string') {
    if (among.has(value)) found.add(value);
  } else if (Array.isArray(value)) for (const entry of value) addIds(entry, among, found);
  else if (isRecord(value))
    for (const name in value) {
      if (among.has(name)) found.add(name);
      addIds(value[name], among, found);
    }
}

/** Fields by which a record names others. */
const REFERENCES = new Set(Object.values(kinds).flatMap(({ heldBy = [] }) => heldBy));

/** Whether the answer is about what it names there; a permission is about its principals. */
const isNamed = ({ field, inside }: Place): boolean => field === 'principals' || (!inside && !REFERENCES.has(field));

/** What a value holds; entries of a list have the name of its field. */
function within({ value, at, field, inside }: Place): Place[] {
  if (Array.isArray(value)) return value.map((entry, i) => ({ value: entry, at: `${at}/${i}`, field, inside }));
  if (!isRecord(value)) return [];
  const isRecordOfId = OWN.some((name) => value[name] !== undefined);
  return Object.entries(value).map(([name, inner]) => ({
    value: inner,
    at: `${at}/${name}`,
    field: name,
    inside: inside || (isRecordOfId && !OWN.includes(name)),
  }));
}

/**
 * Where an answer names what it is about by an id, also as a key or as a principal. Inside of a record it is a reference, and
 * nothing says that one is taken away when what it names is no more.
 */
export function placeOf(json: unknown, id: string): string | undefined {
  const waiting: Place[] = [{ value: json, at: '', field: '', inside: false }];
  for (let place = waiting.pop(); place; place = waiting.pop()) {
    const isKey = place.field === id && !place.inside;
    if (isKey || (place.value === id && isNamed(place))) return place.at;
    waiting.push(...within(place));
  }
  return undefined;
}

/** Whose records a request may show; undefined where that is open. */
function sideOf({ as = 'first', account, authorization }: RequestInput, settings: Settings): keyof Apart | undefined {
  if (authorization !== undefined || as === 'unpaid') return undefined;
  if (as === 'other') return 'ours';
  return account === undefined || account === settings.accountId ? 'theirs' : undefined;
}

/** Ids of the other account that each of them was told by a write: these it may show. */
export type Told = Readonly<Record<keyof Apart, Set<string>>>;

/** Neither account was told anything yet. */
export const noneTold = (): Told => ({ ours: new Set(), theirs: new Set() });

/**
 * Has seen nothing yet.
 * @param isCreated whether the suite has made the record with this id
 * @param told is added to
 */
export function createLeaks(
  settings: Settings,
  apart: Apart,
  isCreated: (id: string) => boolean,
  told = noneTold(),
): Leaks {
  const found = new Map<string, Suspect[]>();

  function note(suspect: Suspect): void {
    const known = found.get(suspect.operation) ?? [];
    if (known.length >= MOST_OF_ONE || known.some(({ id }) => id === suspect.id)) return;
    found.set(suspect.operation, [...known, suspect]);
  }

  /** The ids of the other account in an answer that neither the request nor an earlier write has named. */
  function foreignIn(answer: Answer, side: keyof Apart, asked: string): string[] {
    const shown = new Set<string>();
    addIds(answer.json, apart[side], shown);
    return [...shown].filter((id) => !isCreated(id) && !told[side].has(id) && !asked.includes(id));
  }

  /** Remembers the ids that a write has named: what it stored may be shown. */
  function tell({ method }: Answer, side: keyof Apart, asked: string): void {
    if (method !== 'GET') for (const [id] of asked.matchAll(NAMED)) told[side].add(id);
  }

  return {
    see(answer, input) {
      const side = sideOf(input, settings);
      if (!answer.ok || side === undefined || apart[side].size === 0) return;
      const asked = `${answer.url} ${answer.requestBody ?? ''}`;
      for (const id of foreignIn(answer, side, asked)) {
        const at = placeOf(answer.json, id);
        const kinds = apart[side].get(id) ?? [];
        if (at !== undefined) note({ operation: answer.operation, id, kinds, at, answer, as: input.as ?? 'first' });
      }
      tell(answer, side, asked);
    },
    suspects: () => [...found.values()].flat(),
  };
}
