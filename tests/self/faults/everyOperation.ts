/** One fault of a kind for each operation that a general requirement concerns: the copy-and-paste mistakes of a router. */
import { requiredAction } from '../../../reference-server/access.ts';
import type { Answer } from '../../../reference-server/call.ts';
import { Refusal } from '../../../reference-server/refusal.ts';
import { sendJson } from '../../../reference-server/response.ts';
import type { Seams } from '../../../reference-server/server.ts';
import { TOKENS } from '../../../reference-server/store/sample.ts';
import {
  envelope,
  type Operation,
  operation,
  ownCounts,
  recordSchema,
  requirement,
  type Schema,
} from '../../../schemas/contract.ts';
import type { Fault } from './fault.ts';
import { actsFirst, ignoresHeader, permits, takes, trustsHeader } from './generalAccess.ts';
import { namesOtherKinds } from './references.ts';
import { answering, body, inWorld, kebab, recordsIn, rule, type Shown, success } from './vocabulary.ts';

const refused = ({ status }: Answer) => status >= 400 && status < 500;

/** Every second read is a server error; a write, which is sent once, answers with another success. */
function nowAndThen(id: string, { method }: Operation): Seams | (() => Seams) {
  if (method !== 'GET') return success(id, (answer) => ({ ...answer, status: answer.status === 200 ? 202 : 200 }));
  return () => {
    let calls = 0;
    return answering(id, (answer) => (++calls % 2 === 0 ? { status: 500 } : answer));
  };
}

/** A brace that closes nothing, as a query string has it. */
const STRAY_BRACE = '=%7D';

