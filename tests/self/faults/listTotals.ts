/** Totals of lists of several pages that count more than there is. */
import type { Answer, Call } from '../../../reference-server/call.ts';
import type { Seams } from '../../../reference-server/server.ts';
import { type Fault, faultOf } from './fault.ts';
import { body, instead, type Shown } from './vocabulary.ts';

const fault = faultOf('');

const TAGGING = ['tags.tagDashboard', 'tags.tagGoal', 'tags.tagInsight', 'kpis.tag'];

/** The totalCount of a list is a counter of the account that what `isCounted` says moves as well. */
const counter =
  (list: string, writes: readonly string[], isCounted: (call: Call, answer: Answer) => boolean) => (): Seams => {
    const more = new Map<string, number>();
    return instead([list, ...writes], (call, next) => {
      const answer = next(call);
      const { account, operation, query } = call;
      const counted = more.get(account.id) ?? 0;
      if (operation.id !== list) {
        if (isCounted(call, answer)) more.set(account.id, counted + 1);
        return answer;
      }
      if (answer.status >= 300 || counted === 0 || query.has('filter')) return answer;
      const body = structuredClone(answer.body) as Shown;
      return { ...answer, body: { ...body, totalCount: Number(body.totalCount) + counted } };
    });
  };

/** Whether the write is a success that adds nothing to the tags. */
function usesAgain(): (call: Call, answer: Answer) => boolean {
  const known = new Map<string, number>();
  return ({ account }, { status }) => {
    const isSame = known.get(account.id) === account.tags.size;
    known.set(account.id, account.tags.size);
    return status < 300 && isSame;
  };
}

export const listTotalFaults: readonly Fault[] = [
  ...['tasks', 'users', 'roles'].map((group) =>
    fault(
      `${group}-total-of-refused`,
      `The totalCount of ${group} counts creates that were refused.`,
      ['general.counts', 'lists.total-open-shape', 'general.refused-not-created'],
      counter(`${group}.list`, [`${group}.create`], (_call, { status }) => status >= 400),
    ),
  ),
  fault(
    'users-total-of-page',
    'The totalCount of a page after the first one is the number of its users.',
    ['lists.total-open-shape', 'lists.pages'],
    () =>
      body('users.list', (answer, { query }) => {
        if (Number(query.get('skip') ?? 0) > 0) answer.totalCount = (answer.items as unknown[]).length;
      }),
  ),
  fault(
    'tags-total-of-uses',
    'The totalCount of tags grows with each later use of a tag.',
    ['general.counts', 'tags.later-use', 'tags.identity-law'],
    () => counter('tags.list', TAGGING, usesAgain())(),
  ),
];
