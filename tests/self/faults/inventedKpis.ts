/** Faults invented from the specification alone: custom fields, KPI groups and KPIs. */
import type { Seams } from '../../../reference-server/server.ts';
import { type Fault, faultOf } from './fault.ts';
import { also, asIf, body, each, instead, page, rule, type Shown, stored } from './vocabulary.ts';

const fault = faultOf('');

/** Both changes, the first one outside. */
const both = (outer: Seams, inner: Seams): Seams => ({
  around: (call, next) => {
    const further = (given: typeof call) => inner.around?.(given, next) ?? next(given);
    return outer.around?.(call, further) ?? further(call);
  },
});

const FIELD_WRITES = ['customFields.create', 'customFields.update'];

const customFields: readonly Fault[] = [
  // PUT changes the field of that id. POST two fields with one label, PUT a tooltip to the first, GET the second.
  fault(
    'invented-fields-update-reaches-namesakes',
    'An update of a tooltip changes every custom field with the same label.',
    'customFields.update-only',
    also('customFields.update', ({ account, params, body: given }) => {
      const { tooltip } = (given ?? {}) as Shown;
      const one = account.customFields.get(params.id ?? '');
      if (tooltip === undefined || !one) return;
      for (const other of account.customFields.values()) if (other.label === one.label) other.tooltip = tooltip;
    }),
  ),
  // name cannot be changed after creation. PUT {label}, PUT {name: other}, GET.
  fault(
    'invented-fields-renamed-by-second-update',
    'The name is guarded in the first update of a custom field alone; a second one changes it.',
    ['customFields.name-immutable', 'customFields.immutable-model'],
    () => {
      const updated = new Set<string>();
      return also('customFields.update', ({ account, params: { id = '' }, body: given }) => {
        const { name } = (given ?? {}) as Shown;
        const field = account.customFields.get(id);
        if (updated.has(id) && field && typeof name === 'string') field.name = name;
        updated.add(id);
      });
    },
  ),
  // A name has only letters, digits and _. POST with the name "abcde\n": a $ of a pattern also stands before a last line end.
  fault(
    'invented-fields-name-line-end',
    'A name may end with a line end.',
    ['customFields.name-symbols', 'general.answer-schema'],
    rule('customFields.create', ({ bodyProblem }) => ({
      bodyProblem: (operation, given) => {
        const { name } = (given ?? {}) as Shown;
        return bodyProblem(
          operation,
          typeof name === 'string' ? { ...(given as Shown), name: name.replace(/\n$/, '') } : given,
        );
      },
    })),
  ),
  // targetTypes come from supported-types. POST with targetTypes ["ask"], or ["goal,metric"].
  fault(
    'invented-fields-target-type-part',
    'A part of the joined list of supported types is a target type, too.',
    ['customFields.target-types-refused', 'customFields.target-types-update'],
    rule(FIELD_WRITES, () => ({
      targetTypesSupported: (wanted, supported) => wanted.every((type) => supported.join(',').includes(type)),
    })),
  ),
  // orderId is an integer of the body. POST or PUT with orderId 0.
  fault(
    'invented-fields-order-zero',
    'orderId 0 is taken for a missing one and becomes 1.',
    'customFields.further-stored',
    stored(FIELD_WRITES, (given) => (given.orderId === 0 ? { ...given, orderId: 1 } : given)),
  ),
];

const kpiGroups: readonly Fault[] = [
  // favorite is per current user. The second user sets it, the first PATCHes the name, the second reads.
  fault(
    'invented-groups-rename-clears-favorites',
    'A rename takes the group from the favourites of all other users.',
    'kpiGroups.favorite-model',
    also('kpiGroups.update', ({ account, params, user }) => {
      const favorites = account.kpiGroups.get(params.groupId ?? '')?.favoriteOf;
      for (const id of favorites ?? []) if (id !== user.id) favorites?.delete(id);
    }),
  ),
  // DELETE makes favorite false. PUT favorite twice, DELETE once, GET.
  fault(
    'invented-groups-favorite-counted',
    'Who set a favourite twice has to clear it twice.',
    'kpiGroups.favorite-model',
    () => {
      const times = new Map<string, number>();
      return instead(['kpiGroups.setFavorite', 'kpiGroups.clearFavorite'], (call, next) => {
        const key = `${call.params.groupId}/${call.user.id}`;
        const had = times.get(key) ?? 0;
        const sets = call.operation.id === 'kpiGroups.setFavorite';
        if (!sets && had > 1) {
          times.set(key, had - 1);
          return { status: 200 };
        }
        const answer = next(call);
        if (answer.status < 300) times.set(key, sets ? had + 1 : 0);
        return answer;
      });
    },
  ),
  // The move takes the KPI out of the group, nothing else. PUT favorite, DELETE a KPI of the group, GET the group.
  fault(
    'invented-groups-removal-clears-favorite',
    'Who takes a KPI out of a group also loses the group as a favourite.',
    'kpiGroups.remove-kpi',
    also('kpiGroups.removeKpi', ({ account, params, user }) => {
      account.kpiGroups.get(params.groupId ?? '')?.favoriteOf.delete(user.id);
    }),
  ),
  // PUT favorite is about that group. POST two groups of one name, PUT favorite of one, GET the list.
  fault(
    'invented-groups-list-favorite-by-name',
    'In the list every group that has the name of a favourite is one.',
    ['kpiGroups.favorite-model', 'kpiGroups.favorite-one'],
    page('kpiGroups.list', (groups) => {
      const names = new Set(groups.filter(({ favorite }) => favorite).map(({ name }) => name));
      return groups.map((group) => ({ ...group, favorite: names.has(group.name) }));
    }),
  ),
  // The name is what was sent. PATCH {name: "Area m² ①"}, GET; a POST keeps it.
  fault(
    'invented-groups-rename-compatible-letters',
    'A rename replaces characters by their compatible ones: ² by 2, ① by 1, ﬁ by fi.',
    'kpiGroups.name-kept',
    stored('kpiGroups.update', (given) =>
      typeof given.name === 'string' ? { ...given, name: given.name.normalize('NFKC') } : given,
    ),
  ),
  // DELETE favorite: 404 when the group does not exist. POST, PUT favorite, DELETE the group, DELETE favorite: 200.
  fault(
    'invented-groups-favorite-of-deleted',
    'The favourite of a group that was deleted can be cleared once.',
    'kpiGroups.gone-is-unknown',
    () => {
      const favorites = new Set<string>();
      return instead(['kpiGroups.setFavorite', 'kpiGroups.clearFavorite'], (call, next) => {
        const answer = next(call);
        const key = `${call.params.groupId}/${call.user.id}`;
        if (call.operation.id === 'kpiGroups.setFavorite') favorites.add(answer.status < 300 ? key : '');
        else if (answer.status === 404 && favorites.delete(key)) return { status: 200 };
        return answer;
      });
    },
  ),
];