/** Answers with another status wherever the operation would answer so, before its handler as in it, or should not read. */
const onRefusing =
  (is: (answer: Answer) => boolean, status: number) =>
  (_id: string, { method, path }: Operation): Seams => {
    const address = new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}/?$`);
    return {
      send(response, answer, request) {
        const { url = '' } = request;
        const here = request.method === method && address.test(url.split('?')[0] as string);
        const odd = is(answer) || url.includes(STRAY_BRACE);
        sendJson(response, here && odd ? { status, body: { message: 'no' } } : answer);
      },
    };
  };

const firstOf = (schema: Schema, type: string) =>
  Object.entries(schema.properties ?? {}).find(([, property]) => property.type === type)?.[0];

/** Sends a number where the contract names a text. */
function wrongType(id: string): Seams {
  const { success: stated } = operation(id);
  const field = firstOf(recordSchema(stated.schema), 'string');
  return body(id, (value) => {
    const [record] = recordsIn(value);
    if (typeof record === 'string') return { ...value, items: [1, ...((value.items as unknown[]) ?? [])] };
    if (record && field) record[field] = 12.5;
    else for (const key of Object.keys(value)) value[key] = 12.5;
    return undefined;
  });
}

/** A text of the record is another one in every answer. */
function restless(id: string): () => Seams {
  return () => {
    let calls = 0;
    return body(id, (value) => {
      const [record = value] = recordsIn(value);
      const field =
        Object.keys(record).find((key) => typeof record[key] === 'string' && !key.toLowerCase().endsWith('id')) ??
        Object.keys(record)[0];
      if (field) record[field] = typeof record[field] === 'string' ? `${record[field]} ${calls++}` : calls++;
      else value.items = calls++;
    });
  };
}

/** The answer with each record in it said to be of an account. */
const inAccount = (answer: Answer, accountId: string | undefined): Answer =>
  answer.status < 300 && answer.body !== undefined
    ? {
        ...answer,
        body: JSON.parse(JSON.stringify(answer.body, (key, value) => (key === 'accountId' ? accountId : value))),
      }
    : answer;

const KINDS: Readonly<Record<string, readonly [string, (id: string, it: Operation) => Fault['seams']]>> = {
  'general.success-status': ['answers with a server error now and then', nowAndThen],
  'general.answer-schema': ['answers with a number for a text', wrongType],
  'general.envelope': [
    'answers without the first key of its envelope',
    (id, it) =>
      success(id, (answer) => ({
        ...answer,
        body: envelope(it).length > 0 ? omit(answer.body as Shown, envelope(it)[0] as string) : 'text',
      })),
  ],
  'general.counts': [
    'counts one too few',
    (id, it) =>
      body(id, (value) => {
        const shown = (value.managers ?? value.tags ?? value.items) as unknown[];
        for (const key of ['totalCount', 'count']) if (envelope(it).includes(key)) value[key] = shown.length - 1;
      }),
  ],
  'general.own-counts': [
    'counts none of what its records list',
    (id, { success: { schema } }) =>
      body(id, (value) => {
        const pairs = ownCounts(Object.keys(recordSchema(schema).properties ?? {}));
        for (const record of recordsIn(value)) for (const [count] of pairs) if (count in record) record[count] = 0;
      }),
  ],
  'general.json': [
    'answers with JSON as text/plain',
    (id) => success(id, (answer) => ({ ...answer, headers: { 'content-type': 'text/plain' } })),
  ],
  'general.account-id': [
    'answers with the id of another account in its records, also inside of others',
    (id) =>
      inWorld(id, (call, accounts, next) => {
        const other = [...accounts.keys()].find((key) => key !== call.account.id);
        return inAccount(next(call), other);
      }),
  ],
  'general.account-id-shared': [
    'answers with people, and with records inside of others, that say they are of no account',
    (id) => answering(id, (answer) => inAccount(answer, 'system')),
  ],
  'general.record-fields': [
    'answers with the record inside something else',
    (id) =>
      body(id, (value) => {
        for (const record of recordsIn(value)) {
          const inner = { ...record };
          for (const key of Object.keys(record)) delete record[key];
          record.data = inner;
        }
      }),
  ],
  'general.field-names': [
    'begins the name of a field with a capital letter',
    (id, { success: { schema } }) =>
      body(id, (value) => {
        // Those who have a badge stand under a key of their own, with the fields of teams.
        const { Teams: teams } = value;
        const fields = (record: Shown) => Object.keys(teams ? record : (recordSchema(schema).properties ?? {}));
        for (const record of recordsIn(teams ?? value)) {
          const name = fields(record).find(
            (key) => !/^(_?id|accountId)$/.test(key) && (record[key] ?? undefined) !== undefined,
          );
          if (name === undefined) continue;
          record[name[0]?.toUpperCase() + name.slice(1)] = record[name];
          delete record[name];
        }
      }),
  ],
  'general.references': ['names records of another kind', namesOtherKinds],
  'general.repeatable': ['answers with another text each time', restless],
  'general.credentials-missing': ['takes requests without credentials', (id) => takes(id, undefined)],
  'general.credentials-invalid': ['takes any bearer token', (id) => takes(id, /^Bearer \S/)],
  'general.credentials-malformed': [
    'takes any Authorization header that is no bearer token',
    (id) => takes(id, /^(Basic|Bearer$)/),
  ],
  'general.credentials-scheme': [
    'takes a token under the scheme Basic',
    (id) =>
      rule(id, ({ authenticate }) => ({
        authenticate: (world, given) => authenticate(world, given?.replace(/^Basic /, 'Bearer ')),
      })),
  ],
  'general.refusal-no-effect': ['refuses without credentials after it has done the work', actsFirst],
  'general.account-header': [
    'does without the account header',
    (id) => rule(id, () => ({ accountHeaderNeeded: () => false })),
  ],
  'general.foreign-account': [
    'ignores which account the header names',
    (id) => (isOpaque(id) ? breaksAbroad(id) : ignoresHeader(id)),
  ],
  'general.foreign-token': [
    'acts in any account that the header names',
    (id) => (isOpaque(id) ? breaksAbroad(id) : trustsHeader(id)),
  ],
  'general.permission': [
    'asks for no permission, or takes the token of who lacks it for invalid',
    (id, it) => (!it.open && requiredAction(it) ? permits(id) : takesForInvalid(id)),
  ],
  'general.unpaid': [
    'asks for no payment, or refuses with 403',
    (id, { parameters, open }) =>
      rule(id, () => ({
        paymentNeeded({ paid }) {
          if (!paid && (open || parameters.some(({ idKind }) => idKind))) throw new Refusal(403, 'no');
          return false;
        },
      })),
  ],
  'general.unknown-id': [
    'pretends success for unknown ids',
    (id, it) => answering(id, (answer) => (refused(answer) ? { status: it.success.status, body: {} } : answer)),
  ],
  'general.foreign-record': [
    'pretends success for records of other accounts',
    (id, it) => answering(id, (answer) => (refused(answer) ? { status: it.success.status, body: {} } : answer)),
  ],
  'general.malformed-body': ['takes bodies with wrong types', (id) => takesAnyBody(id)],
  'general.status-listed': [
    'refuses what is malformed, or not there, with 422',
    onRefusing(({ status }) => [400, 404].includes(status), 422),
  ],
  'general.no-server-error': ['breaks on what it should refuse', onRefusing(refused, 500)],
};

/** Answers that show nothing of an account: another account can only be let down by them. */
const OPAQUE = [
  'customFields.supportedTypes',
  'permissions.actions',
  'permissions.allowedActions',
  'permissions.currentUserAllowedActions',
  'permissions.defaultAccess',
  'permissions.effective',
  'permissions.effectiveAndAllowedActions',
  'permissions.usersActions',
  'roles.scimGroupsExist',
  'roles.createMapping',
  'roles.deleteMappings',
  'roles.recalculateScimRoles',
  'roles.upsertMappings',
  'badges.mine',
];
const isOpaque = (id: string) => OPAQUE.includes(id);

/** Breaks on a token or account id of another account. */
const breaksAbroad = (id: string): Seams =>
  rule(id, ({ account }) => ({
    account(world, user, header) {
      const own = account(world, user, header);
      const [first] = world.tokens.values();
      if (!own || own.id !== first?.accountId) throw new Error('the account is not the one that was expected');
      return own;
    },
  }));

/** Takes the token of the user without permissions for an invalid one. */
const takesForInvalid = (id: string): Seams =>
  rule(id, ({ authenticate }) => ({
    authenticate: (world, header) =>
      header?.includes(TOKENS.LIMITED_ACCESS_TOKEN) ? undefined : authenticate(world, header),
  }));

/** Looks at no type of a body, and takes what is no text for one. */
const takesAnyBody = (id: string): Seams => ({
  ...rule(id, () => ({ bodyProblem: () => undefined })),
  around(call, next) {
    if (call.operation.id !== id) return next(call);
    const { name } = (call.body ?? {}) as Shown;
    // A name of a wrong type would be put right on the way.
    const wrong = name !== undefined && typeof name !== 'string';
    const answer = next(wrong ? { ...call, body: { ...(call.body as Shown), name: 'name' } } : call);
    const { success: right } = call.operation;
    return wrong || refused(answer) ? { status: right.status, body: { name: { wrong: 'type' } } } : answer;
  },
});

function omit(value: Shown, key: string): Shown {
  const { [key]: _, ...rest } = value;
  return rest;
}

/** Every read answers with another success than the one that is listed. */
const otherSuccess: readonly Fault[] = requirement('general.success-status').operations.map((on) => ({
  name: `every-other-success-${kebab(on)}`,
  title: `${on} answers with another success`,
  breaks: ['general.success-status'],
  on: [on],
  seams: success(on, (answer) => ({ ...answer, status: 203 })),
}));

const ofEachKind: readonly Fault[] = Object.entries(KINDS).flatMap(([id, [title, seams]]) =>
  requirement(id).operations.map((on) => ({
    name: `every-${kebab(id.replace('general.', ''))}-${kebab(on)}`,
    title: `${on} ${title}`,
    breaks: [id],
    on: [on],
    seams: seams(on, operation(on)),
  })),
);

export const everyOperation: readonly Fault[] = [...ofEachKind, ...otherSuccess];
