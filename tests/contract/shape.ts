/** The form of an answer: its types, outer shape, counts and account. Sections "Resources and their fields", "Endpoints". */

import { type JsonRecord, kinds, listFacts, type Operation, recordSchema } from '../../schemas/contract.ts';
import { lacking } from '../support/domain/facts.ts';
import type { Wrong } from '../support/engine/assertions.ts';
import { type Check, check } from '../support/engine/check.ts';
import type { Context } from '../support/engine/context.ts';
import { NoData, NotApplicable, NotTested } from '../support/engine/outcome.ts';
import { eventually } from '../support/engine/retry.ts';
import { allFields } from '../support/http/unlistedFields.ts';
import { accountsProblem, othersThan } from '../support/records/accountIds.ts';
import {
  envelopeProblem,
  hasType,
  outerShapes,
  ownTypesProblem,
  typesMessage,
} from '../support/records/answerSchema.ts';
import { recordsShown } from '../support/records/answers.ts';
import { expectCounts } from '../support/records/counts.ts';
import { misspelt } from '../support/records/misspelt.ts';
import { openStrings } from '../support/records/openStrings.ts';
import { multipliedProblem, ownCountsProblem } from '../support/records/ownCounts.ts';
import { bodiesOf, concerns } from './requests.ts';
import { namesInPlace } from './typeNames.ts';

/** Whether the outer shape lets one look for types inside; a wrong one is the envelope's own requirement. */
function outerFits(operation: Operation, value: unknown): boolean {
  if (!concerns('general.envelope', operation)) return true;
  const shapes = outerShapes(operation);
  return shapes.some(
    ({ type, required = [] }) =>
      hasType(value, type) &&
      (shapes.length === 1 || required.every((key) => (value as JsonRecord)[key] !== undefined)),
  );
}

function schema(operation: Operation): Check {
  return check(
    `${operation.id} answers with values of the stated types`,
    'general.answer-schema',
    async (t) => {
      const answers = await bodiesOf(t, operation);
      if (answers.some(({ json }) => !outerFits(operation, json)))
        throw new NotTested(
          'the answer has not its outer shape',
          `a target whose ${operation.id} answers in its envelope`,
        );
      const found = answers.map((exchange) => ({ exchange, wrong: ownTypesProblem(operation, exchange.json) }));
      const places = [...new Set(found.flatMap(({ wrong }) => wrong?.places ?? []))];
      const [first] = found.flatMap(({ exchange, wrong }) => (wrong ? [{ ...wrong, places, exchange }] : []));
      const wrong = first ? { ...first, message: typesMessage(first) } : await namesInPlace(t, operation, answers);
      t.judge(wrong, answers.length);
    },
    [operation.id],
  );
}

function strings(operation: Operation): Check {
  return check(
    `${operation.id} writes ids and dates as strings`,
    'general.open-strings',
    async (t) => {
      for (const exchange of await bodiesOf(t, operation)) {
        const { compared, wrong } = openStrings(exchange.json);
        t.judge(wrong && { ...wrong, exchange }, compared);
      }
      // The shape is open: it need not show any.
      if (t.tally.compared === 0) throw new NotApplicable('no id and no date is shown under a listed name');
    },
    [operation.id],
  );
}

function shape(operation: Operation): Check {
  return check(
    `${operation.id} answers in its envelope`,
    'general.envelope',
    async (t) => {
      for (const answer of await bodiesOf(t, operation)) {
        const wrong = envelopeProblem(operation, answer.json);
        t.judge(wrong && { ...wrong, exchange: answer }, 1);
      }
    },
    [operation.id],
  );
}

function counts(operation: Operation): Check {
  return check(
    `${operation.id} counts what it lists`,
    'general.counts',
    // What is counted may be a little later there than what is listed.
    (t) =>
      eventually(t, async (s) => {
        for (const answer of await bodiesOf(s, operation)) expectCounts(s, operation, answer);
      }),
    [operation.id],
  );
}

