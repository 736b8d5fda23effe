/** The names that files export, read from their lines: the formatter puts each export at the beginning of one. */

const DECLARED = /^(?:default )?(?:abstract )?(?:async )?(?:function\*?|const|let|class|interface|type|enum) (\w+)/;
/** Another door to what stands elsewhere, and a value without a name. */
const NAMELESS = /^(?:(?:type )?(?:\{[^}]*\}|\*) from '|default )/;

/** A file's path and its text. */
export type Source = readonly [path: string, text: string];

/** The names that a file declares and exports. Throws at an export that it can't read, so that none is overlooked. */
function exportedNames([path, text]: Source): string[] {
  const names = text
    .split(/^export /m)
    .slice(1)
    .flatMap((rest) => {
      const name = DECLARED.exec(rest)?.[1];
      if (name !== undefined) return [name];
      if (NAMELESS.test(rest)) return [];
      throw new Error(`${path}: write "export ${rest.split('\n')[0]}" as the export of one declaration`);
    });
  return [...new Set(names)];
}

/** The names that several of the files export, as `name: path, path`. */
export function sharedNames(sources: readonly Source[]): string[] {
  const paths = new Map<string, string[]>();
  for (const source of sources)
    for (const name of exportedNames(source)) paths.set(name, [...(paths.get(name) ?? []), source[0]]);
  return [...paths].filter(([, { length }]) => length > 1).map(([name, all]) => `${name}: ${all.sort().join(', ')}`);
}
