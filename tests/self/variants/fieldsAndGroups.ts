import type { Call } from '../../../reference-server/call.ts';
import { answers, deep, type Json, type Parts, refusing, sentBody, settlesIn, type Variant } from './variant.ts';

const FIELD_WRITES = ['customFields.create', 'customFields.update'];

/** Knows widgets of its own prefix alone; with `needed`, a new field must name one. */
const ownWidgets = (needed: boolean): Parts =>
  refusing(FIELD_WRITES, (call) => {
    const { visualizationKind: widget } = sentBody(call);
    if (widget === undefined) return needed && call.operation.id === 'customFields.create' ? 'no widget' : undefined;
    return String(widget).startsWith('acme.') ? undefined : 'no such widget';
  });

const CHOOSES = /\.(checkboxes|radiobuttons)$|^array:/;

/** What is chosen among values names them, in the fields of the account and in those that are made. */
const choicesNamed: Parts = {
  ...refusing(['customFields.create'], (call) => {
    const { type, visualizationKind, settings } = sentBody(call);
    const { predefinedValues } = (settings ?? {}) as { predefinedValues?: unknown[] };
    const chooses = [type, visualizationKind].some((word) => CHOOSES.test(String(word)));
    return chooses && !predefinedValues?.length ? 'settings.predefinedValues: what is there to choose?' : undefined;
  }),
  world: ({ accounts }) => {
    for (const account of accounts.values())
      for (const field of account.customFields.values())
        if (CHOOSES.test(String(field.visualizationKind)) || CHOOSES.test(field.type))
          field.settings = { predefinedValues: ['one', 'two'], ...(field.settings as object) };
  },
};

/** Handles the bodies of custom fields as if they were others. */
const readAs = (read: (body: Json, call: Call) => Json, parts: Parts = {}): Parts => ({
  ...parts,
  around: (call, next) =>
    next(FIELD_WRITES.includes(call.operation.id) ? { ...call, body: read(sentBody(call), call) } : call),
});

const SUPPORTED_ALONE = readAs((sent, { account }) => {
  const { targetTypes, ...others } = sent;
  const supported = Array.isArray(targetTypes) ? targetTypes.filter((type) => account.targetTypes.includes(type)) : [];
  // Where none is left the body is refused as it was sent.
  return supported.length === 0 ? sent : { ...others, targetTypes: supported };
});

let named = 0;

/** Custom fields that reads show as they were a while ago. */
function fieldsSeenLater(): Parts {
  const past = new Map<unknown, { at: number; shown: object }[]>();
  const asSeen = (field: Json) =>
    past.get(field._id)?.findLast(({ at }) => at <= Date.now() - LATE_MS)?.shown ??
    past.get(field._id)?.[0]?.shown ??
    field;
  return {
    settings: settlesIn(3_000),
    around: (call, next) => {
      const { id } = call.operation;
      const field = call.account.customFields.get(String(call.params.id));
      if (id === 'customFields.update' && field && !past.has(field._id))
        past.set(field._id, [{ at: 0, shown: structuredClone(field) }]);
      const answer = next(call);
      if (answer.status >= 300) return answer;
      if (id === 'customFields.update' && field)
        past.get(field._id)?.push({ at: Date.now(), shown: structuredClone(field) });
      if (id === 'customFields.get') return { ...answer, body: asSeen(answer.body as Json) };
      if (id !== 'customFields.list') return answer;
      const body = answer.body as { items: Json[] };
      return { ...answer, body: { ...body, items: body.items.map(asSeen) } };
    },
  };
}

const NO_FIELDS = { size: { customFields: 0 } };

const SHOWN = ['kpiGroups.list', 'kpiGroups.get', 'kpiGroups.create', 'kpiGroups.update'];
const LATE_MS = 400;

/** Lists that show what was written a little later; reads by id show it at once. */
function lateLists(): Parts {
  const past = new Map<string, { at: number; body: unknown }[]>();
  return {
    settings: settlesIn(3_000),
    around: (call, next) => {
      const answer = next(call);
      const { id } = call.operation;
      if (!['kpiGroups.list', 'customFields.list', 'kpis.list'].includes(id) || answer.status !== 200) return answer;
      const key = `${id}/${call.account.id}/${call.user.id}/${call.query}/${JSON.stringify(call.body)}`;
      const now = Date.now();
      const seen = past.get(key) ?? [];
      const text = JSON.stringify(answer.body);
      if (seen.length === 0 || JSON.stringify(seen.at(-1)?.body) !== text)
        seen.push({ at: seen.length === 0 ? 0 : now, body: JSON.parse(text) });
      past.set(key, seen);
      return { ...answer, body: structuredClone(seen.findLast(({ at }) => at <= now - LATE_MS)?.body) };
    },
  };
}

