/** What Allure's own report loads from elsewhere, taken out of its text. */

/** The loader of its analytics, and the code that feeds it. */
const ANALYTICS = [
  /<script\b[^>]*\bsrc="https?:\/\/[^"]*"[^>]*>\s*<\/script>/g,
  /<script\b[^>]*>(?:(?!<\/script>)[\s\S])*?\bgtag\((?:(?!<\/script>)[\s\S])*?<\/script>/g,
];

/** The page with a policy that allows what it holds itself and no address; it is one file, so it needs none. */
const POLICY =
  "default-src 'none'; script-src 'unsafe-inline' 'unsafe-eval' data: blob:; style-src 'unsafe-inline' data:; img-src data: blob:; font-src data:; media-src data: blob:; frame-src data: blob:; connect-src data: blob:; worker-src blob:";

/** The page without analytics, and with a policy that forbids it every request. */
export function withoutRequests(page: string): string {
  const stripped = ANALYTICS.reduce((text, pattern) => text.replaceAll(pattern, ''), page);
  return stripped.replace(/<head>/i, `<head><meta http-equiv="Content-Security-Policy" content="${POLICY}">`);
}

/** Addresses that the page would load by itself. */
export const addressesIn = (page: string): string[] =>
  [...page.matchAll(/<(?:script|link|img|iframe)\b[^>]*\b(?:src|href)="((?:https?:)?\/\/[^"]*)"/g)].map(
    ([, address]) => address as string,
  );
