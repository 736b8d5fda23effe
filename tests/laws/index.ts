/** Laws of records, generated from the kinds: what is checked of one kind is checked of every kind that has it. */
import { kind, kinds, type Law, requirement, withArticle } from '../../schemas/contract.ts';
import { type Batch, type Check, check } from '../support/engine/check.ts';
import { queryOf } from '../support/lists/readList.ts';
import { listsWith } from '../support/records/askedBefore.ts';
import { sendableFields } from '../support/records/creationErrors.ts';
import { answersAsRead } from './answered.ts';
import { hasOtherReads, keptByReads, sameForEveryReader } from './asking.ts';
import { hasOwnDate } from './createdDates.ts';
import {
  countsCreated,
  createdStatus,
  creatingLaws,
  seenAtOnce,
  shownInAnswer,
  shownToAskers,
  textsAccepted,
} from './creating.ts';
import { digitsAreText } from './digits.ts';
import { showsNothingForeign } from './foreignReferences.ts';
import { knownBy, otherReads } from './knownElsewhere.ts';
import { leavesNamed, namesRecords } from './namedRecords.ts';
import { makesNew } from './newRecords.ts';
import { readingLaws } from './reading.ts';
import { listsWhole } from './whole.ts';
import { wholeForSecond } from './wholeForOthers.ts';

/** What a law says, in the title of its check. */
const TITLES: Readonly<Record<Law, (title: string) => string>> = {
  get: (title) => `reading by id gives the ${title} with that id`,
  views: (title) => `the list and the read by id show the same of ${withArticle(title)}`,
  once: (title) => `the list shows each ${title} once`,
  answer: (title) => `a created ${title} is answered as it was sent`,
  stored: (title) => `a created ${title} can be read by two users as it was sent`,
  listed: (title) => `a created ${title} stands once in the list of two users as it was sent`,
  kept: (title) => `a created ${title} has what the body says`,
  each: (title) => `each create makes one ${title} of its own and changes no other`,
  own: (title) => `a created ${title} has nothing of another one`,
  text: (title) => `texts of a created ${title} are kept letter for letter`,
  author: (title) => `${withArticle(title)} names the user who created it`,
  account: (title) => `a created ${title} belongs to the account and to no other`,
  actions: (title) => `the actions of ${withArticle(title)} are those of the user who asks`,
};

/** The check of one law of one kind. */
function lawCheck(kindName: string, law: Law, id: string): Check {
  const judge = readingLaws[law] ?? creatingLaws[law];
  if (!judge) throw new Error(`no law ${law}`);
  const { title, create, get, list } = kind(kindName);
  const concerned = requirement(id).operations.filter((operation) => [create, get, list].includes(operation));
  return check(TITLES[law](title), id, (t) => judge(t, kindName), concerned);
}

/** That lists are whole for another user than the first, by the requirement that says so of the list. */
function wholeLists(kindName: string): Check[] {
  const { list, title, audience } = kind(kindName);
  const id = ['general.list-whole', 'kpis.list-whole'].find((one) => requirement(one).operations.includes(list ?? ''));
  // A list may be an inbox where each record says whom it is for.
  if (list === undefined || id === undefined || audience !== undefined) return [];
  return [check(`the list of the second user has every ${title}`, id, (t) => wholeForSecond(t, kindName), [list])];
}

/** The checks of all laws of a kind. */
export function recordLaws(kindName: string): Check[] {
  const { laws = {}, create, list, get, title, marker, sent = {} } = kind(kindName);
  const named = (Object.entries(laws) as [Law, string][]).map(([law, id]) => lawCheck(kindName, law, id));
  const general = (id: string, words: string, judge: typeof seenAtOnce, concerned = [create]) => {
    const named = concerned.filter((one) => one !== undefined && requirement(id).operations.includes(one)) as string[];
    return create !== undefined && named.length > 0 ? [check(words, id, (t) => judge(t, kindName), named)] : [];
  };
  return [
    ...named,
    ...general(
      'general.success-status',
      `each create of ${withArticle(title)} has the status of success`,
      createdStatus,
    ),
    ...general('general.seen-at-once', `a created ${title} is there at once`, seenAtOnce),
    ...(laws.kept === undefined
      ? general('general.create-shown', `the create of ${withArticle(title)} answers with what was sent`, shownInAnswer)
      : []),
    ...general(
      'general.create-shown',
      `what the create of ${withArticle(title)} answers is read afterwards`,
      answersAsRead,
    ),
    ...general('general.create-new', `a create of ${withArticle(title)} takes no other one for it`, makesNew),
    ...(create !== undefined && namesRecords(kindName)
      ? general('general.create-new', `a create of ${withArticle(title)} leaves what its body names`, leavesNamed)
      : []),
    ...general('general.create-date', `a created ${title} has a date of its own`, hasOwnDate),
    ...general('general.texts-accepted', `free texts of ${withArticle(title)} are accepted`, textsAccepted),
    ...(laws.account !== undefined && sendableFields(kindName).some(({ of }) => of !== undefined)
      ? general(
          laws.account,
          `a created ${title} shows nothing of another account that its body names`,
          showsNothingForeign,
        )
      : []),
    ...(marker !== undefined && sent[marker]?.text
      ? general('lists.filter-case', `digits in a filter for ${title}s are a text`, digitsAreText, [list])
      : []),
    ...general('general.list-whole', `the list has every ${title} that can be read`, listsWhole, [list]),
    ...wholeLists(kindName),
    ...general('general.counts', `the list counts a created ${title}`, countsCreated, [list]),
    ...(create !== undefined && list !== undefined && hasOtherReads(kindName)
      ? general('general.reads-independent', `reads leave a created ${title} as it was`, keptByReads, [list, get])
      : []),
    ...listsWith(kindName)
      .filter((one) => queryOf(one).includes('filter'))
      .flatMap((one) =>
        general('general.reads-independent', `${one} shows a created ${title} to who asked before`, shownToAskers, [
          one,
        ]),
      ),
    ...(laws.actions === undefined
      ? []
      : general(
          'general.reads-independent',
          `who reads a ${title} first is nobody else's business`,
          sameForEveryReader,
          [get],
        )),
    ...(create === undefined ? [] : otherReads(kindName)).flatMap((read) =>
      general('general.created-known', `a created ${title} is known to ${read.id}`, (t) => knownBy(t, read, kindName), [
        read.id,
      ]),
    ),
  ];
}

/** Kinds whose laws stand beside further checks that look at the same records: a matter of our batches, not of the contract. */
const BESIDE = ['task', 'announcement', 'user', 'role', 'employee'];

export const lawsOfOthers: Batch = {
  title: 'laws of records',
  checks: Object.keys(kinds)
    .filter((name) => !BESIDE.includes(name))
    .flatMap(recordLaws),
};
