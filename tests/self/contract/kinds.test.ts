/** What schemas/kinds.json says of a kind agrees with the operations and with the server that its faults change. */
import { expect, test } from '@playwright/test';
import { sampleWorld } from '../../../reference-server/store/sample.ts';
import { kind, kinds, operation, operations, recordSchema } from '../../../schemas/contract.ts';
import { storeOf } from '../faults/records.ts';

test('a path parameter has the name that its kind says', () => {
  const others = operations.flatMap(({ id, parameters }) =>
    parameters.flatMap(({ name, idKind }) =>
      idKind === undefined || kind(idKind).parameter === name
        ? []
        : [`${id} calls it ${name}, the kind ${idKind} ${kind(idKind).parameter}`],
    ),
  );
  expect(others, 'a kind has one parameter: change schemas/operations/ or schemas/kinds.json').toEqual([]);
});

test('fields that tell of a rule are listed for the records of the kind', () => {
  const others = Object.entries(kinds).flatMap(([name, { telling = [], list }]) =>
    telling
      .filter((field) => !(field in (recordSchema(operation(list as string).success.schema).properties ?? {})))
      .map((field) => `${name}.${field}`),
  );
  expect(others).toEqual([]);
});

test('the faults of each kind that has laws know where the server keeps its records', () => {
  for (const account of sampleWorld().accounts.values())
    for (const name of Object.keys(kinds).filter((one) => kind(one).laws))
      expect(storeOf(name, account), name).toBeDefined();
});
