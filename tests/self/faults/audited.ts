/** What an audit of the suite found: wrong servers that its checks passed over. */
import type { Call } from '../../../reference-server/call.ts';
import { operations } from '../../../schemas/contract.ts';
import { type Fault, faultOf } from './fault.ts';
import { body, each, instead, rule, type Shown, stored, withQuery } from './vocabulary.ts';

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
        isLeft(name) ? `⟦${left.push(whole) - 1}⟧` : whole,
      );
      return plainText(marked).replaceAll(/⟦(\d+)⟧/g, (_whole, i: string) => left[Number(i)] ?? '');
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
  fault(
    'kpi-formatting-emptied',
    'With plainText the prefix and the suffix of the numbers of a KPI are empty.',
    'lists.formatting-only',
    each('kpis.get', (record, _index, { query }) => {
      const { formatting: numbers } = record as { formatting?: Shown };
      if (query.get('formatting') === 'plainText' && numbers) Object.assign(numbers, { prefix: '', suffix: '' });
    }),
  ),
  fault(
    'goal-name-cut-in-plain-text',
    'With plainText the name of the goal of a key result loses its last word.',
    'lists.formatting-only',
    each('metrics.list', (record, _index, { query }) => {
      if (query.get('formatting') === 'plainText' && typeof record.goalName === 'string')
        record.goalName = record.goalName.replace(/ \S+$/, '');
    }),
  ),
];

const isOfNumbers = ({ account, params }: Call) => account.customFields.get(String(params.id))?.type !== 'string';

/** Target types of custom fields. */
const targetTypes: readonly Fault[] = [
  fault(
    'update-one-target',
    'An update with two target types stores the first one.',
    'customFields.update-stored',
    stored('customFields.update', (sent) =>
      Array.isArray(sent.targetTypes) ? { ...sent, targetTypes: sent.targetTypes.slice(0, 1) } : sent,
    ),
  ),
  fault(
    'nonstring-one-target-update',
    'An update with two target types stores the first one where the type of the field is not string.',
    'customFields.update-stored',
    stored('customFields.update', (sent, call) =>
      Array.isArray(sent.targetTypes) && isOfNumbers(call)
        ? { ...sent, targetTypes: sent.targetTypes.slice(0, 1) }
        : sent,
    ),
  ),
  fault(
    'field-types-of-page',
    'targetTypes beside the list of custom fields is empty.',
    'customFields.target-types-used',
    body<Shown>('customFields.list', (shown) => ({ ...shown, targetTypes: [] })),
  ),
  fault(
    'supported-types-labels',
    'targetTypes beside the list of custom fields are other words than those of supported-types.',
    'customFields.target-types-used',
    body<Shown>('customFields.list', (shown) => ({
      ...shown,
      targetTypes: (shown.targetTypes as string[]).flatMap((type) => [type, `${type}s`]),
    })),
  ),
];

export const auditedFaults: readonly Fault[] = [...counts, ...formatting, ...targetTypes];
