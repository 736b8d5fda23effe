/** Custom fields of the sample data, and values of them on records. */
import type { View } from '../../views/view.ts';
import type { CustomField } from '../account.ts';
import { day, type Make, moment } from './make.ts';
import { richText } from './texts.ts';
import { AREAS, nth } from './words.ts';

export const TARGET_TYPES = ['goal', 'metric', 'kpi', 'task', 'user', 'team', 'role', 'announcement'];

/** Name, type, widget and target types. */
const FIELDS: readonly (readonly [string, string, string, ...string[]])[] = [
  ['riskLevel', 'string', 'radiobuttons', 'task', 'goal'],
  ['riskNotes', 'string', 'textarea', 'task', 'goal', 'metric'],
  ['effort_days', 'number', 'number', 'task'],
  ['needsReview', 'bool', 'checkbox', 'task', 'goal', 'metric'],
  ['reviewDate', 'date', 'textbox', 'task', 'metric', 'kpi'],
  ['stakeholders', 'array:[string]', 'checkboxes', 'task', 'goal'],
  ['checkpoints', 'array:[number]', 'checkboxes', 'metric', 'kpi'],
  ['signOffs', 'array:[bool]', 'checkboxes', 'goal'],
  ['reviewDays', 'array:[date]', 'checkboxes', 'goal', 'team'],
  ['costCenter', 'string', 'textbox', 'user', 'team'],
  ['aboutMe', 'string', 'textarea', 'user'],
  ['deskNumber', 'number', 'number', 'user'],
  ['skillNames', 'array:string', 'checkboxes', 'user'],
  ['homeAddress', 'string', 'address', 'user'],
  ['kpiBackground', 'string', 'textarea', 'kpi'],
  ['dataOwner', 'string', 'textbox', 'kpi', 'metric'],
  ['dutyNotes', 'string', 'textarea', 'role', 'announcement'],
];

/** Of a widget, or of a type. */
const SETTINGS: Readonly<Record<string, object>> = {
  radiobuttons: { predefinedValues: AREAS },
  number: { minimum: 0, maximum: 40 },
};

type Value = (make: Make, n: number) => unknown;

const values: Readonly<Record<string, Value>> = {
  string: (_make, n) => nth(AREAS, n * 3),
  number: ({ int }) => int(40) + 1,
  bool: ({ int }) => int(2) === 1,
  date: ({ int }) => day(int(300)),
};

/** What makes values of a field. */
function valueMaker({ type, visualizationKind }: CustomField): Value {
  if (visualizationKind?.endsWith('.textarea')) return (make, n) => richText(make, n + 1);
  const inArray = /^array:\[?(\w+)\]?$/.exec(type)?.[1];
  const value = values[inArray ?? type] as Value;
  return inArray === undefined ? value : (make, n) => [value(make, n), value(make, n + 1)];
}

export function addCustomFields({ account, id }: Make, count: number): void {
  const letters = 'abcdefghijklmnopqrstuvwxyz';
  for (let n = 0; n < count; n++) {
    const [name, type, widget, ...targetTypes] = FIELDS[n] ?? [
      `extra_${letters[n % 26]}${n}`,
      nth(['string', 'number', 'bool', 'date'], n),
      'textbox',
      nth(TARGET_TYPES, n),
    ];
    const field: CustomField = {
      _id: id(),
      accountId: account.id,
      dateCreated: moment(n),
      lastModified: moment(n + 9),
      description: `Kept by ${nth(AREAS, n)} since 2025`,
      filterable: n % 3 !== 2,
      isPrivate: n % 5 === 4,
      label: name.replace(/[A-Z_]/g, (letter) => ` ${letter.toLowerCase().replace('_', '')}`),
      name,
      operationalType: nth(['input', 'classification'], n),
      orderId: n + 1,
      pluginVersionId: id(),
      settings: SETTINGS[widget] ?? SETTINGS[type] ?? {},
      targetIds: n % 4 === 3 ? [`target-of-${name}`] : [],
      targetTypes,
      tooltip: `Ask ${nth(AREAS, n)}`,
      type,
      visualizationKind: `ref.${widget}`,
    };
    account.customFields.set(field._id, field);
  }
}

/**
 * Gives the end of records of a type, one after the other: places of the derived fields, and values of custom fields, of
 * which some records lack some. All have the same keys, which makes them fast to copy and to read.
 */
export function rest<T>(make: Make, targetType: string, ...views: View<T>[]): (n: number) => object {
  const fields = [...make.account.customFields.values()]
    .filter(({ targetTypes }) => targetTypes.includes(targetType))
    .map((field) => ({ name: field.name, value: valueMaker(field) }));
  const keys = [...views.flatMap(({ places }) => Object.keys(places)), ...fields.map(({ name }) => name)];
  const empty: Record<string, unknown> = Object.fromEntries(keys.map((key) => [key, undefined]));
  return (n) => {
    const found = { ...empty };
    for (const { name, value } of fields) if (!make.once(3)) found[name] = value(make, n);
    return found;
  };
}