export const fieldAndGroupVariants: readonly Variant[] = [
  {
    name: 'widget-own-prefix',
    on: ['customFields'],
    title: 'Only widgets of its own prefix are known, and fields of the account show them.',
    kind: 'widget',
    parts: {
      ...ownWidgets(true),
      world: ({ accounts }) => {
        for (const account of accounts.values())
          for (const field of account.customFields.values())
            field.visualizationKind = String(field.visualizationKind).replace(/^\w+\./, 'acme.');
      },
    },
  },
  {
    // "settings: holds predefined values, validation and similar"; when they are needed is not shown.
    name: 'field-choices-named',
    on: ['customFields'],
    title: 'A custom field whose values are chosen names them in its settings.',
    parts: choicesNamed,
  },
  {
    name: 'field-older-than-the-rule',
    on: ['customFields'],
    title: 'A custom field of the account has a name of three symbols.',
    warns: ['customFields.name-shown'],
    parts: {
      world: ({ accounts }) => {
        for (const account of accounts.values())
          for (const field of [...account.customFields.values()].slice(0, 1)) field.name = 'bio';
      },
    },
  },
  {
    name: 'target-types-left-out',
    on: ['customFields'],
    title:
      'Of the target types of a field those that are not supported are left out; where none is left it is refused.',
    parts: SUPPORTED_ALONE,
  },
  {
    name: 'filterable-guarded',
    on: ['customFields'],
    title: 'A list is not filterable, and neither the flag nor a target type of a field is taken back.',
    parts: {
      ...refusing(FIELD_WRITES, (call) => {
        const { filterable, targetTypes, type } = sentBody(call);
        const field = call.account.customFields.get(call.params.id ?? '');
        if (filterable === true && String(field?.type ?? type).startsWith('array:')) return 'a list is not filterable';
        if (field?.filterable === true && filterable === false) return 'filters may use the field';
        const lost = Array.isArray(targetTypes) && field?.targetTypes.some((one) => !targetTypes.includes(one));
        return lost ? 'records may have values of the field' : undefined;
      }),
      world: ({ accounts }) => {
        for (const account of accounts.values())
          for (const field of account.customFields.values())
            if (field.type.startsWith('array:')) field.filterable = false;
      },
    },
  },
  {
    name: 'fields-of-old',
    on: ['customFields'],
    title:
      'A field applies to a target type that is gone. Tags are taken out of descriptions, and empty names and types count as not given.',
    warns: ['customFields.target-types-used'],
    parts: readAs(
      (sent, { operation }) => {
        const read = {
          ...sent,
          ...(typeof sent.description === 'string' && {
            description: sent.description.replaceAll(/<\/?[a-z][^>]*>/gi, ''),
          }),
        };
        if (operation.id !== 'customFields.create') return read;
        return { ...read, name: sent.name || `own${named++}Name`, type: sent.type || 'string' };
      },
      {
        world: ({ accounts }) => {
          for (const account of accounts.values())
            for (const field of [...account.customFields.values()].slice(0, 1)) field.targetTypes.push('initiative');
        },
      },
    ),
  },
  {
    name: 'fields-seen-later',
    on: ['customFields'],
    title: 'An update of a custom field is answered at once, and shown 400 ms later.',
    parts: fieldsSeenLater,
  },
  {
    name: 'widget-own-prefix-no-fields',
    on: ['customFields'],
    title: 'Only widgets of its own prefix are known, in an account without fields; none is needed.',
    kind: 'widget',
    sparse: true,
    sample: NO_FIELDS,
    parts: ownWidgets(false),
  },
  {
    name: 'widget-needed-no-fields',
    on: ['customFields'],
    title: 'A field needs a widget of its own prefix, in an account without fields; nothing says which.',
    kind: 'widget',
    sparse: true,
    sample: NO_FIELDS,
    parts: ownWidgets(true),
  },
  {
    name: 'widget-needed-given',
    sample: NO_FIELDS,
    on: ['customFields'],
    title: 'A field needs a widget of its own prefix, in an account without fields; the fixtures give a body.',
    kind: 'widget',
    sparse: true,
    parts: {
      ...ownWidgets(true),
      fixtures: (file) => {
        file.bodies.createCustomField = {
          label: '{{unique}}',
          name: 'given_one',
          type: 'string',
          targetTypes: ['goal'],
          visualizationKind: 'acme.textbox',
        };
      },
    },
  },
  {
    name: 'settings-of-its-own',
    on: ['customFields'],
    title: 'Settings are taken in a form of its own alone, and shown of no field.',
    parts: {
      ...refusing(FIELD_WRITES, (call) => (sentBody(call).settings === undefined ? undefined : 'settings')),
      ...answers(['customFields.list', 'customFields.get', 'customFields.create', 'customFields.update'], (body) =>
        deep(body, ({ settings: _, ...field }) => field),
      ),
    },
  },
  {
    name: 'update-names-nothing-fixed',
    on: ['customFields'],
    title: 'An update that names what never changes is refused, even when it does not change it.',
    kind: 'immutable',
    parts: refusing(['customFields.update'], (call) =>
      'name' in sentBody(call) || 'type' in sentBody(call) ? 'fixed' : undefined,
    ),
  },
  {
    name: 'update-whole-alone',
    on: ['customFields'],
    title: 'An update must be a whole field, with label, name, type and target types.',
    kind: 'immutable',
    parts: refusing(['customFields.update'], (call) =>
      call.account.customFields.has(call.params.id ?? '') &&
      ['label', 'name', 'type', 'targetTypes'].some((field) => sentBody(call)[field] === undefined)
        ? 'not whole'
        : undefined,
    ),
  },
  {
    name: 'update-without-own-fields',
    on: ['customFields'],
    title: 'An update that names fields that are the service’s own is refused.',
    parts: refusing(['customFields.update'], (call) => ('dateCreated' in sentBody(call) ? 'read only' : undefined)),
  },
  {
    name: 'field-lists-unordered',
    on: ['customFields'],
    title: 'Target types stand in another order in the list of fields, and empty texts as null.',
    parts: answers(['customFields.list'], (body) =>
      deep(body, (record) =>
        Object.fromEntries(
          Object.entries(record).map(([key, value]) => [
            key,
            key === 'targetTypes' && Array.isArray(value) ? [...value].reverse() : value === '' ? null : value,
          ]),
        ),
      ),
    ),
  },
  {
    name: 'favorite-never-shown',
    on: ['kpiGroups'],
    title: 'KPI groups never show favorite, who created them or when they were changed.',
    kind: 'favorite',
    sparse: true,
    parts: answers(SHOWN, (body) =>
      deep(body, ({ favorite: _favorite, createdById: _author, dateUpdated: _date, ...group }) => group),
    ),
  },
  {
    name: 'favorite-by-id-alone',
    on: ['kpiGroups'],
    title: 'KPI groups show favorite by id, and not in the list.',
    kind: 'favorite',
    parts: answers(['kpiGroups.list'], (body) => deep(body, ({ favorite: _, ...group }) => group)),
  },
  {
    name: 'group-names-plain',
    on: ['kpiGroups'],
    title: 'Names of KPI groups have at most 60 letters, digits, spaces and hyphens.',
    warns: ['general.texts-accepted'],
    parts: refusing(['kpiGroups.create', 'kpiGroups.update'], (call) =>
      /^[A-Za-z0-9 -]{1,60}$/.test(String(sentBody(call).name ?? 'none')) ? undefined : 'name',
    ),
  },
  {
    name: 'group-names-unique-always',
    on: ['kpiGroups', 'kpis'],
    title: 'No two KPI groups have the same name, in whatever letters, nor after a rename.',
    parts: refusing(['kpiGroups.create', 'kpiGroups.update'], (call) => {
      const { name } = sentBody(call);
      const same = [...call.account.kpiGroups.values()].some(
        (group) => group.name.toLowerCase() === String(name).toLowerCase() && group.id !== call.params.groupId,
      );
      return same ? 'taken' : undefined;
    }),
  },
  {
    name: 'group-lists-late',
    on: ['kpiGroups', 'customFields'],
    title: 'Lists show what was written 400 ms later.',
    warns: ['general.seen-at-once'],
    kind: 'late lists',
    parts: lateLists,
  },
];
