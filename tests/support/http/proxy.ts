/** The proxy before a target, by the variables that other tools read as well: HTTP_PROXY, HTTPS_PROXY, NO_PROXY. */
import { SettingsError } from '../../../schemas/contract.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** Whether NO_PROXY names the host: itself, a domain above it, or everything; with its port or without. */
function isExcepted({ hostname, port }: URL, names: string): boolean {
  return names
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((name) => name !== '')
    .some((name) => {
      const [, host = '', only] = /^(?:\*?\.)?(.*?)(?::(\d+))?$/.exec(name) ?? [];
      if (only !== undefined && only !== port) return false;
      return name === '*' || hostname === host || hostname.endsWith(`.${host}`);
    });
}

/**
 * The proxy that requests to this address go through; undefined where they go directly.
 * @throws SettingsError when what the environment gives is no address
 */
export function proxyOf(baseUrl: string, env: Env): string | undefined {
  const target = new URL(baseUrl);
  const names = target.protocol === 'https:' ? ['https_proxy', 'HTTPS_PROXY'] : ['http_proxy', 'HTTP_PROXY'];
  const name = names.find((one) => env[one]);
  if (name === undefined || isExcepted(target, env.no_proxy || env.NO_PROXY || '')) return undefined;
  const proxy = env[name] as string;
  if (/^https?:/.test(proxy) && URL.canParse(proxy)) return proxy;
  throw new SettingsError(`${name}: is no address of a proxy. Example: http://proxy.example.com:8080`);
}
