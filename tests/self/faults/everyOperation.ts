/** One fault of a kind for each operation that a general requirement concerns: the copy-and-paste mistakes of a router. */
import type { Answer, Call } from '../../../reference-server/call.ts';
import type { Seams } from '../../../reference-server/server.ts';
import {
  envelope,
  type Operation,
  operation,
  recordSchema,
  requirement,
  type Schema,
} from '../../../schemas/contract.ts';
import { body, rule, success } from './change.ts';
import type { Fault } from './fault.ts';
import { actsFirst, ignoresHeader, permits, takes, trustsHeader } from './generalAccess.ts';

type Body = Record<string, unknown>;

/** The records in an answer. */
function recordsOf(value: unknown): Body[] {
  if (Array.isArray(value)) return value as Body[];
  const { items, tags, info } = value as { items?: Body[]; tags?: Body[]; info?: Body };
  return items ?? tags ?? (info ? [info] : [value as Body]);
}

/** Changes the status of every answer that is, or is not, a success. */
const answers = (id: string, wrong: (answer: Answer, call: Call) => Answer): Seams => ({
  around: (call, next) => (call.operation.id === id ? wrong(next(call), call) : next(call)),
});

const refused = ({ status }: Answer) => status >= 400 && status < 500;

/** Every second request is a server error. */
function nowAndThen(id: string): () => Seams {
  return () => {
    let calls = 0;
    return answers(id, (answer) => (++calls % 2 === 0 ? { status: 500 } : answer));
  };
}

const firstOf = (schema: Schema, type: string) =>
  Object.entries(schema.properties ?? {}).find(([, property]) => property.type === type)?.[0];

/** Sends a number where the contract names a text. */
function wrongType(id: string): Seams {
  const { success: stated } = operation(id);
  const field = firstOf(recordSchema(stated.schema), 'string');
  return body(id, (value) => {
    const [record] = recordsOf(value);
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
      const [record = value] = recordsOf(value);
      const field =
        Object.keys(record).find((key) => typeof record[key] === 'string' && !key.toLowerCase().endsWith('id')) ??
        Object.keys(record)[0];
      if (field) record[field] = typeof record[field] === 'string' ? `${record[field]} ${calls++}` : calls++;
      else value.items = calls++;
    });
  };
}

const KINDS: Readonly<Record<string, readonly [string, (id: string, it: Operation) => Fault['seams']]>> = {
  'general.success-status': ['answers with a server error now and then', nowAndThen],
  'general.answer-schema': ['answers with a number for a text', wrongType],
  'general.envelope': [
    'answers without the first key of its envelope',
    (id, it) =>
      success(id, (answer) => ({
        ...answer,
        body: envelope(it).length > 0 ? omit(answer.body as Body, envelope(it)[0] as string) : 'text',
      })),
  ],
  'general.counts': [
    'counts one too many',
    (id, it) =>
      body(id, (value) => {
        for (const key of ['totalCount', 'count'])
          if (envelope(it).includes(key)) value[key] = (value[key] as number) + 1;
      }),
  ],
  'general.json': [
    'answers with JSON as text/plain',
    (id) => success(id, (answer) => ({ ...answer, headers: { 'content-type': 'text/plain' } })),
  ],
  'general.account-id': [
    'answers with the id of another account in its records',
    (id) =>
      body(id, (value) => {
        for (const record of recordsOf(value)) record.accountId = 'another-account';
      }),
  ],
  'general.repeatable': ['answers with another text each time', restless],
  'general.credentials-missing': ['takes requests without credentials', (id) => takes(id, undefined)],
  'general.credentials-invalid': ['takes any bearer token', (id) => takes(id, /^Bearer \S/)],
  'general.credentials-malformed': [
    'takes any Authorization header that is no bearer token',
    (id) => takes(id, /^(Basic|Bearer$)/),
  ],
  'general.refusal-no-effect': ['refuses without credentials after it has done the work', actsFirst],
  'general.account-header': [
    'does without the account header',
    (id) => rule(id, () => ({ accountHeaderNeeded: () => false })),
  ],
  'general.foreign-account': ['ignores which account the header names', ignoresHeader],
  'general.foreign-account-not-listed': ['ignores which account the header names', ignoresHeader],
  'general.foreign-token': ['acts in any account that the header names', trustsHeader],
  'general.permission': ['asks for no permission', permits],
  'general.unpaid': ['asks for no payment', (id) => rule(id, () => ({ paymentNeeded: () => false }))],
  'general.unknown-id': [
    'pretends success for unknown ids',
    (id, it) => answers(id, (answer) => (refused(answer) ? { status: it.success.status, body: {} } : answer)),
  ],
  'general.foreign-record': [
    'pretends success for records of other accounts',
    (id, it) => answers(id, (answer) => (refused(answer) ? { status: it.success.status, body: {} } : answer)),
  ],
  'general.malformed-body': [
    'takes bodies with wrong types',
    (id) => rule(id, () => ({ bodyProblem: () => undefined })),
  ],
  'general.status-listed': [
    'refuses bodies with 422',
    (id) => answers(id, (answer) => (answer.status === 400 ? { ...answer, status: 422 } : answer)),
  ],
  'general.no-server-error': [
    'breaks on what it should refuse',
    (id) => answers(id, (answer) => (refused(answer) ? { status: 500 } : answer)),
  ],
};

function omit(value: Body, key: string): Body {
  const { [key]: _, ...rest } = value;
  return rest;
}

const kebab = (text: string) => text.replaceAll('.', '-').replaceAll(/[A-Z]/g, (c) => `-${c.toLowerCase()}`);

export const everyOperation: readonly Fault[] = Object.entries(KINDS).flatMap(([id, [title, seams]]) =>
  requirement(id).operations.map((on) => ({
    name: `every-${kebab(id.replace('general.', ''))}-${kebab(on)}`,
    title: `${on} ${title}`,
    breaks: [id],
    on: [on],
    seams: seams(on, operation(on)),
  })),
);
