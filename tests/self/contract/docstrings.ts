/** The functions that files export without a word on what they do, or on how they end a check. */
import type { Source } from './exports.ts';

/** An exported function: the name, and what follows up to the next line that begins one. */
const FUNCTION =
  /^export (?:(?:async )?function\*? (\w+)|const (\w+)(?:: [^\n=]+)? = (?:async )?(?:<[^\n]*>)?(?:\(|\w+ =>))/;
const THROWN = /throw (?:new (?:Failure|NotTested|NotApplicable)|(?:await )?(?:t\.nothingShown|lacking|factMissing))\(/;
const SAID = /throws|NotTested|NotApplicable|Failure|Judges/;

/** What is wrong with the docstring before a part of a file that declares a function; undefined where nothing is. */
function fault(part: string, before: string | undefined): string | undefined {
  if (!before?.startsWith('/**') || !before.endsWith('*/\n')) return 'it has no docstring';
  return THROWN.test(part) && !SAID.test(before) ? 'its docstring does not say what it throws' : undefined;
}

/** Exported functions without a docstring, and those that end a check by themselves and do not say so, with their files. */
export function undocumented(sources: readonly Source[]): string[] {
  return sources.flatMap(([path, text]) => {
    const parts = text.split(/^(?=\/\*\*|export |(?:async )?function |const |interface |type |class )/m);
    return parts.flatMap((part, i) => {
      const found = FUNCTION.exec(part);
      if (!found) return [];
      const wrong = fault(part, parts[i - 1]);
      return wrong === undefined ? [] : [`${path}: ${found[1] ?? found[2]}: ${wrong}`];
    });
  });
}
