/** A dashboard is found by the tag that it was given. Section "Endpoints / Dashboards". */
import { lacking } from '../../support/domain/facts.ts';
import { answered, DASHBOARD, tagBody, tagKey } from '../../support/domain/tags.ts';
import { type Check, check } from '../../support/engine/check.ts';
import type { Context } from '../../support/engine/context.ts';
import { NotApplicable, NotTested, unlessUntested } from '../../support/engine/outcome.ts';
import { eventually } from '../../support/engine/retry.ts';
import { at } from '../../support/http/at.ts';
import type { Actor, Answer } from '../../support/http/client.ts';
import { isRefusal } from '../../support/records/answers.ts';
import { sample } from '../../support/values/sample.ts';
import { askByTag, expectCarries, expectEverySpelling, findsAny, foundByTitle, PLAIN } from '../dashboards/byTag.ts';
import { usersWithHidden } from '../dashboards/hidden.ts';
import { storyAt } from './story.ts';

const upper = (letter: string) => letter.toUpperCase();

const OPEN = [
  'titles of tags find no dashboard, and what the path takes is open',
  'FIXTURES: ids.dashboardTag',
] as const;

/** What ends a check where no title finds a dashboard: what else finds one is for the target to say. */
async function noTitle(t: Context): Promise<Error> {
  if (await findsAny(t)) return new NotApplicable('dashboards are found by something else than the titles of tags');
  return lacking(t, ['dashboardTag'], ...OPEN);
}

/** The title of the tag of the run that came from a dashboard. */
async function ownTitle(t: Context): Promise<string> {
  const { tags } = await storyAt(t, DASHBOARD);
  const tag = tags.find(({ place }) => place === DASHBOARD);
  if (tag) return tag.title;
  throw new NotTested('no dashboard could be given a tag', `a target whose ${DASHBOARD.operation} succeeds`);
}

/**
 * Whether an answer refuses the path as such, as a server before the service may for some signs and escapes: with another code
 * than 404, or with a 404 of another type than that for an unknown tag of plain letters.
 */
async function refusesPath(t: Context, title: string, answer: Answer): Promise<boolean> {
  if (PLAIN.test(title) || !isRefusal(answer)) return false;
  // What a path may hold is up to the server, and some proxies know no path with an escaped slash.
  if (answer.status !== 404 || /[/\\]/.test(title)) return true;
  const unknown = await askByTag(t, t.names.plain('tag'));
  return unknown.status === 404 && unknown.responseHeaders['content-type'] !== answer.responseHeaders['content-type'];
}

/** Symbols beyond the basic plane, which some collations take for one. */
const [ROCKET, PARTY] = ['\u{1F680}', '\u{1F389}'];

/** Hidden dashboards that a tag is tried on. */
const HIDDEN = 2;

export const onDashboards: readonly Check[] = [
  check(
    'a dashboard that the user cannot access cannot be tagged',
    'dashboards.hidden',
    async (t) => {
      t.needGroup('dashboards');
      const stated = t.fixtures.facts.hiddenDashboards ?? [];
      const users = stated.length > 0 ? [{ as: 'first' as Actor, hidden: stated }] : await usersWithHidden(t);
      // The control: a dashboard that the user can access is tagged.
      const { uses } = await storyAt(t, DASHBOARD);
      if (!uses.some(({ place, answer }) => place === DASHBOARD && answer.ok))
        throw new NotTested('no dashboard could be given a tag', `a target whose ${DASHBOARD.operation} succeeds`);
      const title = t.names.plain('hidden');
      const body = await tagBody(t, DASHBOARD, title);
      for (const { as, hidden } of users)
        for (const id of hidden.slice(0, HIDDEN)) {
          const answer = await t.send(DASHBOARD.operation, { ...at(DASHBOARD.kind, id), body, as });
          const { id: tag } = answered(answer);
          if (typeof tag === 'string') t.ledger.add('tag', tag, as);
          t.refused(answer, 'a dashboard that the user cannot access can be tagged');
        }
    },
    [DASHBOARD.operation],
  ),

  check('a title with another symbol finds no dashboard that has not this tag', 'dashboards.by-tag', async (t) => {
    if ((await foundByTitle(t)).length === 0) throw await noTitle(t);
    const { tags } = await storyAt(t, DASHBOARD);
    const tag = tags.find(({ on, title }) => on.has(DASHBOARD) && title.includes(ROCKET));
    // Which titles are taken is not said.
    if (!tag || !(await askByTag(t, tag.title)).ok)
      throw new NotApplicable('no dashboard is found by a title with a symbol beyond the basic plane');
    const other = tag.title.replace(ROCKET, PARTY);
    await eventually(t, async (now) => {
      const answer = await askByTag(now, other);
      if (answer.ok) await expectCarries(now, other, other, answer);
      else t.judge(undefined, 1);
    });
  }),

  check('a new tag finds the dashboard that was given it', 'dashboards.by-tag-new', async (t) => {
    if ((await foundByTitle(t)).length === 0) throw await noTitle(t);
    const title = await ownTitle(t);
    await eventually(t, async (now) => {
      const answer = await askByTag(now, title);
      if (await refusesPath(now, title, answer))
        throw new NotApplicable('the title of the new tag is refused in a path');
      t.succeeded(answer, 'titles of tags find dashboards, and that of a new tag finds none');
      await expectCarries(now, title, title, answer);
    });
  }),

  check('a tag finds its dashboard whatever signs its title has', 'dashboards.by-tag-new', async (t) => {
    if ((await foundByTitle(t)).length === 0) throw await noTitle(t);
    const { tags } = await storyAt(t, DASHBOARD);
    const given = tags.filter(({ on, entry }) => on.has(DASHBOARD) && entry?.isActive !== false);
    await eventually(t, async (now) => {
      for (const { title } of given) {
        const answer = await askByTag(now, title);
        if (await refusesPath(now, title, answer)) continue;
        t.succeeded(answer, 'titles of tags find dashboards, and one with other signs in it finds none');
        await expectCarries(now, title, title, answer);
      }
    });
    if (t.tally.compared === 0) throw new NotApplicable('the titles of new tags are refused in a path');
  }),

  check('a dashboard is found by a tag title in every spelling', 'dashboards.by-tag-identity', async (t) => {
    const known = sample(await foundByTitle(t), 3).map(({ title }) => title);
    const own = await unlessUntested(ownTitle(t), undefined);
    const found = own !== undefined && (await askByTag(t, own)).ok ? [...known, own] : known;
    if (found.length === 0) throw await noTitle(t);
    await Promise.all(found.map((title) => expectEverySpelling(t, title)));
  }),

  check('other letters and other white space', 'tags.identity-other', async (t) => {
    const found = (await foundByTitle(t)).map(({ title }) => title);
    const [other] = found.filter((title) => title.toUpperCase() !== tagKey(title).replace(/[a-z]/g, upper));
    const ask = async (title: string | undefined) =>
      title === undefined ? 'no such title is known' : (await askByTag(t, title)).status;
    return {
      'in upper case': await ask(other?.toUpperCase()),
      'with a tab behind': await ask(found[0] === undefined ? undefined : `${found[0]}\t`),
    };
  }),
];
