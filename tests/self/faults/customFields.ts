/** What a team could get wrong with custom fields. */

import type { Call } from '../../../reference-server/call.ts';
import type { Seams } from '../../../reference-server/server.ts';
import type { CustomField } from '../../../reference-server/store/account.ts';
import { operation } from '../../../schemas/contract.ts';
import type { Fault } from './fault.ts';
import { also, asIf, body, each, guardsFormulas, instead, inWorld, pretending } from './vocabulary.ts';

type Field = Record<string, unknown>;
type List = { items: Field[]; targetTypes: string[]; totalCount: number };

const stored = ({ account, params }: Call) => account.customFields.get(params.id as string) as CustomField;
const answered = ({ account }: Call, body: unknown) =>
  account.customFields.get((body as Field)._id as string) as CustomField;
const isMine = (field: Field) => String(field.name).startsWith('gc') || !String(field.name).includes('_');

/** Judges the bodies of creates and updates as if one value were another, which the rule lets pass. */
const reading = (field: 'name' | 'type', as: (value: string) => string): Seams => ({
  rules: (standard) => ({
    bodyProblem(judged, body) {
      const value = (body as Field | undefined)?.[field];
      return standard.bodyProblem(
        judged,
        typeof value === 'string' ? { ...(body as Field), [field]: as(value) } : body,
      );
    },
  }),
});

/** Refuses also what the rule allows. */
const refusing = (field: 'name' | 'type', wrong: (value: string) => boolean): Seams => ({
  rules: (standard) => ({
    bodyProblem(judged, body) {
      const value = (body as Field | undefined)?.[field];
      if (judged === operation('customFields.create') && typeof value === 'string' && wrong(value))
        return `${field} is not allowed`;
      return standard.bodyProblem(judged, body);
    },
  }),
});

/** Keeps other texts of an update than those that were sent. */
const updatedTexts = (kept: (sent: string, before: unknown) => unknown): Seams =>
  instead('customFields.update', (call, next) => {
    const before = stored(call);
    const texts = Object.entries((call.body ?? {}) as Field).flatMap(([name, sent]) =>
      typeof sent === 'string' && before ? [[name, kept(sent, before[name])]] : [],
    );
    return next({ ...call, body: { ...(call.body as Field), ...Object.fromEntries(texts) } });
  });

/** Lets updates change what they must not. */
const changing = (field: 'name' | 'type', when: (call: Call) => boolean = () => true): Seams =>
  instead('customFields.update', (call, next) => {
    const value = (call.body as Field | undefined)?.[field];
    const answer = next(call);
    if (answer.status === 200 && typeof value === 'string' && when(call)) stored(call)[field] = value;
    return answer;
  });

/** Lets updates write values that no field can have: they never reach the rules. */
const writing = (field: 'name' | 'type', when: (value: unknown, call: Call) => boolean): Seams =>
  instead('customFields.update', (call, next) => {
    const { [field]: value, ...others } = (call.body ?? {}) as Field;
    if (value === undefined || !stored(call) || !when(value, call)) return next(call);
    const answer = next({ ...call, body: others });
    if (answer.status === 200) stored(call)[field] = value as string;
    return answer;
  });

/** An update that passes over these fields of its body. */
const passingOver = (...fields: readonly string[]): Seams =>
  asIf('customFields.update', (call) => ({
    body: Object.fromEntries(Object.entries((call.body ?? {}) as Field).filter(([name]) => !fields.includes(name))),
  }));

/** Creates of kinds that cannot be deleted, and updates. */
const TEXT_WRITES = [
  ...['customFields.create', 'customFields.update', 'kpiGroups.create', 'kpiGroups.update'],
  ...['tasks.create', 'announcements.create', 'roles.create'],
];

const TEXT_KEPT = ['customFields', 'tasks', 'roles'].map((group) => `${group}.text-kept`);

const redated = (value: unknown): unknown =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d(T[\d:.]+Z?)?$/.test(value) ? new Date(value).toUTCString() : value;

/** Writes days and moments among these texts as other ones. */
const redating = (...names: readonly string[]): Seams =>
  asIf(TEXT_WRITES, (call) => ({
    body: Object.fromEntries(
      Object.entries((call.body ?? {}) as Field).map(([name, value]) => [
        name,
        names.includes(name) ? redated(value) : value,
      ]),
    ),
  }));

const targetTypes = (supported: (wanted: readonly string[], all: readonly string[]) => boolean): Seams => ({
  rules: () => ({ targetTypesSupported: supported }),
});

const takingOver = (field: string): Seams =>
  also(['customFields.create', 'customFields.update'], (call, { body }) => {
    const value = (call.body as Field)[field];
    if (value !== undefined) answered(call, body)[field] = value;
  });