const kpis: readonly Fault[] = [
  // isOwner tells of the current user. GET a KPI of the first user as the first, then as the second user.
  fault(
    'invented-kpis-owner-of-first-reader',
    'isOwner of a KPI is remembered, whoever asks next.',
    'kpis.owner',
    () => {
      const known = new Map<unknown, unknown>();
      return each(['kpis.get', 'kpis.list'], (kpi) => {
        if (!known.has(kpi.id)) known.set(kpi.id, kpi.isOwner);
        kpi.isOwner = known.get(kpi.id);
      });
    },
  ),
  // The KPI is no longer in the group. DELETE /v1/kpis/{id}/groups/{id}, GET /v2/kpis; GET by id is right.
  fault(
    'invented-kpis-list-index-not-updated',
    'The list still has the groups that KPIs were taken out of.',
    ['kpis.views-agree', 'kpis.snapshots-ungrouped', 'kpis.snapshots-groups'],
    () => {
      const before = new Map<unknown, string[]>();
      return both(
        each('kpis.list', (kpi) => {
          kpi.groups = before.get(kpi.id) ?? kpi.groups;
        }),
        instead('kpiGroups.removeKpi', (call, next) => {
          const { id, groups = [] } = call.account.kpis.get(call.params.kpiId ?? '') ?? {};
          const answer = next(call);
          if (answer.status < 300 && !before.has(id)) before.set(id, groups);
          return answer;
        }),
      );
    },
  ),
  // Embedded records repeat the resource: ownerId of a goal is its own. GET a KPI with linked goals.
  fault(
    'invented-kpis-linked-goals-owned-alike',
    'The goals that a KPI links to have the ownerId of the KPI.',
    'general.embedded-agree',
    body('kpis.get', (kpi) => {
      const { expanded } = kpi.links as { expanded: { goals: Shown[] } };
      for (const goal of expanded.goals) goal.ownerId = kpi.ownerId;
    }),
  ),
  // A tag is identified by its whole title. POST the tag "Churn 00" to a KPI: the id of "Churn 0000".
  fault(
    'invented-kpis-tag-by-beginning',
    'A new title that is the beginning of that of a tag gives the KPI this tag.',
    ['tags.answer', 'tags.identity-distinct', 'tags.identity-law'],
    asIf('kpis.tag', ({ account, body: given, rules }) => {
      const { title } = (given ?? {}) as Shown;
      if (typeof title !== 'string' || title.trim() === '') return {};
      const keys = [...account.tags.values()].map((tag) => rules.tagKey(tag.title));
      const key = rules.tagKey(title);
      const found = keys.includes(key) ? undefined : keys.find((other) => other.startsWith(key));
      return found === undefined ? {} : { body: { ...(given as Shown), title: found } };
    }),
  ),
  // "tag1" and " TAG1" are one tag. POST both to one KPI, GET it: its tags hold the tag twice.
  fault(
    'invented-kpis-tag-twice-by-spelling',
    'A KPI that has a tag gets it once more when the title is spelt in another way.',
    ['tags.repeat', 'tags.counts-repeat'],
    instead('kpis.tag', (call, next) => {
      const kpi = call.account.kpis.get(call.params.kpiId ?? '');
      const had = [...(kpi?.tagIds ?? [])];
      const answer = next(call);
      const { id, title } = (answer.body ?? {}) as Shown;
      if (answer.status < 300 && kpi && had.includes(String(id)) && (call.body as Shown).title !== title)
        kpi.tagIds = [...kpi.tagIds, String(id)];
      return answer;
    }),
  ),
];

export const inventedKpisFaults: readonly Fault[] = [...customFields, ...kpiGroups, ...kpis];
