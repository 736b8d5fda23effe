/** Requests without valid credentials: refused, and without effect; the same request with them succeeds. */
import { type Operation, placeholder } from '../../schemas/contract.ts';
import { type Check, check } from '../support/engine/check.ts';
import type { Context } from '../support/engine/context.ts';
import { NotTested, unlessUntested } from '../support/engine/outcome.ts';
import { type Answer, bearer, type RequestInput } from '../support/http/client.ts';
import { nearly } from '../support/http/secrets.ts';
import { expectStatus } from './attempts.ts';
import { expectRefusedElsewhere } from './otherSpellings.ts';
import { bareRequest, concerns, control, needVisible, type Sent, sendAndNote, wellFormed } from './requests.ts';
import { effect, tookEffect } from './writes.ts';

const VARIANTS = {
  missing: [null],
  invalid: [
    'Bearer gc-this-token-was-never-issued',
    `${bearer('first')}x`,
    bearer('first').replace('Bearer ', 'Bearer x'),
  ],
  malformed: ['Bearer', 'Basic Z2M6Z2M='],
} as const;
type Variant = keyof typeof VARIANTS;

const USE = 'credentials';

/** A read without parameters that every account can answer. */
const A_READ = 'permissions.actions';

interface Refusals {
  answers: Record<Variant, Answer[]>;
  /** The request that came without credentials. */
  bare: RequestInput;
  /** To one of the requests whose effect is there; undefined when there is none, or when none could be seen. */
  effective: Answer | undefined;
  /** Whether an effect could be seen at all. */
  seen: boolean;
}

const judgesEffect = (operation: Operation) => concerns('general.refusal-no-effect', operation);

/**
 * A right request; where the account or the fixtures do not give what it takes, one with an invented id and an empty body:
 * credentials are judged before either.
 */
async function request(t: Context, operation: Operation): Promise<RequestInput> {
  return (await unlessUntested(wellFormed(t, operation, USE), undefined)) ?? bareRequest(t, operation);
}

/**
 * The control of a refusal for its credentials: the same request with them succeeds. Where no right request is known, a
 * read is not answered with 401; instead of a write, which might leave something behind, a read of the account is sent.
 */
async function credentialControl(t: Context, operation: Operation): Promise<void> {
  if (await unlessUntested(control(t, operation), undefined)) return;
  const [refusal] = (await refusals(t, operation)).answers.missing;
  const { status } =
    operation.method === 'GET' ? await t.send(operation.id, await request(t, operation)) : await t.send(A_READ);
  if (status === 401 || status >= 500 || status === refusal?.status)
    throw new NotTested(
      `with valid credentials the request is answered with ${status} too, so a refusal says nothing`,
      `a target whose ${operation.id} succeeds`,
    );
}

/** The answer to the request whose effect is there to stay: one that succeeded, rather than one that was refused. */
async function culprit(t: Context, operation: Operation, all: readonly Sent[]): Promise<Answer | undefined> {
  for (const { input, answer } of [...all].sort((a, b) => Number(b.answer.ok) - Number(a.answer.ok)))
    if (await tookEffect(t, operation, input, { authorization: input.authorization ?? null })) return answer;
  return undefined;
}

/**
 * Sends a request in every wrong way, once per batch; all of them with the same texts and the same record, which shows whether
 * any of them took effect.
 */
function refusals(t: Context, operation: Operation): Promise<Refusals> {
  return t.once(`refusals/${operation.id}`, async () => {
    const right = await request(t, operation);
    const alike = Object.keys(nearly(t.settings.tokens.ACCESS_TOKEN ?? ''));
    const variants = {
      ...VARIANTS,
      invalid: [...VARIANTS.invalid, ...alike.map((name) => `Bearer ${placeholder(name)}`)],
    };
    const sent = await Promise.all(
      Object.entries(variants).flatMap(([variant, headers]) =>
        headers.map(async (authorization) => {
          const input = { ...right, authorization };
          return { variant, input, answer: await sendAndNote(t, operation, input) };
        }),
      ),
    );
    const of = (name: Variant) => sent.filter(({ variant }) => variant === name).map(({ answer }) => answer);
    const there = judgesEffect(operation) ? await effect(t, operation, right) : undefined;
    return {
      answers: { missing: of('missing'), invalid: of('invalid'), malformed: of('malformed') },
      bare: sent.find(({ variant }) => variant === 'missing')?.input ?? {},
      effective: there ? await culprit(t, operation, sent) : undefined,
      seen: there !== undefined,
    };
  });
}