function fields(operation: Operation): Check {
  const listed = Object.keys(recordSchema(operation.success.schema).properties ?? {});
  return check(
    `${operation.id} shows fields of the record`,
    'general.record-fields',
    async (t) => {
      const shown = (await bodiesOf(t, operation)).map((answer) => ({ answer, records: recordsShown(answer) }));
      const [kindName] = Object.entries(kinds).find(([, { list }]) => list === operation.id) ?? [];
      if (kindName && shown.every(({ records }) => records.length === 0)) throw t.nothingShown(kindName);
      const things = listFacts.shows[operation.id];
      if (things && shown.every(({ records }) => records.length === 0))
        throw lacking(t, [things], `${operation.id} shows no record`, `an account in which ${operation.id} shows one`);
      for (const { answer, records } of shown) {
        for (const record of records) {
          t.expect(
            allFields(record).length === 0 || listed.some((name) => name in record),
            'a record shows none of the fields that it has',
            {
              expected: `some of ${listed.slice(0, 12).join(', ')}`,
              received: allFields(record),
              exchange: answer,
            },
          );
        }
      }
    },
    [operation.id],
  );
}

/** Judges each answer of the operation by what is found in it. */
async function judgeEach(
  t: Context,
  operation: Operation,
  look: (operation: Operation, json: unknown) => { compared: number; wrong?: Wrong },
): Promise<void> {
  for (const answer of await bodiesOf(t, operation)) {
    const { compared, wrong } = look(operation, answer.json);
    t.judge(wrong && { ...wrong, exchange: answer }, compared);
  }
}

function countsOwn(operation: Operation): Check {
  return check(
    `${operation.id} shows records that count what they list`,
    'general.own-counts',
    async (t) => {
      await judgeEach(t, operation, ownCountsProblem);
      const answers = await bodiesOf(t, operation);
      const wrong = multipliedProblem(
        operation,
        answers.map(({ json }) => json),
      );
      t.judge(wrong && { ...wrong, exchange: answers[0] }, 0);
      if (t.tally.compared === 0)
        throw new NoData(`${operation.id} shows no count beside a list`, `records in ${operation.id} with both`);
    },
    [operation.id],
  );
}

function names(operation: Operation): Check {
  return check(
    `${operation.id} spells fields as they are listed`,
    'general.field-names',
    async (t) => {
      await judgeEach(t, operation, misspelt);
      if (t.tally.compared === 0)
        throw new NoData(`${operation.id} shows no listed field`, `records in ${operation.id}`);
    },
    [operation.id],
  );
}

function account(operation: Operation): Check {
  return check(
    `${operation.id} answers with records of the account`,
    'general.account-id',
    (t) => expectAccounts(t, operation, 'general.account-id'),
    [operation.id],
  );
}

function sharedAccount(operation: Operation): Check {
  return check(
    `${operation.id} answers with people, and with records inside of others, of the account`,
    'general.account-id-shared',
    (t) => expectAccounts(t, operation, 'general.account-id-shared'),
    [operation.id],
  );
}

async function expectAccounts(t: Context, operation: Operation, requirement: Parameters<typeof accountsProblem>[0]) {
  const { accountId = '', otherAccountId, unpaidAccountId } = t.settings;
  const accounts = { account: accountId, others: othersThan(accountId, [otherAccountId, unpaidAccountId]) };
  for (const answer of await bodiesOf(t, operation)) {
    const { wrong, compared } = accountsProblem(requirement, operation, answer.json, accounts);
    t.judge(wrong && { ...wrong, exchange: answer }, compared);
  }
  // A generic law: this operation shows nothing that it is about.
  if (t.tally.compared === 0)
    throw new NotApplicable('no such record of the answer has an accountId; fields may be absent');
}

/** Checks of the form of one operation's answers. */
export function shapeChecks(operation: Operation): Check[] {
  return [
    ...(concerns('general.answer-schema', operation) ? [schema(operation)] : []),
    ...(concerns('general.open-strings', operation) ? [strings(operation)] : []),
    ...(concerns('general.envelope', operation) ? [shape(operation)] : []),
    ...(concerns('general.counts', operation) ? [counts(operation)] : []),
    ...(concerns('general.own-counts', operation) ? [countsOwn(operation)] : []),
    ...(concerns('general.record-fields', operation) ? [fields(operation)] : []),
    ...(concerns('general.field-names', operation) ? [names(operation)] : []),
    ...(concerns('general.account-id', operation) ? [account(operation)] : []),
    ...(concerns('general.account-id-shared', operation) ? [sharedAccount(operation)] : []),
  ];
}
