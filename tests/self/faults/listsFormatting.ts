/** Texts that come in a wrong form. */
import type { Seams } from '../../../reference-server/server.ts';
import { type Fault, faultOf } from './fault.ts';
import { body, instead, reads, recordsIn, rule, type Shown, withQuery } from './vocabulary.ts';

const fault = faultOf('lists.formatting-');

const isPlain = ({ query }: { query: URLSearchParams }) => query.get('formatting') === 'plainText';

/** The operation makes plain text in another way. */
const plain = (id: string, change: (text: string, standard: (text: string) => string) => string): Seams =>
  rule(id, ({ plainText }) => ({ plainText: (text) => change(text, plainText) }));

/** Other fields than these are formatted. */
const without = (id: string, ...left: string[]): Fault['seams'] =>
  rule(id, ({ textFields }) => ({
    textFields: (call) => new Set([...textFields(call)].filter((name) => !left.includes(name))),
  }));

/** The same where names and addresses of people have signs: as data they break nothing. */
const amongSigns = (seams: Seams): Seams => ({
  ...seams,
  around(call, next) {
    const [, , , one, other] = call.account.users.values();
    if (one) Object.assign(one, { firstName: 'Zoë', lastName: 'O’Brien-Smith', name: 'Zoë O’Brien-Smith' });
    if (other) other.email = `${other.firstName}-${other.lastName}+goals@example.com`.toLowerCase();
    return next(call);
  },
});

