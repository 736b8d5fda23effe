/** Fills in the templates of bodies from the fixtures: {{unique}}, {{email}}, {{title}}, {{id:<kind>}}. */

export interface Templates {
  unique: () => string;
  email: () => string;
  /** The tag title under test. */
  title: string;
  /** Ids by kind. */
  ids: Readonly<Record<string, string>>;
}

function text(template: string, { unique, email, title, ids }: Templates): string {
  return template.replaceAll(
    /\{\{(unique|email|title|id:(\w+))\}\}/g,
    (whole, name: string, kind: string | undefined, place: number) => {
      if (kind !== undefined) return ids[kind] ?? whole;
      const value = { unique, email, title: () => title }[name as 'unique' | 'email' | 'title']();
      // An e-mail address has no spaces, and names may be plain.
      return template.charAt(place + whole.length) === '@' ? value.replaceAll(' ', '-') : value;
    },
  );
}

/** The value with every template in its strings filled in. */
export function filled(value: unknown, given: Partial<Templates>): unknown {
  const templates: Templates = { unique: () => '', email: () => '', title: '', ids: {}, ...given };
  if (typeof value === 'string') return text(value, templates);
  if (Array.isArray(value)) return value.map((inner) => filled(inner, templates));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, filled(inner, templates)]));
}
