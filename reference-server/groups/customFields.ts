/** Section "Endpoints / Custom fields". */
import { readJson } from '../../schemas/contract.ts';
import { type Call, find, type Handlers, Refusal } from '../call.ts';
import type { CustomField } from '../store/account.ts';

type Body = Partial<CustomField> & { name?: string; type?: string; targetTypes?: string[] };

const DEFAULT_LIMIT = 100;
const REQUIRED = ['label', 'name', 'type'] as const;
const WRITABLE = Object.keys(readJson<{ properties: object }>('requests/customField.json').properties).filter(
  (field) => field !== '_id',
);

/** What the body says of the fields that a caller may write. */
function written(body: Body): Body {
  return Object.fromEntries(Object.entries(body).filter(([field]) => WRITABLE.includes(field)));
}

function checkTargetTypes({ targetTypes = [] }: Body, { account, rules }: Call): void {
  if (rules.targetTypesSupported(targetTypes, account.targetTypes)) return;
  throw new Refusal(400, `targetTypes: allowed are ${account.targetTypes.join(', ')}`);
}

/** The settings of a field are accepted and not shown, as the resource does not list them. */
function shown({ settings: _settings, ...field }: CustomField) {
  return field;
}

export const customFields: Handlers = {
  // The shape of the expressions is open (gap 1); this server reads `skip` and `limit`, and lists the newest first.
  'customFields.list': ({ account, body }) => {
    const { skip = 0, limit = DEFAULT_LIMIT } = (body ?? {}) as { skip?: number; limit?: number };
    const all = [...account.customFields.values()].reverse();
    return {
      items: all.slice(skip, skip + limit).map(shown),
      targetTypes: account.targetTypes,
      totalCount: all.length,
    };
  },

  'customFields.supportedTypes': ({ account }) => ({
    items: account.targetTypes,
    totalCount: account.targetTypes.length,
  }),

  'customFields.get': (call) => shown(find(call.account.customFields, call.params.id, call)),

  'customFields.create': (call) => {
    const { account } = call;
    const body = call.body as Body;
    for (const field of REQUIRED) if (body[field] === undefined) throw new Refusal(400, `${field} is missing`);
    checkTargetTypes(body, call);
    if ([...account.customFields.values()].some((field) => field.name === body.name)) {
      throw new Refusal(400, `there is a custom field with the name ${body.name}`);
    }
    const now = account.now();
    const field = {
      _id: account.newId(),
      accountId: account.id,
      dateCreated: now,
      lastModified: now,
      isPrivate: false,
      pluginVersionId: account.newId(),
      targetTypes: [],
      ...written(body),
    } as CustomField;
    account.customFields.set(field._id, field);
    return shown(field);
  },

  'customFields.update': (call) => {
    const field = find(call.account.customFields, call.params.id, call);
    const body = (call.body ?? {}) as Body;
    checkTargetTypes(body, call);
    const { name, type } = field;
    Object.assign(field, written(body), { name, type, lastModified: call.account.now() });
    return shown(field);
  },
};
