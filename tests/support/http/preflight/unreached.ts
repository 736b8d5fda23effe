/** Why nothing of the API was reached at BASE_URL: nobody there, TLS, a web page, another host, another path. */
import { createClient } from '../client.ts';
import { proxyOf } from '../proxy.ts';
import type { Answer } from '../wire.ts';
import { type Reached, type Reading, readWithoutId, tryRead } from './readings.ts';

const TLS = /^(ERR_TLS_|ERR_SSL_|EPROTO|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/;
const NO_NAME = new Set(['ENOTFOUND', 'EAI_AGAIN']);
const ABSENT = [404, 405, 501];
const GATEWAY = [502, 503, 504];

const isHtml = ({ json, responseBody }: Answer) => json === undefined && /^\s*</.test(responseBody);

/** Why no request was answered. */
export function unanswered({ code, message }: NonNullable<Reading['error']>, { baseUrl, timeoutMs }: Reached): string {
  const { host, hostname, protocol } = new URL(baseUrl);
  const proxy = proxyOf(baseUrl, process.env);
  // Through a proxy, too, the certificate is the target's.
  if (proxy !== undefined && !TLS.test(code))
    return `BASE_URL: the target cannot be reached: ${message}. HTTP_PROXY or HTTPS_PROXY sends requests through ${new URL(proxy).host}: mend the proxy, or name ${hostname} in NO_PROXY.`;
  if (code === 'REFUSED')
    return `MAX_RPS: ${message}. Wait until the target takes requests again, and set MAX_RPS below its limit.`;
  if (code === 'TooLarge')
    return `BASE_URL: ${message}. No reading of ${host} was small enough: look at what it answers there, or give an account with fewer records.`;
  if (code === 'ECONNREFUSED')
    return `BASE_URL: the target cannot be reached: nobody listens at ${host} (${code}). Start the target, or mend host and port.`;
  if (NO_NAME.has(code))
    return `BASE_URL: the target cannot be reached: there is no host ${hostname} (${code}). Mend its name, or look at DNS and VPN.`;
  if (TLS.test(code))
    return `BASE_URL: the target cannot be reached: TLS with ${host} fails (${code}). Give an address that its certificate is for; for a certificate authority of your own set NODE_EXTRA_CA_CERTS to its file.`;
  if (code.startsWith('HPE_') || code === 'HTTPParserError')
    return `BASE_URL: what listens at ${host} does not speak HTTP (${code}). Use ${protocol === 'http:' ? 'https' : 'http'}://, or mend the port.`;
  if (code === 'TimeoutError' || code.includes('TIMEOUT'))
    return `BASE_URL: the target cannot be reached: ${host} has given no answer, none within ${timeoutMs} ms (${code}). Look at firewall and VPN, or raise TIMEOUT_MS for a slow target.`;
  return `BASE_URL: the target cannot be reached: ${message}. It takes connections and gives no answer: look at its log, and at proxies between.`;
}

const pathOf = ({ url }: Answer) => new URL(url).pathname;

/** What the API would be at, with a path that it does answer at; undefined when that is no other either. */
async function elsewhere(settings: Reached): Promise<string | undefined> {
  const { origin, pathname } = new URL(settings.baseUrl);
  const parts = pathname.split('/').filter((part) => part !== '');
  const shorter = parts.map((_, n) => `${origin}${['', ...parts.slice(0, n)].join('/')}`).reverse();
  const [probe] = readWithoutId(settings.groups);
  if (!probe) return undefined;
  for (const baseUrl of shorter) {
    const client = createClient({ ...settings, baseUrl, allowWrites: false }, 1, { ms: 0, inAllMs: 0, refusals: 1 });
    try {
      const { answer } = await tryRead(client, probe);
      if (answer && answer.json !== undefined && !ABSENT.includes(answer.status)) return baseUrl;
    } finally {
      await client.close();
    }
  }
  return undefined;
}

/** What is wrong when no operation is where it should be. */
async function absent([first]: readonly Answer[], settings: Reached): Promise<string> {
  const { baseUrl } = settings;
  const right = await elsewhere(settings);
  const seen = `every request is answered with ${first?.status}, as for ${first && pathOf(first)}`;
  if (right !== undefined)
    return `BASE_URL: ${baseUrl} has a part too much: ${seen}, and below ${right} the API answers. Set BASE_URL=${right}`;
  if (/\/v[12]$/.test(baseUrl))
    return `BASE_URL: ${baseUrl} ends with a version, which the path of every operation has already: ${seen}. Set BASE_URL=${baseUrl.replace(/\/v[12]$/, '')}`;
  return `BASE_URL: ${baseUrl} has none of the API's operations: ${seen}. This is another API, or the base path is missing: give the address that /v1 and /v2 are below.`;
}

/**
 * Why no answer comes from an API of this kind; undefined when one does.
 * @param answers every answer to the first user
 */
export async function wrongAddress(answers: readonly Answer[], settings: Reached): Promise<string | undefined> {
  const [first] = answers;
  const every = (test: (answer: Answer) => boolean) => answers.every(test);
  if (first === undefined) return undefined;
  if (every(({ status }) => status === 407))
    return `BASE_URL: a proxy before the target wants a password (407 for ${first.url}). Reach the target without it, or give the proxy what it wants.`;
  if (every(({ status }) => GATEWAY.includes(status)))
    return `BASE_URL: a gateway answers in the place of the target (${first.status} for every request, as for ${first.url}). Start the target behind it, and run again.`;
  if (every(({ status, responseHeaders }) => status >= 300 && status < 400 && responseHeaders.location !== undefined))
    return `BASE_URL: ${first.url} and all others are redirected (${first.status}) to ${first.responseHeaders.location}, and tokens do not travel to another host. Give the address that they are redirected to.`;
  if (every(isHtml))
    return `BASE_URL: ${first.url} answers ${first.status} with HTML, not JSON, and so do all others. Check the address and its path prefix: it must be that of the API, not of its web page, of a proxy or of a login.`;
  if (every(({ status }) => status >= 500))
    return `BASE_URL: the target answers ${first.status} to every request, as for ${first.url}: "${first.responseBody.slice(0, 100).replaceAll(/\s+/g, ' ')}". Look at its log and mend that first.`;
  if (every((answer) => ABSENT.includes(answer.status) || isHtml(answer))) return absent(answers, settings);
  return undefined;
}
