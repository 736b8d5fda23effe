/** Ids and dates in answers whose shape is open. Section "Resources and their fields / Conventions". */
import { isRecord, isStringByName } from '../../../schemas/contract.ts';
import type { Wrong } from '../engine/assertions.ts';

/** What a service calls so is its own matter. */
const OWN = /^[_$]/;

const isScalar = (one: unknown): boolean => typeof one === 'string' || typeof one === 'number';

/** What an answer shows under the names of ids and dates, at any depth. */
function shownIn(value: unknown, at = ''): { at: string; value: unknown }[] {
  if (Array.isArray(value)) return value.flatMap((inner, i) => shownIn(inner, `${at}/${i}`));
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    const place = `${at}/${name}`;
    const held = isStringByName(name) ? [inner].flat().filter(isScalar) : [];
    const below = OWN.test(name) ? [] : shownIn(inner, place);
    return [...held.map((one) => ({ at: place, value: one })), ...below];
  });
}

/** How many ids and dates an answer of open shape shows by their listed names, and the first that is a number. */
export function openStrings(json: unknown): { compared: number; wrong: Wrong | undefined } {
  const shown = shownIn(json);
  const number = shown.find(({ value }) => typeof value === 'number');
  const wrong = number && {
    message: 'an id or a date is a number',
    expected: 'a string',
    received: number.value,
    at: number.at,
  };
  return { compared: shown.length, wrong };
}
