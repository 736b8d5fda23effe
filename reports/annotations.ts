/** Annotations of GitHub Actions: failures where a reviewer sees them. */
import { randomUUID } from 'node:crypto';
import { isFailure, type RunRecord } from '../schemas/contract.ts';
import { restsWords } from './failures.ts';
import { oneLine } from './text.ts';

/** GitHub shows ten of a kind per step. */
const SHOWN = 10;

const data = (text: string) => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
const property = (text: string) => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');

const command = (kind: 'error' | 'warning', title: string, text: string) =>
  `::${kind} title=${property(oneLine(title, 150))}::${data(oneLine(text, 600))}`;

/** One line for each failure, error and warning, in the form of workflow commands. */
export function annotations(record: RunRecord): string[] {
  const strict = record.settings.strict === true;
  const failed = record.requirements.filter(({ outcome }) => outcome === 'fail');
  const words = (one: (typeof failed)[number]) => {
    const [evidence] = one.operations.flatMap(({ evidence: all = [] }) => all);
    const rests = evidence && restsWords(evidence);
    const found = evidence && ` ${evidence.message}.${rests ? ` ${rests}` : ''} Again: ${evidence.rerun}`;
    return `${one.text} (${one.level}, ${one.section})${found ?? ''}`;
  };
  const errors = failed.filter((one) => isFailure(one, strict));
  const warned = failed.filter((one) => !isFailure(one, strict));
  return [
    ...record.errors.slice(0, SHOWN).map((error) => command('error', 'goal-conformance: the run failed', error)),
    ...errors.slice(0, SHOWN).map((one) => command('error', one.id, words(one))),
    ...warned.slice(0, SHOWN).map((one) => command('warning', one.id, words(one))),
    ...record.warnings.slice(0, SHOWN).map((warning) => command('warning', 'goal-conformance', warning)),
  ];
}

/**
 * Lines between which nothing that a target said is taken for a command.
 * @param token that the target cannot know
 */
export const withoutCommands = (lines: readonly string[], token: string): string[] => [
  `::stop-commands::${token}`,
  ...lines,
  `::${token}::`,
];

/** What is printed; in GitHub Actions so that what a target said in it is no command. */
export const printed = (lines: readonly string[], env: Readonly<Record<string, string | undefined>>): string =>
  (env.GITHUB_ACTIONS === 'true' ? withoutCommands(lines, randomUUID()) : lines).join('\n');

/** The last words on a run: in GitHub Actions with its annotations before them. */
export const lastWords = (
  record: RunRecord,
  lines: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): string => [...(env.GITHUB_ACTIONS === 'true' ? annotations(record) : []), printed(lines, env)].join('\n');