export const listsFormattingFaults: readonly Fault[] = [
  fault(
    'tasks-get-default-plain',
    'A task comes as plain text by default.',
    'default',
    instead('tasks.get', (call, next) =>
      next(call.query.has('formatting') ? call : withQuery(call, { formatting: 'plainText' })),
    ),
  ),
  fault(
    'users-list-default-plain',
    'Users come with plain texts by default.',
    'custom-fields',
    rule('users.list', () => ({ plainAsked: (value) => value !== 'mentionsMarkup' })),
  ),
  fault(
    'kpis-markup-plain',
    'mentionsMarkup gives plain text.',
    'markup',
    rule('kpis.get', () => ({ plainAsked: (value) => value !== null })),
  ),
  fault(
    'key-results-always-plain',
    'Both lists of key results give plain text whatever formatting says.',
    'markup',
    rule(['metrics.list', 'metrics.byOwner'], () => ({ plainAsked: () => true })),
  ),
  fault(
    'roles-markup-no-mentions',
    'mentionsMarkup writes mentions as @name.',
    'markup',
    body('roles.list', (body, { query }) => {
      if (query.get('formatting') === 'mentionsMarkup')
        for (const item of body.items as Shown[])
          if (item.description) item.description = String(item.description).replaceAll(/@\[([^:\]]+):[^\]]*\]/g, '@$1');
    }),
  ),
  fault(
    'tasks-list-plain-ignored',
    'plainText is ignored in the list of tasks.',
    ['description', 'mentions', 'markdown'],
    reads('tasks.list', 'formatting', () => undefined),
  ),
  fault(
    'announcements-mention-first',
    'Of several mentions the first is turned alone.',
    'mentions',
    plain('announcements.get', (text, standard) => {
      const found = [...text.matchAll(/@\[[^\]]+\]/g)].slice(1).map(([whole]) => whole);
      return found.reduce(
        (made, whole, i) => made.replace(`mention${i}gc`, whole),
        standard(found.reduce((made, whole, i) => made.replace(whole, `mention${i}gc`), text)),
      );
    }),
  ),
  fault(
    'tasks-mention-of-ascii-names',
    'Mentions of people with other signs than letters of ASCII in their names are left.',
    'mentions',
    amongSigns(plain('tasks.get', (text, standard) => standard(text.replaceAll(/@\[(?![\w ]+:)/g, '@\\[')))),
  ),
  fault(
    'announcements-mention-of-plain-addresses',
    'Mentions of people with a plus or a hyphen in their address are left.',
    'mentions',
    amongSigns(
      plain('announcements.list', (text, standard) =>
        standard(text.replaceAll(/@\[(?=[^\]:\n]+:(?![\w.]+@[\w.]+:))/g, '@\\[')),
      ),
    ),
  ),
  fault(
    'metrics-mention-email',
    'Mentions keep their e-mail address.',
    'mentions',
    plain('metrics.list', (text, standard) =>
      standard(text.replaceAll(/@\[([^:\]]+):([^:\]]+):[^\]]+\]/g, '@$1 ($2)')),
    ),
  ),
  fault(
    'kpis-mention-id',
    'Mentions become @ and the user id.',
    'mentions',
    plain('kpis.get', (text, standard) => standard(text.replaceAll(/@\[[^:\]]+:[^:\]]+:([^\]]+)\]/g, '@$1'))),
  ),
  fault(
    'users-mention-no-at',
    'Mentions lose their @.',
    'custom-fields',
    plain('users.get', (text, standard) => standard(text.replaceAll(/@\[([^:\]]+):[^\]]+\]/g, '$1'))),
  ),
  fault(
    'roles-markdown-strong',
    'Strong emphasis is left.',
    'markdown',
    plain('roles.list', (text, standard) => standard(text.replaceAll('**', 'gcstrong')).replaceAll('gcstrong', '**')),
  ),
  fault(
    'tasks-markdown-strong-signs',
    'Strong emphasis is left where signs stand among its words.',
    'markdown',
    plain('tasks.get', (text, standard) =>
      standard(text.replaceAll(/\*\*([^*\n]*[^\p{L}\p{N} *\n][^*\n]*)\*\*/gu, 'gcstrong$1gcstrong')).replaceAll(
        'gcstrong',
        '**',
      ),
    ),
  ),
  fault(
    'announcements-markdown-small-headings',
    'Marks of headings below the second rank are left.',
    'markdown',
    plain('announcements.get', (text, standard) =>
      standard(text.replaceAll(/^#{3,}/gm, 'gchead')).replaceAll('gchead', '###'),
    ),
  ),
  fault(
    'tasks-markdown-half',
    'Of a pair of marks only the second is taken out.',
    'markdown',
    plain('tasks.list', (text, standard) =>
      standard(text.replaceAll(/(^|\s)(\*\*)(?=\w)/gm, '$1gcopen$2')).replaceAll('gcopen', '*'),
    ),
  ),
  fault(
    'kpis-mention-half-bracket',
    'Mentions keep their closing bracket.',
    'mentions',
    plain('kpis.get', (text, standard) =>
      standard(text.replaceAll(/@\[[^\]]+\]/g, '$&gcclose')).replaceAll('gcclose', ']'),
    ),
  ),
  fault(
    'tasks-markdown-code',
    'Marks of code are left.',
    'markdown',
    plain('tasks.get', (text, standard) => standard(text.replaceAll('`', 'gccode')).replaceAll('gccode', '`')),
  ),
  fault(
    'metrics-markdown-heading',
    'Marks of headings are left.',
    'markdown',
    plain('metrics.byOwner', (text, standard) => standard(text.replaceAll(/^#/gm, 'gchead')).replaceAll('gchead', '#')),
  ),
  fault(
    'announcements-markdown-link',
    'Links are left.',
    'markdown',
    plain('announcements.list', (text, standard) =>
      standard(text.replaceAll('](', 'gclink')).replaceAll('gclink', ']('),
    ),
  ),
  fault(
    'announcements-further-tables-lost',
    'The rows of tables are lost.',
    'further',
    plain('announcements.get', (text, standard) => standard(text.replaceAll(/^\|.*\|$/gm, ''))),
  ),
  fault(
    'tasks-further-between-angles-lost',
    'What stands between < and > is lost.',
    'further',
    plain('tasks.list', (text, standard) => standard(text.replaceAll(/<[^>]*>/g, ''))),
  ),
  fault(
    'tasks-words-mentions-lost',
    'Mentions are lost.',
    ['words', 'mentions'],
    plain('tasks.list', (text, standard) => standard(text.replaceAll(/@\[[^\]]+\]/g, ''))),
  ),
  fault(
    'kpis-words-cut',
    'Plain texts are cut at 60 characters.',
    'words',
    plain('kpis.get', (text, standard) => standard(text).slice(0, 60)),
  ),
  fault(
    'users-words-lower',
    'Plain texts come in lower case.',
    'custom-fields',
    plain('users.list', (text, standard) => standard(text).toLowerCase()),
  ),
  fault(
    'kpis-words-first-line',
    'Of plain texts the first line comes alone.',
    'words',
    plain('kpis.get', (text, standard) => standard(text).split('\n')[0] ?? ''),
  ),
  fault(
    'metrics-words-code',
    'What is in marks of code is lost.',
    'words',
    plain('metrics.list', (text, standard) => standard(text.replaceAll(/`[^`\n]+`/g, ''))),
  ),
  fault(
    'kpis-description-left',
    'The description of a KPI is not formatted.',
    'description',
    without('kpis.get', 'description'),
  ),
  fault(
    'metrics-owner-description-left',
    'Descriptions are not formatted by owner.',
    'description',
    without('metrics.byOwner', 'description'),
  ),
  fault(
    'announcements-comment-left',
    'The comment is not formatted.',
    'comment',
    without('announcements.list', 'comment'),
  ),
  fault(
    'metrics-goal-description-left',
    'The description of the goal is not formatted.',
    'goal-description',
    without('metrics.list', 'goalDescription'),
  ),
  fault(
    'tasks-views-differ',
    'The single task keeps its markup as plain text.',
    ['views-agree', 'description'],
    reads('tasks.get', 'formatting', () => undefined),
  ),
  fault(
    'announcements-only-dates',
    'With plainText an announcement lacks its date.',
    'only',
    body('announcements.get', (body, call) => {
      if (isPlain(call)) body.dateCreated = '2020-01-01';
    }),
  ),
  fault(
    'metrics-only-drops',
    'With plainText the last record is lost.',
    'only',
    body('metrics.list', (body, call) => {
      if (isPlain(call)) body.items = (body.items as Shown[]).slice(0, -1);
    }),
  ),
  fault(
    'metrics-only-operators',
    'With plainText the words of operators and types lose their underscores.',
    'only',
    body('metrics.list', (body, call) => {
      if (!isPlain(call)) return;
      for (const item of body.items as Shown[])
        for (const name of ['targetOperator', 'cascadeType'])
          if (item[name]) item[name] = String(item[name]).replaceAll('_', '');
    }),
  ),
  fault(
    'users-only-numbers',
    'With plainText numbers and booleans come as texts.',
    'only',
    body('users.list', (body, call) => {
      if (isPlain(call)) for (const item of body.items as Shown[]) item.isActive = String(item.isActive);
    }),
  ),
  fault(
    'tasks-together-fields',
    'Selected texts keep their markup.',
    'together',
    instead('tasks.list', (call, next) =>
      next(call.query.has('fields') ? withQuery(call, { formatting: undefined }) : call),
    ),
  ),
  fault(
    'roles-together-filter',
    'Under a filter texts keep their markup.',
    'together',
    instead('roles.list', (call, next) =>
      next(call.query.has('filter') ? withQuery(call, { formatting: undefined }) : call),
    ),
  ),
  fault(
    'roles-first-record-plain',
    'The first record alone is formatted.',
    ['description', 'mentions'],
    instead('roles.list', (call, next) => {
      const answer = next(call);
      if (!isPlain(call)) return answer;
      const marked = recordsIn(next(withQuery(call, { formatting: undefined })).body);
      return {
        ...answer,
        body: {
          ...(answer.body as Shown),
          items: recordsIn(answer.body).map((item, i) => (i === 0 ? item : marked[i])),
        },
      };
    }),
  ),
];
