/** Requests without valid credentials: refused, and without effect; the same request with them succeeds. */
import { type Operation, requirement } from '../../schemas/contract.ts';
import { type Check, check } from '../support/check.ts';
import { type Answer, bearer } from '../support/client.ts';
import type { Context } from '../support/context.ts';
import { NotTested } from '../support/outcome.ts';
import { sendAndNote, visible, wellFormed } from './requests.ts';

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

interface Refusals {
  answers: Record<Variant, Answer[]>;
  before: unknown;
  after: unknown;
  /** The same request with credentials, sent last. */
  control: Answer;
}

/** Sends a request in every wrong way and then in the right one, once per batch. */
function refusals(t: Context, operation: Operation): Promise<Refusals> {
  return t.once(`refusals/${operation.id}`, async () => {
    const input = await wellFormed(t, operation);
    const seen = () => (operation.method === 'GET' ? undefined : visible(t, operation, input));
    const before = await seen();
    const sent = await Promise.all(
      Object.entries(VARIANTS).map(async ([variant, headers]) => [
        variant,
        await Promise.all(headers.map((authorization) => sendAndNote(t, operation, { ...input, authorization }))),
      ]),
    );
    const after = await seen();
    return { answers: Object.fromEntries(sent), before, after, control: await sendAndNote(t, operation, input) };
  });
}

function needControl({ control }: Refusals): void {
  if (control.ok) return;
  throw new NotTested(
    `the same request with credentials is answered with ${control.status}, so a refusal says nothing`,
    `a target whose ${control.operation} succeeds`,
  );
}

/** Whether a status is a right refusal; `listed` are the codes that are right where the operation lists 401. */
export function refused(operation: Operation, status: number, listed: readonly number[]): boolean {
  return operation.errors.includes(401) ? listed.includes(status) : status >= 400 && status < 500;
}

function refusal(operation: Operation, variant: Variant, listed: readonly number[]): Check {
  return check(
    `${operation.id} refuses ${variant} credentials`,
    `general.credentials-${variant}`,
    async (t) => {
      const found = await refusals(t, operation);
      for (const answer of found.answers[variant]) {
        t.expect(
          refused(operation, answer.status, listed),
          `a request with ${variant} credentials is not refused as it should be`,
          {
            expected: operation.errors.includes(401) ? `status ${listed.join(' or ')}` : 'a status of 4xx',
            received: answer.status,
            exchange: answer,
          },
        );
      }
      needControl(found);
    },
    [operation.id],
  );
}

function noEffect(operation: Operation): Check {
  return check(
    `${operation.id} does nothing without credentials`,
    'general.refusal-no-effect',
    async (t) => {
      const found = await refusals(t, operation);
      if (found.before === undefined || found.after === undefined) {
        throw new NotTested(
          `the effect of ${operation.id} cannot be seen`,
          'a target that claims the group that shows it, or fixtures that make its list complete',
        );
      }
      t.equal(
        found.after,
        found.before,
        'a request that came without valid credentials has changed something',
        found.answers.missing[0],
      );
      needControl(found);
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
    ...(requirement('general.refusal-no-effect').operations.includes(operation.id) ? [noEffect(operation)] : []),
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
