/** What built files load: other files of the package, and packages. */
import { existsSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join } from 'node:path';

const STATEMENTS = [
  /^(?:(?:import|export|\}).* from|import) ["']([^"'\n]+)["'];$/gm,
  /\bimport\("([^"\n]+)"\)/g,
  /\brequire\d*\("([^"\n]+)"\)/g,
];

const specifiersIn = (text: string): string[] =>
  STATEMENTS.flatMap((pattern) => [...text.matchAll(pattern)].map(([, specifier = '']) => specifier));

/** The file that a specifier stands for. Throws where it is not there. */
function fileOf(specifier: string, file: string): string {
  const path = join(dirname(file), file.endsWith('.d.ts') ? specifier.replace(/\.js$/, '.d.ts') : specifier);
  if (existsSync(path)) return path;
  throw new Error(`${file} loads ${specifier}, which is not there`);
}

const isBuiltIn = (specifier: string) => specifier.startsWith('node:') || builtinModules.includes(specifier);

const packageOf = (specifier: string) => specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');

/** Each file that is reached from the first ones, and the packages that they load. */
export function loadedFrom(first: readonly string[]): { files: string[]; packages: string[] } {
  const files = new Set(first);
  const packages = new Set<string>();
  for (const file of files) {
    const [own, others] = [true, false].map((relative) =>
      specifiersIn(readFileSync(file, 'utf8')).filter((specifier) => specifier.startsWith('.') === relative),
    ) as [string[], string[]];
    for (const specifier of own) files.add(fileOf(specifier, file));
    for (const specifier of others) if (!isBuiltIn(specifier)) packages.add(packageOf(specifier));
  }
  return { files: [...files], packages: [...packages].sort() };
}
