/** What the generators of sample data draw from: ids, moments and choices that the seed alone decides. */
import type { Account, Links, User } from '../account.ts';

/** Mixes the bits of a 32-bit number; different numbers stay different. */
function mix(number: number): number {
  let x = number | 0;
  x = Math.imul(x ^ (x >>> 16), 0x85ebca6b);
  x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35);
  return (x ^ (x >>> 16)) >>> 0;
}

function hash(text: string): number {
  let x = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) x = Math.imul(x ^ text.charCodeAt(i), 0x01000193);
  return mix(x);
}

const BYTES = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** Eight digits, byte by byte: the engine is slow to write numbers of 32 bits, and every record has an id. */
const hex = (number: number) =>
  `${BYTES[number >>> 24]}${BYTES[(number >>> 16) & 255]}${BYTES[(number >>> 8) & 255]}${BYTES[number & 255]}`;

/** Ids in a fixed order, each once: 24 hexadecimal digits out of the seed, the account and a counter. */
export function idSource(seed: string): () => string {
  const start = hash(seed);
  const head = hex(start);
  let count = 0;
  return () => {
    count++;
    return head + hex(mix(count ^ start)) + hex(mix(Math.imul(count, 0x9e3779b1)));
  };
}

export interface Make {
  account: Account;
  /** The users of the account so far. */
  people: User[];
  id(): string;
  /** A whole number from 0 to below `below`. */
  int(below: number): number;
  pick<T>(list: readonly T[]): T;
  /** `count` different entries, or all of them. */
  some<T>(list: readonly T[], count: number): T[];
  /** True once in `in` times. */
  once(inTimes: number): boolean;
}

export function maker(account: Account, seed: string): Make {
  let state = hash(`${seed}/choices`);
  const int = (below: number) => {
    state = (state + 0x9e3779b9) | 0;
    // As an integer for the engine, too: one float among the values of a field has it convert every record on a read.
    return (mix(state) % Math.max(below, 1)) | 0;
  };
  return {
    account,
    people: [],
    id: account.newId,
    int,
    pick: (list) => list[int(list.length)] as never,
    some(list, count) {
      const start = int(list.length);
      const step = Math.max(1, Math.floor(list.length / Math.max(count, 1)));
      const found: unknown[] = [];
      for (let i = 0; i < Math.min(count, list.length); i++) found.push(list[(start + i * step) % list.length]);
      return found as never;
    },
    once: (inTimes) => int(inTimes) === 0,
  };
}

const DAY_MS = 86_400_000;
const YEAR_START = Date.UTC(2025, 0, 6, 9);

/** Writing a date is slow, and the generators ask for few different ones. */
function remembered(write: (n: number) => string): (n: number) => string {
  const known: string[] = [];
  return (n) => {
    known[n] ??= write(n);
    return known[n];
  };
}

/** A moment of the sample years, later for greater `n`. */
export const moment = remembered((n) => new Date(YEAR_START + n * 7_654_321).toISOString());

/** The day `n` days after the first Monday of 2025, as YYYY-MM-DD. */
export const day = remembered((n) => new Date(YEAR_START + n * DAY_MS).toISOString().slice(0, 10));

/** A number that grows with `n` and is as wide for all below 10,000, so that texts sort like numbers. */
export const wide = (n: number) => String(n).padStart(4, '0');

export const noLinks = (): Links => ({ goals: [], kpis: [], metrics: [], sessions: [] });

/** Settings of insights, dashboards and metrics. */
export const setting = (teamId: string | undefined, name: string, value: string) => ({
  dynamicValues: teamId === undefined ? [] : [{ teamId, type: 'team' }],
  name,
  value,
  valueDisplayName: value,
  valueDisplayNameAsArray: [value],
});
