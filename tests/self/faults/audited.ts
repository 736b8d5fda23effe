/** What an audit of the suite found: wrong servers that its checks passed over. */
import { type Fault, faultOf } from './fault.ts';
import { body, instead, type Shown, withQuery } from './vocabulary.ts';

const fault = faultOf('');

/** Counts of answers that have room left on their page. */
const counts: readonly Fault[] = [
  fault(
    'demo-total-filter',
    'totalCount with includeDemo=false and a filter counts all demo sessions as well.',
    'lists.total-filter',
    body<Shown>('sessions.list', (shown, { query, account }) => {
      if (query.get('includeDemo') !== 'false' || !query.has('filter') || Number(shown.totalCount) === 0) return;
      const demos = [...account.sessions.values()].filter(({ demo }) => demo).length;
      shown.totalCount = Number(shown.totalCount) + demos;
    }),
  ),
  fault(
    'demo-total-real',
    'totalCount counts what the filter matches before includeDemo=false takes the demo sessions out.',
    'lists.total-filter',
    instead('sessions.list', (call, next) => {
      const answer = next(call);
      const { query } = call;
      if (answer.status >= 300 || query.get('includeDemo') !== 'false' || !query.has('filter')) return answer;
      const { totalCount } = next(withQuery(call, { includeDemo: 'true' })).body as Shown;
      return { ...answer, body: { ...(answer.body as Shown), totalCount } };
    }),
  ),
];

export const auditedFaults: readonly Fault[] = [...counts];
