/** Which field a refusal is about: the one without which the rest is taken. */
import { expect, test } from '@playwright/test';
import { operation } from '../../../schemas/contract.ts';
import { refusedField } from '../../contract/refusedFields.ts';
import type { Answer, RequestInput } from '../../support/http/client.ts';

const body = { name: 'a task', dueDate: '2031-05-14', flowName: 'invented', status: 'todo' };

/** A target that refuses bodies with one of these fields, and what it was sent. */
function target(...refused: string[]) {
  const sent: string[][] = [];
  const send = async (input: RequestInput) => {
    const keys = Object.keys(input.body as object);
    sent.push(keys);
    return { ok: !refused.some((field) => keys.includes(field)) } as Answer;
  };
  return { sent, send };
}

test('the field is named without which a create is taken', async () => {
  const { send, sent } = target('flowName');
  expect(await refusedField(operation('tasks.create'), { body }, send)).toBe('flowName');
  expect(sent).toEqual([
    ['name', 'flowName', 'status'],
    ['name', 'dueDate', 'status'],
  ]);
});

test('no field is named where several are refused, or the name', async () => {
  expect(await refusedField(operation('tasks.create'), { body }, target('flowName', 'status').send)).toBeUndefined();
  expect(await refusedField(operation('tasks.create'), { body }, target('name').send)).toBeUndefined();
  expect(await refusedField(operation('tasks.create'), {}, target().send)).toBeUndefined();
});
