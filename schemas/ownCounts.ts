/** Numbers of a record that count a list which it lists beside them: the names tell, such as insightsCount beside insights. */

const COUNT = /^(?:(\w+)Count|numberOf(\w+)|total(\w+))$/;

/** The names under which what a field counts may be listed: itself, or by ids. */
function namesOf(count: string): string[] {
  const counted = (COUNT.exec(count) ?? []).slice(1).find((name) => name !== undefined);
  if (counted === undefined) return [];
  const name = counted.charAt(0).toLowerCase() + counted.slice(1);
  return [name, `${name}s`, `${name}Ids`, `${name.replace(/s$/, '')}Ids`];
}

/** The counts among the names of fields, each with the list that it counts. */
export function ownCounts(names: readonly string[]): [count: string, list: string][] {
  return names.flatMap((count): [string, string][] => {
    const list = namesOf(count).find((name) => name !== count && names.includes(name));
    return list === undefined ? [] : [[count, list]];
  });
}
