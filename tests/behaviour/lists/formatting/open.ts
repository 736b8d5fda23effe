/** Formatting where the words leave it open. Section "Resources / Conventions" (formatting). */
import { isRecord, type JsonRecord, kindAnswered, requirement } from '../../../../schemas/contract.ts';
import { type Check, check } from '../../../support/engine/check.ts';
import type { Context } from '../../../support/engine/context.ts';
import { at } from '../../../support/http/at.ts';
import type { Answer } from '../../../support/http/client.ts';
import { allFields } from '../../../support/http/unlistedFields.ts';
import { hasMarkup } from '../../../support/lists/plainText.ts';
import { hasParameter, onEach } from '../../../support/lists/requests.ts';
import { itemsOf, required } from '../../../support/records/answers.ts';
import { ids } from '../../../support/records/identifiers.ts';
import { type Form, reading, source, texts } from './formattedTexts.ts';

async function single(
  t: Context,
  operationId: string,
  query: Record<string, string>,
): Promise<{ answer: Answer; record: JsonRecord | undefined }> {
  const kindName = kindAnswered(operationId);
  const params = operationId.endsWith('.get')
    ? at(kindName, (await ids(t, kindName))[0] as string).params
    : operationId === 'metrics.byOwner'
      ? { ownerId: (await ids(t, 'metricOwner'))[0] as string }
      : {};
  const answer = await t.send(operationId, { params, query: { ...required(operationId).query, ...query } });
  return {
    answer,
    record: operationId.endsWith('.get') && isRecord(answer.json) ? answer.json : itemsOf(answer.json)[0],
  };
}

/** Dotted paths of texts with markup anywhere in a value. */
function richPaths(value: unknown, path = ''): string[] {
  if (typeof value === 'string') return hasMarkup(value) ? [path] : [];
  if (Array.isArray(value)) return value.flatMap((inner) => richPaths(inner, `${path}[]`));
  return isRecord(value) ? allFields(value).flatMap((key) => richPaths(value[key], path ? `${path}.${key}` : key)) : [];
}

export const open: Check[] = [
  ...onEach('lists.formatting-other-texts', 'which further texts are formatted', async (t, operationId) => {
    const [markup, plain] = await Promise.all(
      (['markup', 'plain'] as const).map((form: Form) => reading(t, operationId, form)),
    );
    const paths = (from: typeof markup) =>
      [...(from?.records.values() ?? [])].flatMap(({ record }) => richPaths(record));
    const [before, after] = [new Set(paths(markup)), new Set(paths(plain))];
    return { formatted: [...before].filter((path) => !after.has(path)), left: [...after] };
  }),
  ...onEach('lists.formatting-rest', 'what plainText makes of other marks', async (t, operationId) => {
    const found = await texts(t, operationId);
    const other = found.filter((text) => /^\s*([-*+>]|\d+[.)])\s|~~|!\[|<\w|&\w+;|\n/m.test(source(text)));
    return other.slice(0, 3).map(({ markup, plain }) => ({ markup: markup.slice(0, 200), plain: plain.slice(0, 200) }));
  }),
  ...onEach('lists.formatting-values', 'other values of formatting', async (t, operationId) =>
    Promise.all(
      ['plaintext', 'html', ''].map(
        async (formatting) =>
          `${JSON.stringify(formatting)}: answers ${(await single(t, operationId, { formatting })).answer.status}`,
      ),
    ),
  ),
  ...requirement('lists.formatting-not-listed').operations.map((operationId) =>
    check(
      `${operationId}: texts where formatting is not listed`,
      'lists.formatting-not-listed',
      (t) => unlisted(t, operationId),
      [operationId],
    ),
  ),
];

async function unlisted(t: Context, operationId: string): Promise<unknown> {
  const kindName = operationId === 'dashboards.get' ? 'dashboard' : 'session';
  const params =
    operationId === 'sessions.list'
      ? {}
      : operationId === 'metrics.byCheckin'
        ? { checkinId: t.fixtures.facts.checkins?.[0]?.checkinId ?? 'none' }
        : at(kindName, (await ids(t, kindName))[0] as string).params;
  const forms = await Promise.all(
    [{}, { formatting: 'plainText' }].map((query) => t.send(operationId, { params, query })),
  );
  const marked = forms.map(({ json }) => [...new Set(richPaths(json))].slice(0, 10));
  return { markup: marked[0], withPlainText: marked[1], listed: hasParameter(operationId, 'formatting') };
}
