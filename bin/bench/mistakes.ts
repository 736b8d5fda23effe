/** Servers that fail much: what a run costs when there is much to tell. */
import type { Answer } from '../../reference-server/call.ts';
import { sendJson } from '../../reference-server/response.ts';
import type { Seams } from '../../reference-server/server.ts';

/** Fields by which the suite finds its way: they stay right, so that it gets to all the others. */
const KEPT = /^_?id$|Ids?$|^(totalCount|skip|limit|status|type)$/;

/** The value with every text and number in it changed, but for those of `KEPT`. */
function spoilt(value: unknown): unknown {
  if (typeof value === 'string') return `${value}~`;
  if (typeof value === 'number') return value + 1;
  if (Array.isArray(value)) return value.map(spoilt);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      KEPT.test(key) && typeof inner !== 'object' ? inner : spoilt(inner),
    ]),
  );
}

const answering = (change: (answer: Answer) => Answer): Seams => ({
  send: (response, answer) => sendJson(response, change(answer)),
});

export const mistakes = {
  /** No list can be filtered by `$in`. */
  someLists: {
    rules: ({ operators }) => ({ operators: { ...operators, $in: () => () => false } }),
  },
  /** What every answer shows is wrong. */
  allAnswers: answering((answer) => (answer.status < 300 ? { ...answer, body: spoilt(answer.body) } : answer)),
} satisfies Record<string, Seams>;

export type Mistake = keyof typeof mistakes;
