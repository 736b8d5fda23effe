/** Other forms that the specification gives the body of a write: goals are tagged by titles, too, and tasks have other parents. */
import { isRecord, type JsonRecord, type Operation } from '../../schemas/contract.ts';
import { GOAL } from '../support/domain/tags.ts';
import type { Context } from '../support/engine/context.ts';
import type { RequestInput } from '../support/http/client.ts';
import { bodies } from '../support/records/bodies.ts';
import { taskValues } from '../support/records/taskValues.ts';
import { attempt, expectNoEffect } from './attempts.ts';

type Forms = (t: Context, body: JsonRecord) => Promise<readonly JsonRecord[]>;

const FORMS: Readonly<Record<string, Forms>> = {
  [GOAL.operation]: async (t, { title: _title, ...rest }) => [{ ...rest, titles: [t.names.plain('tag')] }],
  'tasks.create': async (t, { parentType }) => {
    const { metric } = await taskValues(t);
    const others = [metric, {}].filter((parent: JsonRecord) => parent.parentType !== parentType);
    return Promise.all(
      others.map(async (parent) => {
        const { parentId: _id, parentType: _type, ...task } = (await bodies.task?.(t)) ?? {};
        return { ...task, ...parent };
      }),
    );
  },
};

/**
 * Judges that what a caller is refused is refused in other forms of the body, too, where its effect can be seen.
 * @param from who asks
 * @param right what was refused to them, right otherwise
 */
export async function expectRefusedInOtherForms(
  t: Context,
  operation: Operation,
  from: RequestInput,
  right: RequestInput,
): Promise<void> {
  const forms = FORMS[operation.id];
  if (!forms || !isRecord(right.body)) return;
  for (const body of await forms(t, right.body)) {
    const sent = await attempt(t, operation, from, { ...right, body });
    const message = `what is refused to a caller takes effect with ${Object.keys(body).join(', ')} in the body`;
    if (sent.answer.ok) await expectNoEffect(t, sent, message);
  }
}
