/** Values of announcements that the specification does not show, as announcements of the account have them. */

import type { JsonRecord } from '../../../schemas/contract.ts';
import { lacking } from '../domain/facts.ts';
import type { Context } from '../engine/context.ts';
import { unlessUntested } from '../engine/outcome.ts';
import { strings } from './answers.ts';
import { shownBy } from './identifiers.ts';
import { peekSome } from './views.ts';

const ANNOUNCEMENT = ['announcementType', 'notificationStrategy', 'announcementTargetId'];

const isWhole = (item: JsonRecord): boolean => ANNOUNCEMENT.every((field) => typeof item[field] === 'string');

/** Announcements that show what is learnt of them: a list may show less of them than a read by id. */
async function wholeAnnouncements(t: Context): Promise<readonly JsonRecord[]> {
  const listed = await shownBy(t, 'announcements.list');
  if (listed.length === 0 || listed.some(isWhole)) return listed.filter(isWhole);
  return (await unlessUntested(peekSome(t, 'announcement'), [])).filter(isWhole);
}

/**
 * Types and strategies that announcements of the account have, with a target of each.
 * @throws NotTested when there is no announcement to learn from, and the fixtures give no body
 */
export async function announcementValues(t: Context): Promise<readonly JsonRecord[]> {
  const whole = await wholeAnnouncements(t);
  // Where some tell whom to notify and others do not, it may be the strategy that says whether anybody is named.
  const naming = whole.filter(({ notify }) => strings(notify).length > 0);
  const usable = naming.length > 0 ? naming : whole;
  const learned = new Map(usable.map((item) => [`${item.announcementType} ${item.notificationStrategy}`, item]));
  if (learned.size > 0)
    return [...learned.values()].map((item) => Object.fromEntries(ANNOUNCEMENT.map((field) => [field, item[field]])));
  // That there is none says nothing of the create, which is tried with what is known.
  if (t.fixtures.bodies.createAnnouncement !== undefined || t.fixtures.none.includes('announcement')) return [{}];
  throw lacking(
    t,
    ['announcement'],
    'the values of announcementType and notificationStrategy are not shown, and no announcement has any',
    'FIXTURES: bodies.createAnnouncement, or an account with an announcement',
  );
}
