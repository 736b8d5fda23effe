/** Projection. Section "Endpoints / Conventions" (parameter fields): `a,parent{sub,sub}`. */
import { Refusal } from '../refusal.ts';

/** Wanted fields by name; `true` takes a field whole. */
export type Selection = Map<string, Selection | true>;

const MAX_DEPTH = 16;

/**
 * The selection that an expression stands for.
 * @throws Refusal 400 when its braces do not match
 */
export function selection(text: string): Selection {
  const top: Selection = new Map();
  const open: Selection[] = [top];
  let name = '';
  const take = (inner: Selection | true) => {
    const key = name.trim();
    name = '';
    const into = open.at(-1) as Selection;
    if (key !== '' && into.get(key) !== true) into.set(key, inner);
  };
  const descend = () => {
    if (name.trim() === '') throw new Refusal(400, 'fields: a name is missing before {');
    if (open.length > MAX_DEPTH) throw new Refusal(400, `fields: nested more than ${MAX_DEPTH} deep`);
    const known = (open.at(-1) as Selection).get(name.trim());
    const inner: Selection = known instanceof Map ? known : new Map();
    take(inner);
    open.push(inner);
  };
  const ascend = () => {
    take(true);
    open.pop();
    if (open.length === 0) throw new Refusal(400, 'fields: } without {');
  };
  for (const char of text) {
    if (char === ',') take(true);
    else if (char === '{') descend();
    else if (char === '}') ascend();
    else name += char;
  }
  take(true);
  if (open.length > 1) throw new Refusal(400, 'fields: { without }');
  return top;
}

/** The part of a value that a selection wants; what is neither an object nor a list of them has no parts. */
export function projected(value: unknown, wanted: Selection | true): unknown {
  if (wanted === true) return value;
  if (Array.isArray(value))
    return value.map((element) => projected(element, wanted)).filter((element) => element !== undefined);
  if (typeof value !== 'object' || value === null) return undefined;
  const entries = [...wanted].flatMap(([field, inner]) => {
    const found = Object.hasOwn(value, field) ? projected(value[field as never], inner) : undefined;
    return found === undefined ? [] : [[field, found] as const];
  });
  return Object.fromEntries(entries);
}
