/** What is wrong with records that parameter fields cuts down. Section "Endpoints / Conventions" (fields). */
import type { JsonRecord } from '../../../schemas/contract.ts';
import type { Context } from '../engine/context.ts';
import { idOf, keyField, keyOf } from '../records/answers.ts';
import { judgeByRecords, type KnownRecords, knownRecords, type Verdict } from './knownRecords.ts';
import { fieldsText, type ProjectionProblem, projectionProblems, type Selection, UNNAMED } from './projection.ts';
import { askAsFits, hasParameter, type Page } from './requests.ts';

const SIZE = 25;

const MESSAGES: Readonly<Record<ProjectionProblem['kind'], string>> = {
  extra: 'gives a field that was not named',
  lost: 'does not give a field that was named as it is otherwise',
  unnamed: 'does not give the id or the accountId, which always come',
};

/** The first of them that the full record has, and that the record has not as it is there. */
function alwaysLost(received: JsonRecord, full: JsonRecord): ProjectionProblem[] {
  const name = UNNAMED.find((one) => full[one] !== undefined && received[one] !== full[one]);
  return name === undefined
    ? []
    : [{ kind: 'unnamed', at: `/${name}`, expected: full[name], received: received[name] }];
}

/**
 * Judges records cut down to a selection.
 * @param kinds the kinds of problem that are judged
 */
export function judgeFields(
  selection: Selection,
  { answer, items }: Page,
  { stable, ever, complete }: KnownRecords,
  kinds: readonly ProjectionProblem['kind'][],
): Verdict {
  const known = new Map(stable.map((record) => [keyOf(record), record]));
  const haveIds = stable.every((record) => idOf(record) !== undefined);
  // An item that a selection leaves without an id or a name may be any of the records, so all must be known as they are.
  const all = complete && ever.length === stable.length ? stable : [];
  let compared = 0;
  for (const item of items) {
    // Then one that agrees with any of the full ones is right.
    const candidates = haveIds || keyOf(item) !== undefined ? [known.get(keyOf(item)) ?? []].flat() : all;
    const found = candidates.map((candidate) => [
      ...alwaysLost(item, candidate),
      ...projectionProblems(item, candidate, selection),
    ]);
    compared += candidates.length > 0 ? Object.keys(item).length : 0;
    const problem = found.flat().find(({ kind }) => kind === 'unnamed' || kinds.includes(kind));
    if (!problem || found.some(({ length }) => length === 0)) continue;
    return {
      compared,
      wrong: {
        message: `fields=${fieldsText(selection)} ${MESSAGES[problem.kind]}`,
        expected: problem.expected,
        received: problem.received,
        at: problem.at,
        exchange: answer,
      },
    };
  }
  return { compared };
}

/** Judges what each selection gives: pages from the beginning and, where there are more, from further on and from the end. */
export async function expectFields(
  t: Context,
  operationId: string,
  selections: readonly Selection[],
  kinds: readonly ProjectionProblem['kind'][] = ['extra', 'lost'],
): Promise<void> {
  const records = await knownRecords(t, operationId, 1);
  const [one = {}] = records;
  // Where others change the list all the time, a record without an id is only known by its key.
  const key = idOf(one) === undefined ? keyField(one) : undefined;
  const keyed = key === undefined ? [] : selections.map((selection) => ({ ...selection, [key]: true as const }));
  const paged = hasParameter(operationId, 'skip');
  // The last ones, too: behind the first hundred a selection might be forgotten.
  const far = paged && records.length > SIZE;
  const skips = far ? [0, records.length - SIZE, Math.floor(records.length / 2)] : [0];
  const sort = hasParameter(operationId, 'sort') ? { sort: 'id' } : {};
  await Promise.all(
    [...selections, ...keyed].flatMap((selection, i) =>
      judgeByRecords(
        t,
        operationId,
        () =>
          askAsFits(t, operationId, {
            fields: fieldsText(selection),
            ...(paged && { ...sort, size: SIZE, skip: skips[i % skips.length] as number }),
          }),
        (page, known) => (page ? judgeFields(selection, page, known, kinds) : { compared: 0 }),
      ),
    ),
  );
}
