/** The ledger: what was made is removed, also where answers are lost on the way, and nothing else ever is. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect, test } from '@playwright/test';
import { loadFixtures, loadSettings, type Settings } from '../../../schemas/contract.ts';
import { type Context, createContext } from '../../support/engine/context.ts';
import { createLedger, removeOne } from '../../support/engine/ledger.ts';
import { NotTested } from '../../support/engine/outcome.ts';
import { createReadings } from '../../support/engine/readings.ts';
import { names } from '../../support/engine/uniqueNames.ts';
import { type Answer, createClient } from '../../support/http/client.ts';
import { NoAnswer } from '../../support/http/wire.ts';
import { tryMake } from '../../support/records/creating.ts';
import { withTarget } from '../cli/command.ts';

const lost = () =>
  Object.assign(new NotTested('no answer', 'an answer'), { cause: new NoAnswer('ECONNRESET', 'lost') });

/** Sends nothing, and gives these answers in turn. */
function answering(...answers: (number | Error)[]) {
  let sent = 0;
  const send = (): Promise<Answer> => {
    const next = answers[sent++] as number | Error;
    return next instanceof Error ? Promise.reject(next) : Promise.resolve({ status: next, ok: next < 300 } as Answer);
  };
  return { send, sent: () => sent };
}

for (const [what, answers, times, isLeft] of [
  ['whose answer is lost goes out again, and not found means gone', [lost(), 404], 2, false],
  ['whose answers are all lost leaves the record over', [lost(), lost(), lost(), 404], 3, true],
  ['that errs goes out once', [500], 1, true],
  ['that may not go out is not tried again', [new NotTested('the target is lost', 'one that stays'), 404], 1, true],
] as const)
  test(`a removal ${what}`, async () => {
    const client = answering(...answers);
    const left = await removeOne({ kindName: 'kpiGroup', id: 'x', as: 'first' }, client);
    expect([client.sent(), left.length]).toEqual([times, isLeft ? 1 : 0]);
  });

/** Runs `use` with a context whose target takes creates without a word, and lists groups with these names. */
async function withLostCreates(use: (t: Context, listed: (...all: string[]) => void) => Promise<void>): Promise<void> {
  let items: { id: string; name: string }[] = [];
  const answer = ({ method, socket }: IncomingMessage, response: ServerResponse) => {
    if (method === 'POST') socket.destroy();
    else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ items }));
  };
  await withTarget(answer, async (env) => {
    const settings = loadSettings('/', { ...env, ALLOW_WRITES: 'true' }) as Settings & { baseUrl: string };
    const client = createClient(settings);
    const memories = { batch: new Map(), process: new Map(), readings: createReadings() };
    const runtime = { settings, fixtures: loadFixtures(undefined), client, names: names('aaaa', 0) };
    try {
      await use(createContext(runtime, [], createLedger(), memories), (...all) => {
        items = all.map((name, i) => ({ id: `id-${i}`, name }));
      });
    } finally {
      await client.close();
    }
  });
}

test('all records are noted that creates with the same words have made, though no answer came', async () => {
  await withLostCreates(async (t, listed) => {
    const name = t.names.next('group');
    listed('Sales', name, name.toUpperCase());
    await expect(tryMake(t, 'kpiGroup', { name })).rejects.toThrow('no answer');
    expect(['id-0', 'id-1', 'id-2'].map((id) => t.ledger.has('kpiGroup', id))).toEqual([false, true, true]);
  });
});

test('a record with the same words that was there before is not noted', async () => {
  await withLostCreates(async (t, listed) => {
    listed('Sales');
    await expect(tryMake(t, 'kpiGroup', { name: 'Sales' })).rejects.toThrow('no answer');
    expect(t.ledger.count('kpiGroup')).toBe(0);
  });
});
