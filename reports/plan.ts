/** What a run would test, create and send, told from the record of a run against a server that is like the target. */
import { isFailure, kinds, operation, type RequirementVerdict, type RunRecord } from '../schemas/contract.ts';
import { leftByKind } from './leftovers.ts';
import { needs } from './needs.ts';
import { oneLine, plural } from './text.ts';

const MOST_NAMED = 6;
const MOST_OPENED = 20;

/** Two digits say as much as an estimate can. */
function about(count: number): string {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(count, 1))) - 1);
  return `about ${Math.round(count / unit) * unit}`;
}

const several = (count: number, noun: string) => plural(count, noun).replace(/ys$/, 'ies');

function tested(requirements: readonly RequirementVerdict[]): string[] {
  const judged = requirements.filter(({ level, outcome }) => level !== 'open' && outcome !== 'not-applicable');
  const line = (level: string) => {
    const all = judged.filter((one) => one.level === level);
    const untested = all.filter(({ outcome }) => outcome === 'not-tested').length;
    return `  ${level}: ${all.length - untested} of ${all.length} requirements can be tested, ${untested} cannot`;
  };
  const inapplicable = requirements.filter((one) => one.level !== 'open' && one.outcome === 'not-applicable').length;
  return ['tested', line('must'), line('should'), `  ${several(inapplicable, 'requirement')} would not apply`];
}

/** Operations that change something, with how often they succeed. */
function changes({ operations, settings }: RunRecord): string[] {
  const made = operations
    .filter(({ id, method }) => method !== '' && method !== 'GET' && operation(id).method !== 'GET')
    .map(({ id, statuses }) => {
      const done = Object.entries(statuses).filter(([status]) => status.startsWith('2'));
      return { id, times: done.reduce((sum, [, count]) => sum + count, 0) };
    })
    .filter(({ times }) => times > 0)
    .sort((a, b) => b.times - a.times);
  if (made.length === 0)
    return [
      `changed: nothing, ${settings.allowWrites === true ? 'as far as is known what may be created' : 'since ALLOW_WRITES is not set'}`,
    ];
  return ['changed', ...made.map(({ id, times }) => `  ${id}: ${times === 1 ? 'once' : `${about(times)} times`}`)];
}

function leftOver({ leftovers }: RunRecord): string {
  const each = leftByKind(leftovers).map(({ count, title, most }) => {
    const bound = most > 0 ? ` (at most ${most})` : '';
    return `${several(count, title)}${bound}`;
  });
  if (each.length === 0) return 'left over in the account: nothing';
  return `left over in the account, since the API has no operation that deletes them: ${each.join(', ')}`;
}

function requests({ totals, settings }: RunRecord): string {
  const rate = settings.maxRps as number | undefined;
  const minutes = rate === undefined ? undefined : Math.ceil(totals.requests / rate / 60);
  const time = minutes === undefined ? '' : `, which take ${several(minutes, 'minute')} at MAX_RPS=${rate}`;
  const more =
    settings.profile === 'deep'
      ? `; PROFILE=deep then goes on for ${several(Number(settings.deepMinutes), 'minute')}, and leaves no more behind`
      : '';
  return `sent: ${about(totals.requests)} requests${time}${more}`;
}

/** What would open more, that which opens most first, with why it is needed. */
function opens(record: RunRecord): string[] {
  const found = needs(record);
  if (found.length === 0) return ['Nothing is left to give: with these settings every requirement can be tested.'];
  return [
    'what would open more, that which opens most first',
    ...found.slice(0, MOST_OPENED).flatMap(({ remedy, reason, ids }) => {
      const more = ids.length > MOST_NAMED ? ` and ${ids.length - MOST_NAMED} more` : '';
      return [
        `  ${several(ids.length, 'requirement')}: ${oneLine(remedy, 300)}`,
        `    ${reason === remedy ? '' : `now: ${oneLine(reason, 200)}; `}opens ${ids.slice(0, MOST_NAMED).join(', ')}${more}`,
      ];
    }),
    ...(found.length > MOST_OPENED ? [`  … and ${found.length - MOST_OPENED} more, which open less`] : []),
  ];
}

/** Failures of the suite or of the server that took the target's place: then the plan is not to be relied on. */
function doubts({ errors, requirements, warnings, settings }: RunRecord): string[] {
  const failed = requirements.filter((one) => isFailure(one, settings.strict === true)).map(({ id }) => id);
  const words = 'the server that took the place of the target was blamed, so the plan may be wrong; please report';
  return [
    ...errors.map((error) => `! ${oneLine(error, 300)}`),
    ...(failed.length > 0 ? [`! ${words}: ${failed.join(', ')}`] : []),
    ...warnings.map((warning) => `~ ${oneLine(warning, 200)}`),
  ];
}

/** @param counts how many records the lists of the target show, by kind */
export function planLines(record: RunRecord, counts: Readonly<Record<string, number>>): string[] {
  const seen = Object.entries(counts).map(([kind, count]) => several(count, kinds[kind]?.title ?? kind));
  const { name } = record.target;
  return [
    `plan of a run against ${name}; ${name} was neither judged nor changed`,
    ...(seen.length > 0 ? [`Its lists show ${seen.join(', ')}.`] : []),
    'A server that was started here, with about as many records and the same settings and keys of the fixtures, was',
    'judged instead. Your server may refuse what that one takes, and show less than it does; then less can be tested.',
    ...doubts(record),
    '',
    ...tested(record.requirements),
    requests(record),
    ...changes(record),
    leftOver(record),
    '',
    ...opens(record),
  ];
}
