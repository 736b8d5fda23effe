/** Ids that no record has, written as those of the target are. */

const PLACES = 6;

/** Places at which ids differ from each other; of a single id those of its digits, or all. The last few are enough. */
function places(pattern: string, alike: readonly string[]): number[] {
  const all = [...pattern].map((_, i) => i);
  const differing = all.filter((i) => alike.some((id) => id[i] !== pattern[i]));
  const digits = all.filter((i) => /\d/.test(pattern[i] as string));
  const chosen = [differing, digits, all].find((found) => found.length > 0) as number[];
  return chosen.filter((i) => /[a-z0-9]/i.test(pattern[i] as string)).slice(-PLACES);
}

/** The letter or digit `by` places further among those of its class that ids of this target have. */
function turned(c: string, by: number, alphabet: readonly string[]): string {
  const classOf = (other: string) => (/\d/.test(other) ? 'digit' : /[a-z]/.test(other) ? 'lower' : 'upper');
  const alike = classOf(c) === 'digit' ? [...'0123456789'] : alphabet.filter((other) => classOf(other) === classOf(c));
  return alike[(alike.indexOf(c) + by) % alike.length] ?? c;
}

/** Ids with fewer characters are counted up, it seems. */
const SHORT = 4;

/** How far behind the last one a count is taken up: others may add records. */
const FURTHER = 1_000_003;

type Make = (nth: number) => string;

/** Makes ids that go on counting, where the known ones are counted. */
function counting(knownIds: readonly string[]): Make | undefined {
  const counted = knownIds.map((id) => /^(.*?)(\d{1,15})$/.exec(id));
  const prefix = counted[0]?.[1];
  // What stands before a count may differ, where a sign stands between: of a kind without a list not every id is known.
  const parted = knownIds.map((id) => /^(.*[^a-z0-9])(\d{1,15})$/i.exec(id));
  const [apart] = parted;
  if (apart && parted.every((match) => match !== null) && counted.some((match) => match?.[1] !== prefix)) {
    const last = Math.max(...parted.map((match) => Number(match?.[2])));
    return (nth) => `${apart[1]}${last + FURTHER + nth}`;
  }
  if (prefix === undefined || counted.some((match) => match?.[1] !== prefix)) return undefined;
  if (prefix !== '' && knownIds.length === 1) return undefined;
  const numbers = counted.map((match) => match?.[2] as string);
  const width = numbers.every(({ length }) => length === numbers[0]?.length) ? (numbers[0] as string).length : 0;
  const last = Math.max(...numbers.map(Number));
  return (nth) => prefix + String(last + FURTHER + nth).padStart(width, '0');
}

/** Of ids that are turned, so many have all their places turned alike; then each place goes its own way. */
const ALIKE = 8;

/** Makes ids that differ from a known one where the known ones differ from each other. */
function turning(knownIds: readonly string[]): Make {
  const pattern = knownIds[0] as string;
  // Of short ids most may be taken, by records that no list shows.
  if (pattern.length < SHORT && /[a-z0-9]/i.test(pattern)) return (nth) => pattern.repeat(SHORT + nth);
  const alphabet = [...new Set(knownIds.join('').match(/[a-z]/gi))].sort();
  const turns = places(
    pattern,
    knownIds.filter(({ length }) => length === pattern.length),
  );
  return (nth) =>
    [...pattern]
      .map((c, i) => {
        const place = turns.indexOf(i);
        if (place < 0) return c;
        return turned(c, nth < ALIKE ? nth + 1 : Math.floor(nth / 3 ** place), alphabet);
      })
      .join('');
}

/** So many different ids of the form of the known ones, of which no record has one; fewer where no more can be made. */
export function inventedIds(knownIds: readonly string[], count: number): string[] {
  // A field that names nobody may hold an empty text.
  const named = knownIds.filter((id) => id !== '');
  if (named.length === 0) return [];
  const make = counting(named) ?? turning(named);
  const taken = new Set(named);
  const made: string[] = [];
  for (let nth = 0; nth < ALIKE + 2 * count && made.length < count; nth++) {
    const id = make(nth);
    if (taken.has(id)) continue;
    taken.add(id);
    made.push(id);
  }
  return made;
}
