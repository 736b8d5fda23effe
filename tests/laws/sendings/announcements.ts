/** The few announcements that the laws make: they cannot be deleted. Section "Endpoints / Announcements". */
import type { JsonRecord } from '../../../schemas/contract.ts';
import { currentUsers } from '../../support/domain/currentUser.ts';
import { LONG_AGO } from '../../support/domain/ownFields.ts';
import { oddUsers, someUsers } from '../../support/domain/people.ts';
import type { Context } from '../../support/engine/context.ts';
import { unlessUntested } from '../../support/engine/outcome.ts';
import { anotherOrFirst } from '../../support/http/actors.ts';
import type { Actor } from '../../support/http/client.ts';
import { announcementValues } from '../../support/records/announcementValues.ts';
import { strings } from '../../support/records/answers.ts';
import { givenBody } from '../../support/records/givenBodies.ts';
import type { Sending } from '../../support/records/sharedCreations.ts';
import { sample } from '../../support/values/sample.ts';
import { alike, lengthened, markdown, plain } from './texts.ts';

/** More ids than go into a short column. */
const CROWD = 24;

interface Authors {
  first: string;
  second: string;
  other: string;
}

/** Authors: the callers themselves, as far as it is known who they are, and another user. */
async function authors(t: Context): Promise<Authors> {
  const users = await someUsers(t);
  const known: Partial<Authors> = await unlessUntested(currentUsers(t), {});
  const { first = users[0] as string, second = first } = known;
  return { first, second, other: users.find((id) => id !== first && id !== second) ?? first };
}

export async function announcementSendings(t: Context): Promise<Sending[]> {
  const [values, users, { first, second, other }, { newcomer, inactive }] = await Promise.all([
    announcementValues(t),
    someUsers(t),
    authors(t),
    oddUsers(t),
  ]);
  const as: Actor = anotherOrFirst(t);
  const others = users.filter((id) => id !== first && id !== second);
  // Who is not told of an announcement need not be shown it: both callers are, and others between them.
  const notified = [...new Set([first, second, ...sample(others, 4)])];
  const given = (await Promise.all([0, 1, 2, 3].map((nth) => givenBody(t, 'createAnnouncement', {}, nth)))) as (
    | JsonRecord
    | undefined
  )[];
  // As many as each other, one alone, and more: who is told of none is not told what those of another one are.
  const told = (i: number) => notified.slice(0, [3, 1, 5, 4][i]);
  // Whether authors are notified themselves is open.
  const toldBeside = (i: number, author: string) => {
    const rest = [...told(i), other].filter((id) => id !== author);
    return rest.length > 0 ? [...new Set(rest)] : told(i);
  };
  // What the fixtures give comes first. Whether each of the ids in it goes with each author is open: refused, the first ones
  // are taken.
  const body = (i: number, authorID: string, comment: string, nth = i, notify = told(i)): JsonRecord => ({
    ...values[i % values.length],
    authorID,
    notify,
    ...given[nth],
    comment,
  });
  const beside = (i: number, author: string, comment: string): JsonRecord => {
    const of = body(i, author, comment, 0, toldBeside(i, author));
    return strings(of.notify).includes(String(of.authorID)) ? { ...of, notify: toldBeside(i, author) } : of;
  };
  const [one, two] = alike(t, 'announcement', 2) as [string, string];
  const text = await markdown(t, 'announcement');
  const ordinary = plain(t, 'announcement');
  const digits = t.names.digits();
  const mine = body(0, first, one);
  // Several are told of it, also where the fixtures name a single user.
  const many = { ...body(2, second, two), notify: told(2) };
  // Whether those may be told who are new or have left is open.
  const withOdd = [strings([newcomer, inactive]), strings([newcomer])]
    .filter(({ length }) => length > 0)
    .map((odd) => ({ ...many, notify: [...told(2), ...odd] }));
  // How many may be told is open, and whether a body may name a date.
  const crowd = [...new Set([...told(2), ...sample(others, CROWD), ...strings([newcomer, inactive])])];
  const odd = [{ ...many, notify: crowd, dateCreated: LONG_AGO }, { ...many, notify: crowd }, ...withOdd, many];
  return [
    { body: mine, as: 'first', fallbacks: [{ body: beside(0, first, one), without: 'value' }] },
    // Right after one that names whom to tell: what it leaves out is not taken from there.
    { body: { comment: plain(t, 'announcement') }, as: 'first', open: true, next: true },
    {
      body: body(1, other, lengthened(text, 5000)),
      as: 'first',
      fallbacks: [
        { body: beside(1, first, lengthened(text, 5000)), without: 'value' },
        { body: beside(1, first, text), without: 'text' },
        { body: beside(1, first, ordinary), without: 'text' },
      ],
    },
    {
      body: odd[0],
      as,
      fallbacks: [
        ...odd.slice(1).map((less) => ({ body: less, without: 'value' as const })),
        { body: { ...many, notify: toldBeside(2, second) }, without: 'value' },
        { body: beside(2, second, two), without: 'value' },
      ],
    },
    // Two may be the same in all that was sent: a target that takes the second has two.
    { body: mine, as: 'first', open: true },
    {
      // Nobody is to be told, and the author has left: whether a target takes that is open.
      body: { ...body(3, first, digits), ...(inactive !== undefined && { authorID: inactive }), notify: [] },
      as: 'first',
      namesFirst: true,
      fallbacks: [
        ...(inactive === undefined
          ? []
          : [
              { body: { ...body(3, first, digits), authorID: inactive }, without: 'value' as const },
              { body: { ...body(3, first, digits), notify: [] }, without: 'value' as const },
            ]),
        { body: body(3, first, digits, 0), without: 'value' },
        { body: beside(3, first, digits), without: 'value' },
        { body: beside(3, first, plain(t, 'announcement')), without: 'text' },
      ],
    },
  ];
}
