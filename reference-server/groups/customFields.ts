/** Section "Endpoints / Custom fields". */
import { readJson } from '../../schemas/files.ts';
import type { CustomFieldRequest } from '../../schemas/types.ts';
import { type Call, find, type Handlers } from '../call.ts';
import { list } from '../query/list.ts';
import { Refusal } from '../refusal.ts';
import type { CustomField } from '../store/account.ts';
import { show, viewOf } from '../views/view.ts';

const REQUIRED = ['label', 'name', 'type'] as const;
const WRITABLE = Object.keys(readJson<{ properties: object }>('requests/customField.json').properties).filter(
  (field) => field !== '_id',
);

/** What the body says of the fields that a caller may write. */
function written(body: CustomFieldRequest): CustomFieldRequest {
  return Object.fromEntries(Object.entries(body).filter(([field]) => WRITABLE.includes(field)));
}

function checkTargetTypes({ targetTypes = [] }: CustomFieldRequest, { account, rules }: Call): void {
  if (rules.targetTypesSupported(targetTypes, account.targetTypes)) return;
  throw new Refusal(400, `targetTypes: allowed are ${account.targetTypes.join(', ')}`);
}

const view = viewOf<CustomField>({});

export const customFields: Handlers = {
  // The newest first, unless the body sorts.
  'customFields.list': (call) => {
    const { account } = call;
    const { items, totalCount } = list(call, [...account.customFields.values()].reverse(), view, '_id');
    return { items, targetTypes: account.targetTypes, totalCount };
  },

  'customFields.supportedTypes': ({ account }) => ({
    items: account.targetTypes,
    totalCount: account.targetTypes.length,
  }),

  'customFields.get': (call) => show(view, find(call.account.customFields, call.params.id, call), call),

  'customFields.create': (call) => {
    const { account } = call;
    const body = call.body as CustomFieldRequest;
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
    return show(view, field, call);
  },

  'customFields.update': (call) => {
    const { account, rules } = call;
    const field = find(account.customFields, call.params.id, call);
    const body = (call.body ?? {}) as CustomFieldRequest;
    checkTargetTypes(body, call);
    const kept = rules.immutableFields.map((name) => [name, field[name]] as const);
    Object.assign(field, written(body), Object.fromEntries(kept), { lastModified: account.now() });
    return show(view, field, call);
  },
};
