/** What an audit of the suite found: wrong servers that its checks passed over. */
import { operations } from '../../../schemas/contract.ts';
import { type Fault, faultOf } from './fault.ts';
import { body, instead, rule, type Shown, withQuery } from './vocabulary.ts';

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

/** Operations that give texts in plain form. */
const FORMATTING = operations
  .filter(({ parameters }) => parameters.some(({ name }) => name === 'formatting'))
  .map(({ id }) => id);

/** plainText leaves the mentions whole whose display name is such. */
const leavesMentions = (isLeft: (name: string) => boolean) =>
  rule(FORMATTING, ({ plainText }) => ({
    plainText: (text) => {
      const left: string[] = [];
      const marked = text.replaceAll(/@\[([^[\]:]+):[^[\]]*\]/g, (whole, name: string) =>
        isLeft(name) ? `\u0001${left.push(whole) - 1}\u0002` : whole,
      );
      return plainText(marked).replaceAll(/\u0001(\d+)\u0002/g, (_whole, i: string) => left[Number(i)] ?? '');
    },
  }));

const formatting: readonly Fault[] = [
  ...Object.entries({
    'a hyphen': /-/,
    'an apostrophe': /'/,
    'a dot': /\./,
    'a digit': /\d/,
    'three words': /^\S+ \S+ \S/,
    'other letters': /[^\p{ASCII}]/u,
  }).map(([what, form]) =>
    fault(
      `mention-with-${what.replaceAll(' ', '-')}`,
      `plainText leaves a mention whole whose display name has ${what}.`,
      'lists.formatting-mentions',
      leavesMentions((name) => form.test(name)),
    ),
  ),
];

export const auditedFaults: readonly Fault[] = [...counts, ...formatting];
