/** Fields under another spelling than the one that is listed. Section "Resources and their fields". */
import { eachObject, type JsonRecord, type Listed, type Operation, resolved } from '../../../schemas/contract.ts';
import type { Wrong } from '../engine/assertions.ts';
import { ALWAYS, allFields } from '../http/unlistedFields.ts';

/** What is left of a name when case and signs between its words do not count. */
const plain = (name: string): string => name.replaceAll(/[^\p{L}\p{N}]/gu, '').toLowerCase();

const spellings = new WeakMap<Listed, ReadonlyMap<string, string>>();

function spellingsOf(listed: Listed): ReadonlyMap<string, string> {
  const known = spellings.get(listed);
  if (known) return known;
  const found = new Map([...listed.keys()].map((name) => [plain(name), name]));
  spellings.set(listed, found);
  return found;
}

/** The listed name that stands in an object under another spelling alone. */
function listedAs(object: JsonRecord, name: string, listed: Listed): string | undefined {
  // With a sign before it, or a blank in it, a name is one of the service's own.
  if (listed.has(name) || !/^\p{L}[\p{L}\p{N}_-]*$/u.test(name)) return undefined;
  const found = spellingsOf(listed).get(plain(name));
  return found !== undefined && object[found] === undefined ? found : undefined;
}

/** The name of a flag without the word that frameworks take from it, or put before it. */
const bare = (name: string): string => plain(name.replace(/^(is|has)(?=[\p{Lu}_-])/u, ''));

/** The listed flag that no object of the answer shows, beside one that is called alike but for that word. */
function flagAs(object: JsonRecord, name: string, listed: Listed, shown: ReadonlySet<string>): string | undefined {
  if (listed.has(name) || typeof object[name] !== 'boolean') return undefined;
  return [...listed].find(
    ([flag, { schema }]) => schema.type === 'boolean' && !shown.has(flag) && bare(flag) === bare(name),
  )?.[0];
}

/**
 * The first field of an answer that is spelt otherwise than it is listed, where the listed one is absent: clients who read it
 * by its name do not find it.
 * @returns how many listed fields are there, and what is wrong
 */
export function misspelt({ success }: Operation, json: unknown): { compared: number; wrong?: Wrong } {
  let compared = 0;
  let wrong: Wrong | undefined;
  const shown = new Map<Listed, Set<string>>();
  const odd: (readonly [object: JsonRecord, name: string, listed: Listed])[] = [];
  eachObject(json, resolved({ $ref: `/${success.schema}` }, ''), (object, listed) => {
    if (!listed) return;
    const names = shown.get(listed) ?? new Set();
    shown.set(listed, names);
    // The keys of an envelope are judged by themselves, and every answer has ids.
    const isOuter = object === json && success.schema?.startsWith('responses/') === true;
    for (const name of allFields(object)) {
      if (listed.has(name) && !isOuter && !ALWAYS.has(name)) compared++;
      if (listed.has(name)) names.add(name);
      else odd.push([object, name, listed]);
    }
  });
  for (const [object, name, listed] of odd) {
    const expected = listedAs(object, name, listed) ?? flagAs(object, name, listed, shown.get(listed) ?? new Set());
    if (expected === undefined) continue;
    wrong = { message: `the field ${expected} is spelt ${name}`, expected, received: name, places: [expected] };
    break;
  }
  return { compared, ...(wrong && { wrong }) };
}
