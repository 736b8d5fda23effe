/** What the words say of dashboards and reports. Sections "Resources / Dashboard" and "Endpoints / Dashboards". */

import { isRecord, type JsonRecord } from '../../../schemas/contract.ts';
import { expectOwnActions, inListAndById } from '../../support/domain/allowedActions.ts';
import { lacking } from '../../support/domain/facts.ts';
import { tagKey } from '../../support/domain/tags.ts';
import { type Batch, type Check, check } from '../../support/engine/check.ts';
import type { Context } from '../../support/engine/context.ts';
import { eventually } from '../../support/engine/retry.ts';
import { at } from '../../support/http/at.ts';
import { readKind, someOfKind } from '../../support/lists/readList.ts';
import { idsOf, recordsIn } from '../../support/records/answers.ts';
import { embeddedIn, expectEmbeddedAgree } from '../../support/records/embedded.ts';
import { peek, peekSome } from '../../support/records/views.ts';
import { disagreement } from '../../support/values/agreement.ts';
import { sample } from '../../support/values/sample.ts';
import { byTag } from './byTag.ts';
import { hiding } from './hidden.ts';
import { reporting } from './reports.ts';
import { usageChecks } from './usages/index.ts';

const KIND = 'dashboard';

/** What the tag that was asked for may be called, as tagKey: its title, name and id, as far as one of the records shows them. */
function textsOf(asked: string, ...records: readonly unknown[]): string[] {
  const tags = records.filter(isRecord).flatMap((record) => recordsIn(record.tags));
  const texts = tags.map(({ title, name, id }) => [title, name, id].map(tagKey));
  return [tagKey(asked), ...texts.filter((one) => one.includes(tagKey(asked))).flat()];
}

const reading: Check[] = [
  check(
    'the read by tag shows of a dashboard what the read by id shows',
    'dashboards.views-agree',
    (t) =>
      eventually(t, async () => {
        const { items } = await readKind(t, KIND);
        const titles = items.flatMap(({ tag, tags }) => [
          tag,
          ...(Array.isArray(tags) ? tags.map((one) => one?.title ?? one?.name) : []),
        ]);
        const values = [...(t.fixtures.ids.dashboardTag ?? []), ...sample([...new Set(titles)], 6)];
        const ask = (tag: string) => t.send('dashboards.byTag', { params: { tag } });
        const found = await Promise.all(
          values
            .filter((value): value is string => typeof value === 'string' && value !== '')
            .map(async (tag) => {
              const answer = await ask(tag);
              const { id } = answer.ok && isRecord(answer.json) ? answer.json : {};
              if (typeof id !== 'string') return undefined;
              return { asked: tag, answer, byId: await t.send('dashboards.get', at(KIND, id)), again: await ask(tag) };
            }),
        );
        const some = found.filter((one) => one !== undefined);
        if (some.length === 0)
          throw lacking(t, ['dashboardTag'], 'no dashboard is found by a tag', 'FIXTURES: ids.dashboardTag');
        let seen = 0;
        for (const { asked, answer, byId, again } of some) {
          const shown = answer.json as JsonRecord;
          // Only what stayed the same while it was looked at can be compared.
          if (disagreement(shown, again.json)) continue;
          t.succeeded(byId, 'a dashboard that is found by its tag cannot be read by its id');
          // By the id it was read, so that it says nothing; a dashboard of several tags may show the one that was asked for.
          const { id: _, tag, ...rest } = shown;
          const compared = textsOf(asked, shown, byId.json).includes(tagKey(tag)) ? rest : { ...rest, tag };
          seen += t.agree(byId.json, compared, 'a dashboard is shown differently by its tag than by its id', answer);
        }
        if (seen === 0) throw t.nothingShown(KIND, 'name');
      }),
    ['dashboards.byTag'],
  ),
];

/** Dashboards as the list shows them, and some as they are by id. */
async function shown(t: Context): Promise<JsonRecord[]> {
  const { items } = await someOfKind(t, KIND);
  return [...items, ...(await peekSome(t, KIND))];
}

const parts: Check[] = [
  check('parts of a dashboard name the dashboard that holds them', 'dashboards.parts-own', async (t) => {
    let looked = 0;
    for (const { id, insights, sectionHeaders } of await shown(t)) {
      const items = [insights, sectionHeaders].flatMap(recordsIn);
      for (const item of items.filter(({ dashboardId }) => dashboardId !== undefined)) {
        looked++;
        t.expect(item.dashboardId === id, 'a part of a dashboard names another one', {
          expected: id,
          received: item,
          at: '/dashboardId',
        });
      }
    }
    if (looked === 0) throw t.nothingShown(KIND, ['insights', 'sectionHeaders']);
  }),

  check('a tag of a dashboard is called as in the list of tags', 'dashboards.tags-agree', (t) =>
    eventually(t, async (s) => {
      s.needGroup('tags');
      const all = (await shown(s)).flatMap(({ tags }) => embeddedIn({ tags }));
      await expectEmbeddedAgree(s, all, 'a dashboard');
    }),
  ),

  check('currentUserAllowedActions are those of the user who asks', 'dashboards.current-user', (t) =>
    eventually(t, (s) => expectOwnActions(s, undefined, inListAndById(s, KIND))),
  ),
];

const COUNTS = ['appsCount', 'insightsCount', 'notificationsCount', 'sectionHeadersCount', 'usersCount'];
const VALUES = ['layout', 'selectorType', 'type', 'status'];

/** Values of these fields at any depth. */
function valuesOf(value: unknown, found: Record<string, Set<unknown>>): Record<string, Set<unknown>> {
  for (const [name, inner] of Object.entries(typeof value === 'object' && value !== null ? value : {})) {
    if (VALUES.includes(name) && typeof inner === 'string') found[name] = (found[name] ?? new Set()).add(inner);
    valuesOf(inner, found);
  }
  return found;
}

const free: Check[] = [
  check('what dashboards count', 'dashboards.counts', async (t) => {
    const [first] = (await shown(t)).slice(-1);
    const { insights, sectionHeaders } = first ?? {};
    const sizes = Object.entries({ insights, sectionHeaders }).map(([name, list]) => [
      name,
      Array.isArray(list) ? list.length : 'absent',
    ]);
    return Object.fromEntries([...COUNTS.map((name) => [name, first?.[name] ?? 'absent']), ...sizes]);
  }),
  check('which fields the list and the read by tag leave out', 'dashboards.variants', async (t) => {
    const { items } = await readKind(t, KIND);
    const [id] = idsOf(items);
    const byId = id === undefined ? undefined : await peek(t, KIND, id);
    const [tag] = t.fixtures.ids.dashboardTag ?? [];
    const found = tag === undefined ? undefined : await t.send('dashboards.byTag', { params: { tag } });
    const less = (record: unknown) =>
      isRecord(record) && byId ? Object.keys(byId).filter((field) => !(field in record)) : 'not known';
    return { list: less(items.find((item) => item.id === id)), 'by tag': less(found?.json) };
  }),
  check('values of layouts, selectors, types and states', 'dashboards.values', async (t) =>
    Object.fromEntries(
      Object.entries(valuesOf(await shown(t), {})).map(([name, values]) => [name, [...values].slice(0, 12)]),
    ),
  ),
];

export const dashboards: Batch = {
  title: 'behaviour: Dashboards',
  checks: [...reading, ...reporting, ...byTag, ...usageChecks, ...hiding, ...parts, ...free],
};
