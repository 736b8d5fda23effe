/** Which reads of a batch are sent, and which share an answer. */
import { expect, test } from '@playwright/test';
import { createReadings } from '../../support/engine/readings.ts';
import type { Answer } from '../../support/http/client.ts';

/** Answers that are told apart by their bodies: the first has the body 1. */
function target() {
  let sent = 0;
  return {
    sent: () => sent,
    send: async (ok = true) => ({ ok, responseBody: String(++sent) }) as Answer,
  };
}

const KEY = 'tasks.list';

test('checks share the answer to the same read, and each is answered anew what it asks twice', async () => {
  const { send, sent } = target();
  const readings = createReadings();
  const [one, two] = [readings.reader(), readings.reader()];
  expect((await one(KEY, send)).responseBody).toBe('1');
  expect((await two(KEY, send)).responseBody).toBe('1');
  expect((await one('tags.list', send)).responseBody).toBe('2');
  expect((await two(KEY, send)).responseBody).toBe('3');
  expect((await one(KEY, send)).responseBody, 'the newest answer is shared').toBe('3');
  expect(sent()).toBe(3);
});

test('a read that is under way is shared, also with the check that has sent it', async () => {
  const { send, sent } = target();
  const read = createReadings().reader();
  await Promise.all([read(KEY, send), read(KEY, send)]);
  expect(sent()).toBe(1);
});

test('a write ends what was read before it and during it, whether it succeeds or not', async () => {
  const { send } = target();
  const readings = createReadings();
  const [one, two] = [readings.reader(), readings.reader()];
  await one(KEY, send);
  const write = readings.write(async () => {
    expect((await two(KEY, send)).responseBody).toBe('2');
    throw new Error('no answer');
  });
  await expect(write).rejects.toThrow('no answer');
  expect((await one(KEY, send)).responseBody).toBe('3');
});

test('what is refused, or gets no answer, is not shared', async () => {
  const { send, sent } = target();
  const readings = createReadings();
  const [one, two] = [readings.reader(), readings.reader()];
  await one(KEY, () => send(false));
  await two(KEY, () => send(false));
  await expect(one('tags.list', () => Promise.reject(new Error('late')))).rejects.toThrow('late');
  await two('tags.list', send);
  expect(sent()).toBe(3);
});
