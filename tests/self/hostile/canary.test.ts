/** No secret leaves the suite, whatever a target does with it: every byte of every output is looked through. */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@playwright/test';
import { start } from '../../../reference-server/start.ts';
import { conformance } from '../cli/command.ts';
import { SMALLER } from '../world.ts';
import { CANARIES, formsOf, leaksIn } from './canaries.ts';

test.setTimeout(120_000);

const TEXTS = ['name', 'title', 'description', 'comment', 'label', 'id'];

/** Puts a form of a secret into each text of an answer, one after the other. */
function echoing(body: string, forms: readonly string[]): string {
  let next = 0;
  const form = () => forms[next++ % forms.length] as string;
  const spoilt: unknown = JSON.parse(body, (key, value: unknown) =>
    TEXTS.includes(key) && typeof value === 'string' ? `${value.slice(0, 8)} ${form()}` : value,
  );
  return JSON.stringify(Array.isArray(spoilt) ? spoilt : { ...(spoilt as object), echo: forms, raw: forms.join('|') });
}

test('a target that echoes every secret in every form', async () => {
  const { server, settings } = await start({ size: SMALLER });
  const forms = Object.values(CANARIES).flatMap(formsOf);
  const { BASE_URL: key, HEADER, ...tokens } = CANARIES;
  const real = new Map(
    Object.entries(tokens).map(([name, secret]) => [`Bearer ${secret}`, `Bearer ${settings[name]}`]),
  );
  const front = createServer((request, response) => void answer(request).then((found) => found(response)));
  async function answer({ url = '', method = 'GET', headers }: IncomingMessage) {
    const { authorization = '', 'service-accountid': account = '' } = headers;
    const own = await fetch(settings.BASE_URL + url.replace(`/${key}`, ''), {
      method,
      headers: { authorization: real.get(authorization) ?? authorization, 'service-accountid': String(account) },
    });
    const text = await own.text();
    return (to: import('node:http').ServerResponse) =>
      to
        .writeHead(own.status, { 'content-type': 'application/json', 'x-echo': encodeURIComponent(authorization) })
        .end(own.ok ? echoing(text, forms) : JSON.stringify({ message: forms.join(' '), seen: authorization }));
  }
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
  try {
    const run = await conformance(['--workers=1'], {
      ...settings,
      ...tokens,
      BASE_URL: `http://127.0.0.1:${(front.address() as AddressInfo).port}/${key}`,
      EXTRA_HEADERS: JSON.stringify({ 'x-key': HEADER }),
      OPERATION_GROUPS: 'badges,announcements',
      ALLOW_WRITES: 'false',
      NUM_RUNS: '2',
      SETTLE_MS: '0',
      DEBUG: '*',
      FIXTURES: '',
    });
    expect(run.record?.requirements.filter(({ outcome }) => outcome === 'fail').length, run.output).toBeGreaterThan(0);
    expect(leaksIn(run.reportDir, run.output)).toEqual([]);
  } finally {
    for (const one of [front, server]) {
      one.closeAllConnections();
      one.close();
    }
  }
});