export const customFieldFaults: readonly Fault[] = [
  {
    name: 'field-answer-without-change',
    title: 'creating a field answers with another label than was sent',
    breaks: ['customFields.create-answer'],
    seams: body('customFields.create', (field: Field) => ({ ...field, label: field.name })),
  },
  {
    name: 'field-not-stored',
    title: 'a created field is answered and not stored',
    breaks: ['customFields.create-stored', 'customFields.create-listed', 'customFields.create-each'],
    seams: also('customFields.create', ({ account }, { body }) =>
      account.customFields.delete((body as Field)._id as string),
    ),
  },
  {
    name: 'field-null-is-a-word',
    title: 'an update with null for a text stores the word null',
    breaks: ['customFields.update-emptied'],
    seams: asIf('customFields.update', ({ body: sent }) => ({
      body: Object.fromEntries(
        Object.entries(sent as Field).map(([name, value]) => [name, value === null ? 'null' : value]),
      ),
    })),
  },
  {
    name: 'field-description-lost',
    title: 'the description of a new field is not stored',
    breaks: ['customFields.create-stored', 'customFields.text-kept'],
    seams: also('customFields.create', (call, { body }) => {
      answered(call, body).description = '';
    }),
  },
  {
    name: 'field-hidden-from-second-user',
    title: 'the read by id shows new fields to their author alone',
    breaks: ['customFields.create-stored'],
    seams: () => {
      const authors = new Map<string, string>();
      return {
        around: (call, next) => {
          const answer = next(call);
          if (call.operation.id === 'customFields.create' && answer.status === 201)
            authors.set((answer.body as Field)._id as string, call.user.id);
          const author = authors.get(call.params.id as string);
          return call.operation.id === 'customFields.get' && author !== undefined && author !== call.user.id
            ? { status: 400 }
            : answer;
        },
      };
    },
  },
  {
    name: 'field-not-listed',
    title: 'the list leaves out fields created since the server started',
    breaks: ['customFields.create-listed'],
    seams: body('customFields.list', (list: List) => ({
      ...list,
      items: list.items.filter((field) => !isMine(field)),
      totalCount: list.items.filter((field) => !isMine(field)).length,
    })),
  },
  {
    name: 'field-of-a-label-listed-once',
    title: 'the list shows one field of each label, the one that was changed last',
    breaks: ['customFields.update-only'],
    seams: body('customFields.list', (list: List) => {
      const changed = ({ lastModified }: Field) => Date.parse(String(lastModified));
      const inTurn = [...list.items].sort((a, b) => changed(a) - changed(b));
      const shown = new Set(new Map(inTurn.map((field) => [field.label, field])).values());
      const items = list.items.filter((field) => shown.has(field));
      return { ...list, items, totalCount: items.length };
    }),
  },
  {
    name: 'field-listed-twice',
    title: 'the list shows its first field twice',
    breaks: ['customFields.views-agree', 'customFields.create-listed'],
    seams: body('customFields.list', (list: List) => ({
      ...list,
      items: [...list.items, ...list.items.slice(0, 1)],
      totalCount: list.totalCount + 1,
    })),
  },
  {
    name: 'field-ids-collide',
    title: 'a field created right after another takes its id',
    breaks: ['customFields.create-each'],
    seams: also('customFields.create', ({ account }, { body }) => {
      const previous = [...account.customFields.values()].at(-2);
      const mine = body as Field;
      if (previous && isMine(previous)) {
        account.customFields.delete(mine._id as string);
        mine._id = previous._id;
      }
    }),
  },
  {
    name: 'custom-field-widget-unknown',
    title:
      'A widget that fields of the account have is missing among those that a create takes: the field has a text box.',
    breaks: ['customFields.create-answer'],
    seams: asIf('customFields.create', ({ body: sent }) => {
      const { visualizationKind } = (sent ?? {}) as Field;
      if (typeof visualizationKind !== 'string') return {};
      return {
        body: { ...(sent as Field), visualizationKind: visualizationKind.replace('radiobuttons', 'textbox') },
      };
    }),
  },
  {
    name: 'custom-field-update-saves-elsewhere',
    title: 'An update writes its label into the field that the body names, also in another account.',
    breaks: ['customFields.update-only'],
    seams: inWorld('customFields.update', (call, accounts, next) => {
      const { _id, label } = (call.body ?? {}) as Field;
      for (const [id, { customFields }] of accounts) {
        const named = id === call.account.id ? undefined : customFields.get(String(_id));
        if (named && typeof label === 'string') named.label = label;
      }
      return next(call);
    }),
  },
  {
    name: 'custom-field-updated-by-name-everywhere',
    title: 'An update changes the texts of the fields of this name in every account.',
    breaks: ['customFields.update-only'],
    seams: inWorld('customFields.update', (call, accounts, next) => {
      const { label, tooltip } = (call.body ?? {}) as Field;
      const name = call.account.customFields.get(String(call.params.id))?.name;
      for (const { customFields } of accounts.values())
        for (const field of customFields.values())
          if (field.name === name && typeof label === 'string') Object.assign(field, { label, tooltip });
      return next(call);
    }),
  },
  {
    name: 'custom-field-name-taken-elsewhere',
    title: 'A name that a field of another account has is refused.',
    breaks: ['customFields.create-account'],
    seams: inWorld('customFields.create', (call, accounts, next) => {
      const others = [...accounts.values()].filter((account) => account !== call.account);
      const names = others.flatMap(({ customFields }) => [...customFields.values()].map((field) => field.name));
      const { name } = (call.body ?? {}) as Field;
      return names.includes(String(name)) ? { status: 400, body: { message: 'taken' } } : next(call);
    }),
  },
  {
    name: 'custom-field-created-by-name-everywhere',
    title: 'A create gives its label to the fields of this name in other accounts.',
    breaks: ['customFields.create-account'],
    seams: inWorld('customFields.create', (call, accounts, next) => {
      const { name, label } = (call.body ?? {}) as Field;
      for (const { customFields } of accounts.values())
        for (const field of customFields.values())
          if (field.name === name && typeof label === 'string') field.label = label;
      return next(call);
    }),
  },
  {
    name: 'custom-field-update-cuts-texts',
    title: 'An update cuts texts at 255 characters, which a create keeps whole.',
    breaks: ['customFields.text-kept'],
    seams: updatedTexts((sent) => sent.slice(0, 255)),
  },
  {
    name: 'custom-field-update-without-case',
    title: 'An update that changes the letter case of a text alone changes nothing.',
    breaks: ['customFields.update-stored'],
    seams: updatedTexts((sent, before) => (sent.toLowerCase() === String(before).toLowerCase() ? before : sent)),
  },
  {
    name: 'field-texts-escaped',
    title: 'HTML characters in labels are escaped',
    breaks: ['customFields.text-kept'],
    seams: also(['customFields.create', 'customFields.update'], (call, { body }) => {
      const field = answered(call, body);
      if (typeof field.label === 'string') field.label = field.label.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
    }),
  },
  {
    name: 'field-texts-ascii',
    title: 'letters outside ASCII are lost from descriptions on update',
    breaks: ['customFields.text-kept'],
    seams: also('customFields.update', (call) => {
      const field = stored(call);
      field.description = String(field.description ?? '').replaceAll(/[^\t-~]/g, '?');
    }),
  },
  {
    name: 'field-get-first',
    title: 'reading by id gives the first field',
    breaks: ['customFields.get-record'],
    seams: instead('customFields.get', (call, next) =>
      stored(call) ? next({ ...call, params: { id: [...call.account.customFields.keys()][0] as string } }) : next(call),
    ),
  },
  {
    name: 'field-views-differ',
    title: 'the list shows labels in upper case',
    breaks: ['customFields.views-agree'],
    seams: body('customFields.list', (list: List) => ({
      ...list,
      items: list.items.map((field) => ({ ...field, label: String(field.label).toUpperCase() })),
    })),
  },
  {
    name: 'settings-refused',
    title: 'a body with settings is refused',
    breaks: ['customFields.settings-accepted'],
    seams: instead('customFields.create', (call, next) =>
      (call.body as Field).settings === undefined ? next(call) : { status: 400 },
    ),
  },
  {
    name: 'settings-refused-by-update',
    title: 'an update with settings is refused',
    breaks: ['customFields.settings-accepted'],
    seams: instead('customFields.update', (call, next) =>
      (call.body as Field).settings === undefined ? next(call) : { status: 400 },
    ),
  },
  {
    name: 'settings-break',
    title: 'a body with settings breaks the service',
    breaks: ['customFields.settings-accepted'],
    seams: instead('customFields.create', (call, next) =>
      (call.body as Field).settings === undefined ? next(call) : { status: 500 },
    ),
  },
  {
    name: 'settings-flow-together',
    title: 'the settings of new fields are kept in one object',
    breaks: ['customFields.create-own'],
    seams: () => {
      const shared = {};
      return also('customFields.create', (call, { body }) => {
        const field = answered(call, body);
        if (field.settings) field.settings = Object.assign(shared, field.settings);
      });
    },
  },
  {
    name: 'settings-flow-together-later',
    title: 'fields without settings share those that one of them is given later',
    breaks: ['customFields.update-only'],
    seams: also('customFields.update', (call) => {
      const { settings } = call.body as Field;
      if (settings === undefined) return;
      for (const field of call.account.customFields.values()) field.settings ??= settings;
    }),
  },
  {
    name: 'new-settings-everywhere',
    title: 'a key that an update adds to the settings of a field is added to those of every field',
    breaks: ['customFields.update-only'],
    seams: instead('customFields.update', (call, next) => {
      const { customFields } = call.account;
      const before = Object.keys(customFields.get(String(call.params.id))?.settings ?? {});
      const answer = next(call);
      const added = Object.entries((call.body as Field).settings ?? {}).filter(([key]) => !before.includes(key));
      if (answer.status === 200 && added.length > 0)
        for (const field of customFields.values())
          field.settings = Object.assign({}, field.settings, Object.fromEntries(added));
      return answer;
    }),
  },
  ...(['label', 'description'] as const).map((name) => ({
    name: `update-guards-formulas-in-${name}`,
    title: `an update puts an apostrophe before a ${name} that a spreadsheet would take for a formula`,
    breaks: ['customFields.update-stored'],
    seams: guardsFormulas('customFields.update', name),
  })),
  {
    name: 'settings-of-last',
    title: 'a new field without settings takes those of the one before',
    breaks: ['customFields.create-own'],
    seams: () => {
      let last: unknown;
      return also('customFields.create', (call, { body }) => {
        const field = answered(call, body);
        last = field.settings = (field.settings ?? last) as never;
      });
    },
  },
  {
    name: 'name-of-3',
    title: 'names of 3 symbols are accepted',
    breaks: ['customFields.name-length', 'customFields.name-rule'],
    seams: reading('name', (name) => (name.length === 3 ? `${name}a` : name)),
  },
  {
    name: 'name-of-15',
    title: 'names of 15 symbols are accepted',
    breaks: ['customFields.name-length', 'customFields.name-rule'],
    seams: reading('name', (name) => (name.length === 15 ? name.slice(0, 14) : name)),
  },
  {
    name: 'name-without-bound',
    title: 'names have no upper bound',
    breaks: ['customFields.name-length', 'customFields.name-rule'],
    seams: reading('name', (name) => name.slice(0, 14)),
  },
  {
    name: 'update-tooltip-into-description',
    title: 'a tooltip that is sent without a description becomes the description, too',
    breaks: ['customFields.update-only'],
    seams: asIf('customFields.update', (call) => {
      const { tooltip, description = tooltip } = call.body as Field;
      return { body: { ...(call.body as Field), ...(tooltip !== undefined && { description }) } };
    }),
  },
  {
    name: 'array-of-dates-refused',
    title: 'a field with a list of dates is refused in either spelling',
    breaks: ['customFields.type-accepted'],
    seams: refusing('type', (type) => /^array:\[?date\]?$/.test(type)),
  },
  {
    name: 'names-listed-as-labels',
    title: 'the list shows the label of each field as its name',
    breaks: ['customFields.name-shown'],
    seams: each('customFields.list', (field) => {
      field.name = field.label;
    }),
  },
  {
    name: 'name-of-4-refused',
    title: 'names of 4 symbols are refused',
    breaks: ['customFields.name-length', 'customFields.name-rule'],
    seams: refusing('name', (name) => name.length === 4),
  },
  {
    name: 'name-of-14-refused',
    title: 'names of 14 symbols are refused',
    breaks: ['customFields.name-length', 'customFields.name-rule'],
    seams: refusing('name', (name) => name.length === 14),
  },
  {
    name: 'name-cut-to-14',
    title: 'names that are too long are cut to 14 symbols and accepted',
    breaks: ['customFields.name-length', 'customFields.name-rule'],
    seams: instead('customFields.create', (call, next) =>
      next({ ...call, body: { ...(call.body as Field), name: String((call.body as Field).name).slice(0, 14) } }),
    ),
  },
  {
    name: 'name-second-digit-refused',
    title: 'names with a digit right after their first letter are refused',
    breaks: ['customFields.name-symbols', 'customFields.name-rule'],
    seams: refusing('name', (name) => /^[a-z][0-9]/.test(name)),
  },
  {
    name: 'name-second-upper-refused',
    title: 'names with a capital letter right after their first letter are refused',
    breaks: ['customFields.name-symbols', 'customFields.name-rule'],
    seams: refusing('name', (name) => /^[a-z][A-Z]/.test(name)),
  },
  {
    name: 'name-second-underscore-refused',
    title: 'names with an underscore right after their first letter are refused',
    breaks: ['customFields.name-symbols', 'customFields.name-rule'],
    seams: refusing('name', (name) => /^[a-z]_/.test(name)),
  },
  {
    name: 'name-digits-alone-refused',
    title: 'names of one letter and digits alone are refused',
    breaks: ['customFields.name-symbols', 'customFields.name-rule'],
    seams: refusing('name', (name) => /^[a-z][0-9]+$/.test(name)),
  },
  {
    name: 'name-first-upper',
    title: 'names may begin with an uppercase letter',
    breaks: ['customFields.name-first', 'customFields.name-rule'],
    seams: reading('name', (name) => name.replace(/^[A-Z]/, 'a')),
  },
  {
    name: 'name-first-digit',
    title: 'names may begin with a digit',
    breaks: ['customFields.name-first', 'customFields.name-rule'],
    seams: reading('name', (name) => name.replace(/^[0-9]/, 'a')),
  },
  {
    name: 'name-first-underscore',
    title: 'names may begin with an underscore',
    breaks: ['customFields.name-first', 'customFields.name-rule'],
    seams: reading('name', (name) => name.replace(/^_/, 'a')),
  },
  {
    name: 'name-first-z-refused',
    title: 'names that begin with z are refused',
    breaks: ['customFields.name-first'],
    seams: refusing('name', (name) => name.startsWith('z')),
  },
  {
    name: 'name-hyphen',
    title: 'names may have hyphens',
    breaks: ['customFields.name-symbols', 'customFields.name-rule'],
    seams: reading('name', (name) => name.replaceAll('-', '_')),
  },
  {
    name: 'name-space',
    title: 'names may have spaces inside',
    breaks: ['customFields.name-symbols', 'customFields.name-rule'],
    seams: reading('name', (name) => name.replaceAll(' ', '_')),
  },
  {
    name: 'name-class-a-to-z',
    title: 'names may have the symbols between Z and a',
    breaks: ['customFields.name-symbols', 'customFields.name-rule'],
    seams: reading('name', (name) => name.replaceAll(/[[\\\]^`]/g, '_')),
  },
  {
    name: 'name-newline',
    title: 'names may end with a line break',
    breaks: ['customFields.name-symbols'],
    seams: reading('name', (name) => name.replace(/\n$/, '')),
  },
  {
    name: 'name-upper-refused',
    title: 'uppercase letters are refused anywhere in a name',
    breaks: ['customFields.name-symbols', 'customFields.name-rule'],
    seams: refusing('name', (name) => /^[a-z].*[A-Z]/.test(name)),
  },
  {
    name: 'name-underscore-refused',
    title: 'underscores are refused in names',
    breaks: ['customFields.name-symbols', 'customFields.name-rule'],
    seams: refusing('name', (name) => name.slice(1).includes('_')),
  },
  {
    name: 'name-lowercased',
    title: 'names are stored in lower case',
    breaks: ['customFields.name-symbols', 'customFields.name-rule'],
    seams: also('customFields.create', (call, { body }) => {
      answered(call, body).name = String((body as Field).name).toLowerCase();
    }),
  },
  {
    name: 'type-date-refused',
    title: 'the type date is refused',
    breaks: ['customFields.type-accepted'],
    seams: refusing('type', (type) => type === 'date'),
  },
  {
    name: 'type-array-of-bool-refused',
    title: 'arrays of bool are refused',
    breaks: ['customFields.type-accepted'],
    seams: refusing('type', (type) => type.startsWith('array') && type.includes('bool')),
  },
  {
    name: 'type-array-stored-as-element',
    title: 'an array type is stored as the type of its elements',
    breaks: ['customFields.type-accepted'],
    seams: also('customFields.create', (call, { body }) => {
      const field = answered(call, body);
      field.type = field.type.replace(/^array:\[?(\w+)\]?$/, '$1');
    }),
  },
  {
    name: 'type-any',
    title: 'any type is accepted',
    breaks: ['customFields.type-refused'],
    seams: reading('type', () => 'string'),
  },
  {
    name: 'type-trimmed-for-the-rule',
    title: 'white space around a type is passed over by the rule, and stored',
    breaks: ['customFields.type-refused'],
    seams: reading('type', (type) => type.trim()),
  },
  {
    name: 'type-of-every-object',
    title: 'a type is looked up in an object, which has a constructor of its own',
    breaks: ['customFields.type-refused'],
    seams: reading('type', (type) => (type in {} ? 'string' : type)),
  },
  {
    name: 'name-fourteenth-symbol-free',
    title: 'the fourteenth symbol of a name is not looked at',
    breaks: ['customFields.name-symbols'],
    seams: reading('name', (name) => (name.length === 14 ? `${name.slice(0, 13)}a` : name)),
  },
  {
    name: 'created-in-the-account-of-the-body',
    title: 'a field is created in the account that the body names',
    breaks: ['customFields.response-only'],
    seams: also('customFields.create', ({ account, body: sent }, { body: field }) => {
      const { accountId } = sent as Field;
      if (accountId !== undefined && accountId !== account.id)
        account.customFields.delete(String((field as Field)._id));
    }),
  },
  {
    name: 'type-last-letter-free',
    title: 'whatever follows a type is accepted',
    breaks: ['customFields.type-refused'],
    seams: reading('type', (type) => /^(string|number|bool|date)/.exec(type)?.[0] ?? type),
  },
  {
    name: 'type-prefix',
    title: 'what begins like a type is accepted',
    breaks: ['customFields.type-refused'],
    seams: reading('type', (type) => (type.startsWith('string') ? 'string' : type)),
  },
  {
    name: 'type-array-of-anything',
    title: 'arrays of anything are accepted',
    breaks: ['customFields.type-refused'],
    seams: reading('type', (type) => (type.startsWith('array:') ? 'array:[string]' : type)),
  },
  {
    name: 'targets-unchecked',
    title: 'any target type is accepted',
    breaks: ['customFields.target-types-refused', 'customFields.target-types-update'],
    seams: targetTypes(() => true),
  },
  {
    name: 'targets-first-checked',
    title: 'only the first target type is checked',
    breaks: ['customFields.target-types-refused', 'customFields.target-types-update'],
    seams: targetTypes(([first], all) => first === undefined || all.includes(first)),
  },
  {
    name: 'targets-last-checked',
    title: 'only the last target type is checked',
    breaks: ['customFields.target-types-refused'],
    seams: targetTypes((wanted, all) => wanted.length === 0 || all.includes(wanted.at(-1) as string)),
  },
  {
    name: 'targets-some-checked',
    title: 'one supported target type is enough',
    breaks: ['customFields.target-types-refused'],
    seams: targetTypes((wanted, all) => wanted.some((type) => all.includes(type))),
  },
  {
    name: 'targets-unchecked-on-update',
    title: 'updates take any target type',
    breaks: ['customFields.target-types-update'],
    seams: instead('customFields.update', (call, next) =>
      next({ ...call, rules: { ...call.rules, targetTypesSupported: () => true } }),
    ),
  },
  {
    name: 'targets-one-only',
    title: 'several target types are refused',
    breaks: ['customFields.target-types'],
    seams: targetTypes((wanted, all) => wanted.length < 2 && wanted.every((type) => all.includes(type))),
  },
  {
    name: 'targets-first-stored',
    title: 'of several target types the first is stored',
    breaks: ['customFields.target-types'],
    seams: also('customFields.create', (call, { body }) => {
      const field = answered(call, body);
      field.targetTypes = field.targetTypes.slice(0, 1);
    }),
  },
  {
    name: 'targets-not-stored',
    title: 'a new field has no target types',
    breaks: ['customFields.target-types'],
    seams: also('customFields.create', (call, { body }) => {
      Reflect.deleteProperty(answered(call, body), 'targetTypes');
    }),
  },
  {
    name: 'targets-dropped-by-refused-update',
    title: 'an update with a target type that is not supported takes the others away',
    breaks: ['customFields.target-types-update'],
    seams: instead('customFields.update', (call, next) => {
      const answer = next(call);
      if (answer.status === 400) Reflect.deleteProperty(stored(call), 'targetTypes');
      return answer;
    }),
  },
  {
    name: 'targets-outdated',
    title: 'supported-types does not name a type that fields apply to',
    breaks: ['customFields.target-types-used'],
    seams: body('customFields.supportedTypes', ({ items }: { items: string[] }) => ({
      items: items.slice(0, -1),
      totalCount: items.length - 1,
    })),
  },
  {
    name: 'supported-type-twice',
    title: 'supported-types names a type twice',
    breaks: ['customFields.supported-types-each-once'],
    seams: body('customFields.supportedTypes', ({ items }: { items: string[] }) => ({
      items: [...items, items[0]],
      totalCount: items.length + 1,
    })),
  },
  {
    name: 'update-not-stored',
    title: 'an update answers with the change and stores nothing',
    breaks: ['customFields.update-stored', 'customFields.immutable-model'],
    seams: instead('customFields.update', (call, next) =>
      stored(call) ? { status: 200, body: { ...stored(call), ...(call.body as Field) } } : next(call),
    ),
  },
  {
    name: 'update-answers-old',
    title: 'an update answers with the field as it was',
    breaks: ['customFields.update-stored'],
    seams: instead('customFields.update', (call, next) => {
      const before = { ...stored(call) };
      const answer = next(call);
      return answer.status === 200 ? { ...answer, body: before } : answer;
    }),
  },
  {
    name: 'update-clears-tooltip',
    title: 'an update clears the tooltip',
    breaks: ['customFields.update-only'],
    seams: also('customFields.update', (call) => {
      stored(call).tooltip = '';
    }),
  },
  {
    name: 'update-all',
    title: 'an update changes the label of every field',
    breaks: ['customFields.update-only'],
    seams: also('customFields.update', (call) => {
      for (const field of call.account.customFields.values()) field.label = stored(call).label;
    }),
  },
  {
    name: 'update-creates',
    title: 'an update of an unknown id creates a field',
    breaks: ['customFields.update-unknown', 'general.unknown-id'],
    seams: instead('customFields.update', (call, next) => {
      const id = call.params.id as string;
      if (!stored(call)) call.account.customFields.set(id, { ...(call.body as CustomField), _id: id });
      return next(call);
    }),
  },
  {
    name: 'update-creates-and-refuses',
    title: 'an update of an unknown id creates a field and answers 400',
    breaks: ['customFields.update-unknown'],
    seams: instead('customFields.update', (call, next) => {
      if (stored(call)) return next(call);
      const id = call.account.newId();
      call.account.customFields.set(id, { ...(call.body as CustomField), _id: id });
      return { status: 400 };
    }),
  },
  {
    name: 'name-changes',
    title: 'an update changes the name',
    breaks: ['customFields.name-immutable', 'customFields.immutable-model'],
    seams: changing('name'),
  },
  {
    name: 'name-changes-behind-answer',
    title: 'an update answers with the old name and stores the new one',
    breaks: ['customFields.name-immutable', 'customFields.immutable-model'],
    seams: instead('customFields.update', (call, next) => {
      const before = stored(call)?.name;
      const value = (call.body as Field | undefined)?.name;
      const answer = next(call);
      if (answer.status !== 200 || typeof value !== 'string') return answer;
      stored(call).name = value;
      return { ...answer, body: { ...(answer.body as Field), name: before } };
    }),
  },
  {
    name: 'name-changes-alone',
    title: 'an update with nothing but a name changes it',
    breaks: ['customFields.name-immutable'],
    seams: changing('name', ({ body }) => Object.keys(body as Field).length === 1),
  },
  {
    name: 'type-changes',
    title: 'an update changes the type',
    breaks: ['customFields.type-immutable', 'customFields.immutable-model'],
    seams: changing('type'),
  },
  {
    name: 'type-changes-to-array',
    title: 'an update changes a type into an array',
    breaks: ['customFields.type-immutable', 'customFields.immutable-model'],
    seams: changing('type', ({ body }) => String((body as Field).type).startsWith('array')),
  },
  {
    name: 'type-changes-after-refusal',
    title: 'an update with another type is refused, and changes it all the same',
    breaks: ['customFields.type-immutable', 'customFields.immutable-model'],
    seams: instead('customFields.update', (call, next) => {
      const { type } = (call.body ?? {}) as Field;
      if (!stored(call) || type === undefined || type === stored(call).type) return next(call);
      stored(call).type = type as string;
      return { status: 400 };
    }),
  },
  {
    name: 'takes-account-id',
    title: 'an accountId in the body is taken',
    breaks: ['customFields.response-only'],
    seams: takingOver('accountId'),
  },
  {
    name: 'takes-date-created',
    title: 'a dateCreated in the body is taken',
    breaks: ['customFields.response-only'],
    seams: takingOver('dateCreated'),
  },
  {
    name: 'takes-last-modified',
    title: 'a lastModified in the body is taken',
    breaks: ['customFields.response-only'],
    seams: takingOver('lastModified'),
  },
  {
    name: 'takes-is-private',
    title: 'an isPrivate in the body is taken',
    breaks: ['customFields.response-only'],
    seams: takingOver('isPrivate'),
  },
  {
    name: 'takes-plugin-version',
    title: 'a pluginVersionId in the body is taken',
    breaks: ['customFields.response-only'],
    seams: takingOver('pluginVersionId'),
  },
  {
    name: 'id-in-body-refused',
    title: 'a body with an _id is refused',
    breaks: ['customFields.id-in-body'],
    seams: instead('customFields.update', (call, next) =>
      (call.body as Field)._id === undefined ? next(call) : { status: 400 },
    ),
  },
  {
    name: 'update-pretends',
    title: 'an update answers 200 with an empty object',
    breaks: ['customFields.update-stored'],
    seams: pretending('customFields.update', {}),
  },
  {
    name: 'refused-fields-are-created',
    title: 'a create with an unsupported target type is refused, and the field is there all the same',
    breaks: ['customFields.refused-not-created'],
    seams: instead('customFields.create', (call, next) => {
      const { account, body: sent } = call;
      const wanted = (sent as Field).targetTypes as string[];
      const wrong = Array.isArray(wanted) && wanted.some((type) => !account.targetTypes.includes(type));
      if (wrong) next({ ...call, body: { ...(sent as Field), targetTypes: account.targetTypes.slice(0, 1) } });
      return wrong ? { status: 400 } : next(call);
    }),
  },
  {
    name: 'field-order-zero-not-created',
    title: 'a create takes an orderId of 0 for none and counts up',
    breaks: ['customFields.further-stored'],
    seams: also('customFields.create', (call, { body }) => {
      const field = answered(call, body);
      field.orderId = field.orderId || call.account.customFields.size;
    }),
  },
  {
    name: 'field-order-zero-ignored',
    title: 'an update cannot set orderId to 0',
    breaks: ['customFields.further-stored'],
    seams: instead('customFields.update', (call, next) => {
      const { orderId, ...sent } = call.body as Field;
      return next(orderId === 0 ? { ...call, body: sent } : call);
    }),
  },
  {
    name: 'field-operational-type-lost',
    title: 'a create forgets the operationalType',
    breaks: ['customFields.further-stored'],
    seams: instead('customFields.create', (call, next) => {
      const { operationalType: _, ...sent } = call.body as Field;
      return next({ ...call, body: sent });
    }),
  },
  ...(['visualizationKind', 'settings', 'operationalType', 'targetIds'] as const).map((name) => ({
    name: `field-update-passes-over-${name.toLowerCase()}`,
    title: `an update does not change ${name}`,
    breaks: ['customFields.further-stored'],
    seams: passingOver(name),
  })),
  ...(['create', 'update'] as const).map((action) => ({
    name: `field-settings-whole-after-${action}`,
    title: `a ${action} cuts off the decimals of numbers within the settings`,
    breaks: ['customFields.further-stored'],
    seams: instead(`customFields.${action}`, (call, next) => {
      const { settings, ...sent } = call.body as Field;
      const whole = Object.entries((settings ?? {}) as Field).map(([name, value]) => [
        name,
        typeof value === 'number' ? Math.trunc(value) : value,
      ]);
      return next(settings === undefined ? call : { ...call, body: { ...sent, settings: Object.fromEntries(whole) } });
    }),
  })),
  {
    name: 'field-settings-lost-by-create',
    title: 'a create forgets the settings',
    breaks: ['customFields.further-stored'],
    seams: also('customFields.create', (call, { body }) => {
      answered(call, body).settings = {};
    }),
  },
  {
    name: 'field-settings-lost-by-update',
    title: 'an update throws away the settings of the field',
    breaks: ['customFields.update-only', 'customFields.further-stored'],
    seams: also('customFields.update', (call) => {
      delete stored(call).settings;
    }),
  },
  {
    name: 'name-emptied',
    title: 'an update can empty the name',
    breaks: ['customFields.name-immutable'],
    seams: writing('name', (value) => value === ''),
  },
  {
    name: 'type-nulled',
    title: 'an update can set the type to null',
    breaks: ['customFields.type-immutable'],
    seams: writing('type', (value) => value === null),
  },
  {
    name: 'type-respelled',
    title: 'an update writes a type that differs in case and blanks alone as it came',
    breaks: ['customFields.type-immutable'],
    seams: writing('type', (value, call) => String(value).trim().toLowerCase() === stored(call).type.toLowerCase()),
  },
  {
    name: 'moment-texts-rewritten',
    title: 'labels, descriptions and comments that look like a date-time are written in another form',
    breaks: TEXT_KEPT,
    seams: redating('label', 'description', 'tooltip', 'comment'),
  },
  {
    name: 'group-moment-names-rewritten',
    title: 'names of groups that look like a date-time are written in another form',
    breaks: ['kpiGroups.update-name'],
    on: ['kpiGroups.update'],
    seams: redating('name'),
  },
  {
    name: 'update-answers-new-name',
    title: 'an update answers with the name that was sent, which is not stored',
    breaks: ['customFields.name-immutable'],
    seams: body('customFields.update', (field: Field, { body: sent }) => ({ ...field, name: (sent as Field).name })),
  },
  {
    name: 'update-changes-case-of-name',
    title: 'an update changes the case of letters in the name',
    breaks: ['customFields.name-immutable'],
    seams: changing(
      'name',
      (call) => String((call.body as Field).name).toLowerCase() === stored(call).name?.toLowerCase(),
    ),
  },
  {
    name: 'create-takes-types-in-any-case',
    title: 'types are taken in any case of their letters, and stored so',
    breaks: ['customFields.type-refused'],
    seams: reading('type', (type) => type.toLowerCase()),
  },
  {
    name: 'create-takes-target-types-in-any-case',
    title: 'target types are taken in any case of their letters, and stored so',
    breaks: ['customFields.target-types-refused'],
    seams: targetTypes((wanted, all) => wanted.every((type) => all.includes(type.toLowerCase()))),
  },
  {
    name: 'create-filterable-always',
    title: 'a created field is always filterable',
    breaks: ['customFields.create-each'],
    seams: also('customFields.create', (call, { body: made }) => {
      answered(call, made).filterable = true;
    }),
  },
  {
    name: 'create-label-latin',
    title: 'a created field loses letters outside Latin-1 from its label',
    breaks: ['customFields.text-kept'],
    seams: also('customFields.create', (call, { body: made }) => {
      const field = answered(call, made);
      field.label = String(field.label).replaceAll(/[^\0-\xff]/g, '?');
    }),
  },
  {
    name: 'update-merges-target-types',
    title: 'an update adds target types to those that the field has',
    breaks: ['customFields.update-stored'],
    seams: instead('customFields.update', (call, next) => {
      const before = [...(stored(call)?.targetTypes ?? [])];
      const answer = next(call);
      if (answer.status < 300) stored(call).targetTypes = [...new Set([...before, ...stored(call).targetTypes])];
      return answer;
    }),
  },
  {
    name: 'update-drops-target-types',
    title: 'an update that gives target types leaves the field without any',
    breaks: ['customFields.update-stored'],
    seams: instead('customFields.update', (call, next) => {
      const answer = next(call);
      if (answer.status < 300 && (call.body as Partial<Field>).targetTypes)
        Reflect.deleteProperty(stored(call), 'targetTypes');
      return answer;
    }),
  },
  {
    name: 'update-relabels-first',
    title: 'an update writes the label to the first field of the account, too',
    breaks: ['customFields.update-only'],
    seams: also('customFields.update', (call) => {
      const [first] = call.account.customFields.values();
      const { label } = call.body as Field;
      if (first && typeof label === 'string') first.label = label;
    }),
  },
  {
    name: 'update-reaches-first-alike',
    title: 'an update is written to the first field with the label of the one addressed',
    breaks: ['customFields.update-only'],
    seams: instead('customFields.update', (call, next) => {
      const { label } = stored(call) ?? {};
      const first = [...call.account.customFields.values()].find((field) => field.label === label);
      return next(first ? { ...call, params: { ...call.params, id: first._id } } : call);
    }),
  },
  {
    name: 'name-compared-as-pattern',
    title: 'a name is taken when a field has it but for other symbols in the place of its underscores',
    breaks: ['customFields.name-symbols', 'customFields.name-rule'],
    seams: instead('customFields.create', (call, next) => {
      const name = String((call.body as Field | undefined)?.name);
      const pattern = /^\w+$/.test(name) ? new RegExp(`^${name.replaceAll('_', '.')}$`) : undefined;
      return [...call.account.customFields.values()].some((field) => pattern?.test(field.name))
        ? { status: 400 }
        : next(call);
    }),
  },
  {
    name: 'name-last-underscore-refused',
    title: 'names that end with an underscore are refused',
    breaks: ['customFields.name-symbols'],
    seams: refusing('name', (name) => name.endsWith('_')),
  },
  {
    name: 'name-without-digits-refused',
    title: 'names without digits are refused',
    breaks: ['customFields.name-symbols'],
    seams: refusing('name', (name) => !/[0-9]/.test(name)),
  },
  {
    name: 'name-unchecked-beside-id',
    title: 'the name is not checked where the body has an _id',
    breaks: ['customFields.name-length'],
    seams: {
      rules: (standard) => ({
        bodyProblem: (judged, sent) =>
          standard.bodyProblem(
            judged,
            (sent as Field | undefined)?._id === undefined ? sent : { ...(sent as Field), name: 'right' },
          ),
      }),
    },
  },
  {
    name: 'field-label-lower-case',
    title: 'the label of a new field is stored in lower case',
    breaks: ['customFields.create-stored'],
    seams: also('customFields.create', (call, { body: made }) => {
      const field = answered(call, made);
      field.label = String(field.label).toLowerCase();
    }),
  },
  {
    name: 'field-list-own',
    title: 'the list shows a created field to the user who created it, and to no other',
    breaks: ['customFields.create-listed'],
    seams: () => {
      const authors = new Map<unknown, string>();
      return {
        around: (call, next) => {
          const answer = next(call);
          if (call.operation.id === 'customFields.create' && answer.status === 201)
            authors.set((answer.body as Field)._id, call.user.id);
          if (call.operation.id !== 'customFields.list' || answer.status !== 200) return answer;
          const list = answer.body as List;
          const items = list.items.filter(({ _id }) => (authors.get(_id) ?? call.user.id) === call.user.id);
          return { ...answer, body: { ...list, items, totalCount: items.length } };
        },
      };
    },
  },
  {
    name: 'field-list-filterable',
    title: 'the list shows filterable fields only',
    breaks: ['customFields.create-listed'],
    seams: body('customFields.list', (list: List) => {
      const items = list.items.filter(({ filterable }) => filterable !== false);
      return { ...list, items, totalCount: items.length };
    }),
  },
  {
    name: 'type-array-of-any',
    title: 'arrays of any are accepted',
    breaks: ['customFields.type-refused'],
    seams: reading('type', (type) => (/^array:\[?any\]?$/.test(type) ? 'array:[string]' : type)),
  },
  {
    name: 'type-changes-to-string',
    title: 'an update turns any type into string',
    breaks: ['customFields.type-immutable'],
    seams: changing('type', (call) => (call.body as Field).type === 'string'),
  },
  {
    name: 'type-changes-by-others',
    title: 'an update by another user than the first changes the type',
    breaks: ['customFields.type-immutable'],
    seams: changing('type', ({ account, user }) => [...account.users.keys()][0] !== user.id),
  },
  {
    name: 'type-changes-among-arrays',
    title: 'an update turns an array into one of another type',
    breaks: ['customFields.type-immutable'],
    seams: instead('customFields.update', (call, next) => {
      const { type } = (call.body ?? {}) as Field;
      const field = stored(call);
      if (field?.type.startsWith('array') && typeof type === 'string' && type.startsWith('array')) field.type = type;
      return next(call);
    }),
  },
  {
    name: 'targets-plural',
    title: 'plurals of target types are accepted',
    breaks: ['customFields.target-types-refused', 'customFields.target-types-update'],
    seams: targetTypes((wanted, all) => wanted.every((type) => all.includes(type) || all.includes(type.slice(0, -1)))),
  },
  {
    name: 'targets-blank',
    title: 'an empty target type is accepted',
    breaks: ['customFields.target-types-refused'],
    seams: targetTypes((wanted, all) => wanted.every((type) => type === '' || all.includes(type))),
  },
  {
    name: 'update-refused-stores-label',
    title: 'an update with an unsupported target type is refused, and its label is stored',
    breaks: ['customFields.target-types-update'],
    seams: instead('customFields.update', (call, next) => {
      const { label } = (call.body ?? {}) as Field;
      const answer = next(call);
      if (answer.status >= 400 && stored(call) && typeof label === 'string') stored(call).label = label;
      return answer;
    }),
  },
  {
    name: 'update-keeps-texts-over-empty-ones',
    title: 'an update does not empty a text',
    breaks: ['customFields.update-emptied'],
    seams: instead('customFields.update', (call, next) => {
      const sent = Object.entries((call.body ?? {}) as Field).filter(([, value]) => value !== '');
      return next({ ...call, body: Object.fromEntries(sent) });
    }),
  },
  {
    name: 'update-fills-empty-texts',
    title: 'an update puts a dash in the place of an empty text',
    breaks: ['customFields.update-emptied'],
    seams: instead('customFields.update', (call, next) => {
      const sent = Object.entries((call.body ?? {}) as Field).map(([name, value]) => [
        name,
        value === '' ? '-' : value,
      ]);
      return next({ ...call, body: Object.fromEntries(sent) });
    }),
  },
  {
    name: 'update-by-others-ignored',
    title: 'an update by another user than the first answers 200 and stores nothing',
    breaks: ['customFields.update-stored'],
    seams: instead('customFields.update', (call, next) =>
      stored(call) && [...call.account.users.keys()][0] !== call.user.id
        ? { status: 200, body: { ...stored(call) } }
        : next(call),
    ),
  },
  {
    name: 'update-keeps-last-modified',
    title: 'an update leaves lastModified as it was',
    breaks: ['customFields.last-modified'],
    seams: instead('customFields.update', (call, next) => {
      const before = stored(call)?.lastModified;
      const answer = next(call);
      if (before !== undefined) stored(call).lastModified = before;
      return answer;
    }),
  },
  {
    name: 'create-overwrites',
    title: 'a create with the _id of a field overwrites that field',
    breaks: ['customFields.create-only'],
    seams: also('customFields.create', ({ account, body: sent }) => {
      const field = account.customFields.get((sent as Field)._id as string);
      if (field) Object.assign(field, { label: (sent as Field).label });
    }),
  },
  {
    name: 'field-target-ids-lost',
    title: 'a create forgets the targetIds',
    breaks: ['customFields.further-stored'],
    seams: instead('customFields.create', (call, next) => {
      const { targetIds: _, ...sent } = call.body as Field;
      return next({ ...call, body: sent });
    }),
  },
  {
    name: 'name-connectors',
    title: 'names may have any symbol that connects words in Unicode',
    breaks: ['customFields.name-symbols', 'customFields.name-rule'],
    seams: reading('name', (name) => name.replaceAll(/\p{Pc}/gu, '_')),
  },
  {
    name: 'name-normalised',
    title: 'names are judged in their compatibility form, and stored as they were sent',
    breaks: ['customFields.name-symbols', 'customFields.name-rule'],
    seams: reading('name', (name) => name.normalize('NFKC')),
  },
  {
    name: 'name-invisible',
    title: 'invisible symbols in names are overlooked',
    breaks: ['customFields.name-symbols', 'customFields.name-rule'],
    seams: reading('name', (name) => name.replaceAll(/[\u200B\uFEFF]/g, '')),
  },
  {
    name: 'name-first-connector',
    title: 'names may begin with any symbol that connects words',
    breaks: ['customFields.name-first'],
    seams: reading('name', (name) => name.replace(/^\p{Pc}/u, 'a')),
  },
  {
    name: 'type-array-of-two',
    title: 'arrays of two types are accepted',
    breaks: ['customFields.type-refused'],
    seams: reading('type', (type) => type.replace(/^array:\[(\w+),\w+\]$/, 'array:[$1]')),
  },
  {
    name: 'targets-second-refused',
    title: 'the second supported target type is refused where it stands alone',
    breaks: ['customFields.target-types'],
    seams: targetTypes(
      (wanted, all) => !(wanted.length === 1 && wanted[0] === all[1]) && wanted.every((type) => all.includes(type)),
    ),
  },
  {
    name: 'type-date-breaks',
    title: 'a create with the type date breaks',
    breaks: ['customFields.type-accepted'],
    seams: instead('customFields.create', (call, next) =>
      (call.body as Field).type === 'date' ? { status: 500 } : next(call),
    ),
  },
  {
    name: 'update-wrong-type-deferred',
    title: 'a type that an update was refused for is stored by the next right update',
    breaks: ['customFields.immutable-model', 'customFields.type-immutable'],
    seams: () => {
      const wanted = new Map<string, string>();
      return instead('customFields.update', (call, next) => {
        const field = stored(call);
        const { type } = (call.body ?? {}) as Field;
        const answer = next(call);
        if (!field || answer.status !== 200) return answer;
        if (type !== undefined && type !== field.type) wanted.set(field._id, String(type));
        else field.type = wanted.get(field._id) ?? field.type;
        return answer;
      });
    },
  },
  {
    name: 'update-cuts-label',
    title: 'an update cuts the label at 255 characters',
    breaks: ['customFields.text-kept'],
    seams: asIf('customFields.update', ({ body }) => {
      const { label, ...others } = (body ?? {}) as Field;
      return { body: typeof label === 'string' ? { ...others, label: label.slice(0, 255) } : body };
    }),
  },
  {
    name: 'list-joins-target-types',
    title: 'a field without target types is not in the list',
    breaks: ['customFields.create-listed'],
    seams: instead('customFields.list', (call, next) => {
      const listed = [...call.account.customFields].filter(([, { targetTypes }]) => targetTypes.length > 0);
      return next({ ...call, account: { ...call.account, customFields: new Map(listed) } });
    }),
  },
  {
    name: 'settings-merged',
    title: 'an update keeps the settings that it leaves out',
    breaks: ['customFields.further-stored'],
    seams: asIf('customFields.update', (call) => {
      const { settings, ...others } = (call.body ?? {}) as Field;
      return settings
        ? { body: { ...others, settings: { ...(stored(call)?.settings as Field), ...(settings as Field) } } }
        : {};
    }),
  },
  {
    name: 'settings-as-texts',
    title: 'numbers within settings are stored as texts',
    breaks: ['customFields.create-stored', 'customFields.further-stored'],
    seams: asIf(['customFields.create', 'customFields.update'], ({ body }) => ({
      body: JSON.parse(JSON.stringify(body), (_, value) =>
        value && typeof value === 'object' && 'maximum' in value ? { ...value, maximum: String(value.maximum) } : value,
      ),
    })),
  },
  {
    name: 'order-id-tiny',
    title: 'an orderId over 127 is stored as 127',
    breaks: ['customFields.further-stored'],
    seams: asIf(['customFields.create', 'customFields.update'], ({ body }) => {
      const { orderId } = (body ?? {}) as Field;
      return typeof orderId === 'number' ? { body: { ...(body as Field), orderId: Math.min(127, orderId) } } : {};
    }),
  },
  {
    name: 'target-ids-first-alone',
    title: 'of several target ids the first alone is stored',
    breaks: ['customFields.further-stored'],
    seams: asIf(['customFields.create', 'customFields.update'], ({ body }) => {
      const { targetIds } = (body ?? {}) as Field;
      return Array.isArray(targetIds) ? { body: { ...(body as Field), targetIds: targetIds.slice(0, 1) } } : {};
    }),
  },
  {
    name: 'fields-listed-per-target-id',
    title: 'the list shows a field once for each of its target ids',
    breaks: ['customFields.views-agree'],
    seams: body<List>('customFields.list', ({ items, ...rest }) => ({
      ...rest,
      items: items.flatMap((field) => [field, ...((field.targetIds ?? []) as unknown[]).slice(1).map(() => field)]),
    })),
  },
  {
    name: 'update-by-others-clears-tooltip',
    title: 'an update by another user than the first clears the tooltip',
    breaks: ['customFields.immutable-model'],
    seams: also('customFields.update', (call) => {
      if ([...call.account.users.keys()][0] !== call.user.id) stored(call).tooltip = '';
    }),
  },
  {
    name: 'update-writes-back-what-was-read',
    title: 'an update writes the whole field back as it was when it was read last, with its changes',
    breaks: ['customFields.update-each'],
    seams: () => {
      const read = new Map<string, CustomField>();
      return instead(['customFields.get', 'customFields.list', 'customFields.update'], (call, next) => {
        const { customFields } = call.account;
        if (call.operation.id !== 'customFields.update') {
          for (const [id, field] of customFields) read.set(id, structuredClone(field));
          return next(call);
        }
        const field = stored(call);
        if (field) Object.assign(field, read.get(field._id));
        return next(call);
      });
    },
  },
  {
    name: 'update-reaches-field-before',
    title: 'an update writes its description to the field that was updated before, too',
    breaks: ['customFields.immutable-model'],
    seams: () => {
      let last: CustomField | undefined;
      return also('customFields.update', (call) => {
        const field = stored(call);
        const { description } = field;
        if (last && last !== field && description !== undefined) last.description = description;
        last = field;
      });
    },
  },
  {
    name: 'update-refused-stores-filterable',
    title: 'an update with an unsupported target type is refused, and filterable is stored',
    breaks: ['customFields.immutable-model'],
    seams: instead('customFields.update', (call, next) => {
      const { filterable } = (call.body ?? {}) as Field;
      const answer = next(call);
      if (answer.status >= 400 && stored(call) && typeof filterable === 'boolean') stored(call).filterable = filterable;
      return answer;
    }),
  },
  ...(['targetTypes', 'settings', 'description'] as const).map(
    (name): Fault => ({
      name: `equal-${name.toLowerCase()}-are-one`,
      title: `an update changes the ${name} of all fields that had equal ones`,
      breaks: ['customFields.update-only'],
      seams: instead('customFields.update', (call, next) => {
        const field = stored(call);
        const before = JSON.stringify(field?.[name] ?? '');
        const answer = next(call);
        if (!field || answer.status >= 300 || before.length <= 2 || JSON.stringify(field[name]) === before)
          return answer;
        for (const other of call.account.customFields.values())
          if (JSON.stringify(other[name]) === before) Object.assign(other, { [name]: field[name] });
        return answer;
      }),
    }),
  ),
  {
    name: 'filterable-one-of-a-type',
    title: 'an update of a filterable field makes others of its target types not filterable',
    breaks: ['customFields.update-only'],
    seams: also('customFields.update', (call) => {
      const field = stored(call);
      if (field.filterable !== true) return;
      for (const other of call.account.customFields.values())
        if (other !== field && JSON.stringify(other.targetTypes) === JSON.stringify(field.targetTypes))
          other.filterable = false;
    }),
  },
];
