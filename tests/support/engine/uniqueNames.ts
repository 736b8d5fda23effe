/** Names that no other run, worker or record has. */
import { createHash } from 'node:crypto';

export interface Names {
  /** Prefix of everything that this run creates. */
  prefix: string;
  /** A name for a record, with the prefix; no name is a part of another one. */
  next(what: string): string;
  /** Such a name of letters, digits and single spaces alone: who takes any text takes it. */
  plain(what: string): string;
  /** A text with each such name in it plain, but for e-mail addresses. */
  inPlain(text: string): string;
  /** From now on all names are plain: the target takes no others. */
  keepPlain(): void;
  /** Whether all names are plain by now. */
  arePlain(): boolean;
  /** An e-mail address in a domain that never receives mail. */
  email(): string;
  /** A name for a custom field: 14 symbols by its rule. */
  field(): string;
  /** A name of digits alone, with a zero before: who takes it for a number changes it. */
  digits(): string;
  /** The same values, beginning at one that this run begins with: runs at the same time begin at different ones. */
  turned<T>(values: readonly T[]): T[];
  /** Whether a text is one of these, or has one in it: no record of others has it. */
  isOwn(text: string): boolean;
}

/** Names of digits, some of which a long row of zeros follows: they do not say of which run they are. */
const OF_DIGITS = '00\\d{12}(0{99,}\\d)?';

/** Such a text, between what stands before it and behind it. */
const ofRuns = (begin: string, end: string) => new RegExp(`${begin}#?(gc[- ]|${OF_DIGITS}${end})`, 'i');
const OF_RUNS = ofRuns('^', '$');
const AMONG_TEXTS = ofRuns('"', '"');

/** Whether a text may be of a run, be it another one: it begins as the names do, be it behind a sign, or is one of their digits. */
export const isOfRuns = (text: unknown): boolean => typeof text === 'string' && OF_RUNS.test(text);

/** Whether a field of a record holds such a text. */
export const isMadeByRuns = (record: object): boolean => Object.values(record).some(isOfRuns);

/** Whether a value holds one at any depth: it is looked for in the whole of it as JSON, since few values do. */
export const holdsOfRuns = (value: unknown): boolean => AMONG_TEXTS.test(JSON.stringify(value));

const DIGITS_AMONG_TEXTS = new RegExp(`"${OF_DIGITS}"`);

/** Whether a value holds, at any depth, a name of this run or one that may be of this run. */
export function mayHoldOwn({ prefix }: Pick<Names, 'prefix'>, value: unknown): boolean {
  const text = JSON.stringify(value);
  return text.toLowerCase().includes(prefix) || DIGITS_AMONG_TEXTS.test(text);
}

/** The prefix of the run, this or another one, that made up a name. */
export const runOf = (text: unknown): string | undefined => /(?<=^#?)gc-[^-]+(?=-\d+-)/i.exec(String(text))?.[0];

/** How many digits such a name has. */
const DIGITS = 14;

/** @param runId says which run it is, and stands in the report @param worker tells processes of the run apart */
export function names(runId: string, worker: number): Names {
  let count = 0;
  const prefix = `gc-${runId}`;
  const plain = (text: string) => text.replaceAll(/[^A-Za-z0-9]+/g, ' ').trim();
  const own = [prefix, plain(prefix)].map((text) => text.toLowerCase());
  // What ends with the number would be the beginning of the name with another digit after it.
  const signed = (what: string) => `${prefix}-${worker}-${count++}-${what}`;
  const signedOnes = new RegExp(`${prefix}-\\d+-\\d+-(?![\\w-]*@)[\\w-]*`, 'g');
  let isPlain = false;
  const fields = new Set<string>();
  const digits = new Set<string>();
  const digest = (text: string) => BigInt(`0x${createHash('sha256').update(text).digest('hex')}`);
  return {
    prefix,
    next: (what) => (isPlain ? plain(signed(what)) : signed(what)),
    plain: (what) => plain(signed(what)),
    inPlain: (text) => text.replaceAll(signedOnes, plain),
    keepPlain() {
      isPlain = true;
    },
    arePlain: () => isPlain,
    email: () => `${signed('user')}@example.com`,
    field() {
      const name = `gc${digest(signed('field')).toString(36).slice(0, 12)}`;
      fields.add(name);
      return name;
    },
    digits() {
      const name = `00${digest(signed('digits'))
        .toString()
        .slice(0, DIGITS - 2)}`;
      digits.add(name);
      return name;
    },
    turned(values) {
      const start = values.length === 0 ? 0 : Number(digest(prefix) % BigInt(values.length));
      return [...values.slice(start), ...values.slice(0, start)];
    },
    isOwn: (text) =>
      own.some((mark) => text.toLowerCase().includes(mark)) || fields.has(text) || digits.has(text.slice(0, DIGITS)),
  };
}