/** Whether a status is a right refusal; `listed` are the codes that are right where the operation lists 401. */
function refused(operation: Operation, status: number, listed: readonly number[]): boolean {
  return operation.errors.includes(401) ? listed.includes(status) : status >= 400 && status < 500;
}

function refusal(operation: Operation, variant: Variant, listed: readonly number[]): Check {
  return check(
    `${operation.id} refuses ${variant} credentials`,
    `general.credentials-${variant}`,
    async (t) => {
      await credentialControl(t, operation);
      const found = await refusals(t, operation);
      for (const answer of found.answers[variant]) {
        t.expect(
          refused(operation, answer.status, listed),
          `a request with ${variant} credentials is not refused as it should be`,
          {
            expected: operation.errors.includes(401) ? `status ${listed.join(' or ')}` : 'a status of 4xx',
            received: answer,
          },
        );
      }
      if (variant === 'missing') await expectRefusedElsewhere(t, operation, { authorization: null }, found.bare);
    },
    [operation.id],
  );
}

/** Headers with the valid token, which a careless parser finds in them; a write, which might leave something, is sent one. */
const careless = (method: Operation['method']): readonly string[] => {
  const [other, bare] = ['Basic ', ''].map((instead) => bearer('first').replace('Bearer ', instead)) as [
    string,
    string,
  ];
  return method === 'GET' ? [other, bare] : [other];
};

function scheme(operation: Operation): Check {
  return check(
    `${operation.id} refuses a token under another scheme, or under none`,
    'general.credentials-scheme',
    async (t) => {
      await credentialControl(t, operation);
      const listed = operation.errors.includes(401);
      const expected = listed ? 'status 401 or 400' : 'a status of 4xx';
      for (const authorization of careless(operation.method)) {
        const answer = await sendAndNote(t, operation, { ...(await request(t, operation)), authorization });
        const right = refused(operation, answer.status, [401, 400]);
        const how = authorization.startsWith('Basic') ? 'under the scheme Basic' : 'without a scheme';
        expectStatus(t, answer, `a valid token ${how} is not refused as it should be`, right, expected);
      }
    },
    [operation.id],
  );
}

function noEffect(operation: Operation): Check {
  return check(
    `${operation.id} does nothing without credentials`,
    'general.refusal-no-effect',
    async (t) => {
      const { effective, seen } = await refusals(t, operation);
      t.expect(effective === undefined, 'a request that came without valid credentials has taken effect', {
        expected: 'no effect',
        received: 'what the request asked for',
        exchange: effective,
      });
      await needVisible(t, operation, seen, USE);
    },
    [operation.id],
  );
}

/** Checks of one operation's answers to wrong credentials. */
export function credentialChecks(operation: Operation): Check[] {
  return [
    refusal(operation, 'missing', [401]),
    refusal(operation, 'invalid', [401]),
    refusal(operation, 'malformed', [401, 400]),
    scheme(operation),
    ...(judgesEffect(operation) ? [noEffect(operation)] : []),
    check(
      `${operation.id}: what the body of an error looks like`,
      'general.error-body',
      async (t) => {
        const [answer] = (await refusals(t, operation)).answers.missing as [Answer];
        const { json } = answer;
        const keys = typeof json === 'object' && json !== null ? Object.keys(json).sort() : [];
        return { mediaType: answer.responseHeaders['content-type'] ?? 'none', keys };
      },
      [operation.id],
    ),
  ];
}
