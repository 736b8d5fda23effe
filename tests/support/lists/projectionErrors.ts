/** What is wrong with records that parameter fields cuts down. Section "Endpoints / Conventions" (fields). */

import type { Wrong } from '../engine/assertions.ts';
import type { Context } from '../engine/context.ts';
import { idOf } from '../records/answers.ts';
import { ask, judged, lists, type Page, records, type Snapshot } from './pages.ts';
import { fieldsText, type ProjectionProblem, projectionProblems, type Selection } from './projection.ts';

const SIZE = 25;

const MESSAGES: Readonly<Record<ProjectionProblem['kind'], string>> = {
  extra: 'gives a field that was not named',
  lost: 'does not give a field that was named as it is otherwise',
};

/** What is wrong with records cut down to a selection, of the kinds of problem that are judged. */
export function wrongFields(
  selection: Selection,
  { answer, items }: Page,
  { stable, complete }: Snapshot,
  kinds: readonly ProjectionProblem['kind'][],
): Wrong | undefined {
  const known = new Map(stable.map((record) => [idOf(record), record]));
  const byId = stable.every((record) => idOf(record) !== undefined);
  for (const item of items) {
    const full = byId ? known.get(idOf(item)) : undefined;
    // Without ids a record that agrees with any of the full ones is right.
    const candidates = byId ? (full ? [full] : []) : complete ? stable : [];
    let problem: ProjectionProblem | undefined;
    const right = candidates.some((candidate) => {
      const problems = projectionProblems(item, candidate, selection);
      problem ??= problems.find(({ kind }) => kinds.includes(kind));
      return problems.length === 0;
    });
    if (right || !problem) continue;
    return {
      message: `fields=${fieldsText(selection)} ${MESSAGES[problem.kind]}`,
      expected: problem.expected,
      received: problem.received,
      at: problem.at,
      exchange: answer,
    };
  }
  return undefined;
}

/** Judges what each selection gives: pages from the beginning and, where there are more, from further on and from the end. */
export async function expectFields(
  t: Context,
  operationId: string,
  selections: readonly Selection[],
  kinds: readonly ProjectionProblem['kind'][] = ['extra', 'lost'],
): Promise<void> {
  const { items } = await records(t, operationId, 1);
  // The last ones, too: behind the first hundred a selection might be forgotten.
  const far = lists(operationId, 'skip') && items.length > SIZE;
  const skips = far ? [0, items.length - SIZE, Math.floor(items.length / 2)] : [0];
  const paged = lists(operationId, 'skip');
  await Promise.all(
    selections.flatMap((selection, i) =>
      judged(
        t,
        operationId,
        () =>
          ask(t, operationId, {
            fields: fieldsText(selection),
            ...(paged && { size: SIZE, skip: skips[i % skips.length] as number }),
          }),
        (page, snapshot) => wrongFields(selection, page, snapshot, kinds),
      ),
    ),
  );
}
