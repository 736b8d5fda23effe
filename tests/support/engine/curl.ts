/** A request as a shell command. */
import type { Exchange } from '../../../schemas/contract.ts';

/** A word of a shell command, whatever is in it. */
export const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

/** In double quotes, so that the shell puts its variable in the place of a secret. */
function headerArgument(name: string, value: string): string {
  const [whole, secret] = /<redacted:([A-Z0-9_]+)>/.exec(value) ?? [];
  if (whole === undefined) return quoted(`${name}: ${value}`);
  const [before = '', after = ''] = value.split(whole);
  return `"${name}: ${before}$\{${secret}}${after}"`;
}

/** A shell command that repeats the request; tokens are shell variables named like the settings. */
export function curl({ method, url, requestHeaders, requestBody }: Exchange): string {
  const headers = Object.entries(requestHeaders)
    .filter(([name]) => name !== 'accept-encoding')
    .map(([name, value]) => `-H ${headerArgument(name, value)}`);
  const body = requestBody === undefined ? [] : [`--data-binary ${quoted(requestBody)}`];
  return ['curl -sS -i', `-X ${method}`, ...headers, ...body, quoted(url)].join(' ');
}
