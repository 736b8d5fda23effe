/** Bodies of errors: "Error response body shape: not shown". */
import type { Reply, Variant } from './variant.ts';

const kind = 'error body';

const refusing =
  (change: (reply: Reply) => void) =>
  (reply: Reply): void => {
    if (reply.status >= 400) change(reply);
  };

/** As text of this media type. */
const written = (type: string, text: (status: number) => string) =>
  refusing((reply) => {
    reply.headers['content-type'] = type;
    reply.body = text(reply.status);
  });

const json = (body: (status: number) => unknown) =>
  refusing((reply) => {
    reply.body = body(reply.status);
  });

export const errorVariants: readonly Variant[] = [
  { name: 'errors-empty', title: 'Errors have no body.', kind, parts: { reply: json(() => undefined) } },
  {
    name: 'errors-text',
    title: 'Errors are plain text.',
    kind,
    parts: { reply: written('text/plain', (s) => `Error ${s}`) },
  },
  {
    name: 'errors-html',
    title: 'Errors are web pages, as a proxy writes them.',
    kind,
    parts: {
      reply: written(
        'text/html; charset=utf-8',
        (s) => `<!doctype html><html><head><title>${s}</title></head><body><h1>${s}</h1></body></html>`,
      ),
    },
  },
  {
    name: 'errors-problem-json',
    title: 'Errors are problem details (RFC 9457).',
    kind,
    parts: {
      reply: written('application/problem+json', (s) =>
        JSON.stringify({ type: 'about:blank', title: 'Refused', status: s, detail: 'see the manual' }),
      ),
    },
  },
  {
    name: 'errors-list',
    title: 'Errors are a list under a key.',
    kind,
    parts: { reply: json((s) => ({ errors: [{ code: String(s), field: null }], items: [] })) },
  },
  { name: 'errors-string', title: 'Errors are a JSON string.', kind, parts: { reply: json((s) => `error ${s}`) } },
  {
    name: 'errors-like-records',
    title: 'Errors have an id, a name and a totalCount.',
    kind,
    parts: { reply: json((s) => ({ id: `e-${s}`, name: 'BadThing', totalCount: 0, message: ['a', 'b'] })) },
  },
  {
    name: 'errors-wrongly-typed',
    title: 'Errors say that they are JSON and are not.',
    kind,
    parts: { reply: written('application/json', () => 'no!') },
  },
];
