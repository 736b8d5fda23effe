/** What each value of formatting gives, and which texts it concerns. Section "Resources / Conventions" (formatting). */

import { kindAnswered, listFacts, withArticle } from '../../../../schemas/contract.ts';
import type { Wrong } from '../../../support/engine/assertions.ts';
import type { Check } from '../../../support/engine/check.ts';
import type { Context } from '../../../support/engine/context.ts';
import { NotApplicable } from '../../../support/engine/outcome.ts';
import {
  collapsed,
  hasMarkup,
  hasSigns,
  isBare,
  keepsWords,
  lostSign,
  lostUnderscore,
  markLeft,
  marksIn,
  mentionProblem,
  mentionsIn,
} from '../../../support/lists/plainText.ts';
import { onEach } from '../../../support/lists/requests.ts';
import { supportedTypes } from '../../../support/records/bodies.ts';
import { expectAsElsewhere } from './elsewhere.ts';
import { areas, type Category, inEachForm, source, type Text, textAt, texts } from './formattedTexts.ts';
import { expectTexts, rich } from './texts.ts';

const same = (a: string, b: string) => collapsed(a) === collapsed(b);

/** Whether the words are there, those with an underscore as they are written. */
const keepsText = (markup: string, plain: string): boolean =>
  keepsWords(markup, plain) && lostUnderscore(markup, plain) === undefined;

/** A text with markup must not come as it is stored, and must come without its mentions and marks, with its words. */
function wrongPlain(text: Text): Wrong | undefined {
  if (!same(text.none, text.markup))
    return {
      message: `without formatting ${text.path} comes in another form than with mentionsMarkup`,
      expected: text.markup,
      received: text.none,
      exchange: text.exchange.none,
    };
  const markup = source(text);
  const mention = mentionProblem(markup, text.plain);
  const mark = markLeft(markup, text.plain);
  if (!mention && mark === undefined && keepsText(markup, text.plain)) return undefined;
  return {
    message: `${text.path} is not turned into plain text`,
    expected: `the text without its markup: ${markup}`,
    received: text.plain,
    exchange: text.exchange.plain,
  };
}

const concerns = (id: string, title: string, category: Category, what: string): Check[] =>
  onEach(id, title, (t, operationId) => expectTexts(t, operationId, what, rich, wrongPlain, [category]));

/** Why records of a kind have no custom fields, as far as the claimed groups and the supported types say. */
async function noCustomFields(t: Context, kindName: string): Promise<string | undefined> {
  if (!t.claims('customFields')) return 'the target does not claim the operation group customFields';
  const types = await supportedTypes(t);
  const part = listFacts.textAreaTargets[kindName];
  return part === undefined || types.some((type) => type.toLowerCase().includes(part))
    ? undefined
    : `supported-types names no type that stands for ${withArticle(kindName)}: it has no custom fields`;
}

/** A read in plain text leaves the text as it is: a text that then comes plain without the parameter was changed by it. */
async function expectKept(t: Context, operationId: string): Promise<void> {
  const { texts: all, after } = await inEachForm(t, operationId);
  const told = all.filter(({ none, plain }) => !same(none, plain));
  for (const { id, path, none, plain } of told) {
    const now = after.records.get(id);
    const received = textAt(now?.record, path);
    const message = `after a read in plain text ${path} comes plain without the parameter, too`;
    const changed =
      now && same(received, plain) ? { message, expected: none, received, exchange: now.answer } : undefined;
    t.judge(changed, 1);
  }
}

export const values: Check[] = [
  ...onEach('lists.formatting-default', 'the default is mentionsMarkup', async (t, operationId) => {
    await expectTexts(t, operationId, 'text with markup', rich, (text) =>
      same(text.none, text.markup)
        ? undefined
        : {
            message: `without formatting ${text.path} comes in another form than with mentionsMarkup`,
            expected: text.markup,
            received: text.none,
            exchange: text.exchange.none,
          },
    );
    await expectKept(t, operationId);
  }),

  ...onEach('lists.formatting-markup', 'mentionsMarkup gives markdown and mentions', async (t, operationId) => {
    await expectAsElsewhere(t, operationId);
    await expectTexts(
      t,
      operationId,
      'text with markup',
      // Where the stored text is not known, markup that is shown proves that it is given.
      ({ stored, markup }) => hasMarkup(stored ?? markup),
      ({ stored, markup, path, exchange }) =>
        same(stored ?? markup, markup)
          ? undefined
          : {
              message: `mentionsMarkup does not give ${path} with its markup`,
              expected: stored,
              received: markup,
              exchange: exchange.markup,
            },
    );
  }),

  ...onEach('lists.formatting-mentions', 'plainText turns mentions into @ and the name', (t, operationId) =>
    expectTexts(
      t,
      operationId,
      'text with a mention',
      (text) => mentionsIn(source(text)).length > 0,
      (text) => {
        const problem = mentionProblem(source(text), text.plain);
        return problem === undefined
          ? undefined
          : {
              message: `plainText does not turn a mention into @ and the display name: ${problem}`,
              expected: mentionsIn(source(text)).map(({ name }) => `@${name}`),
              received: text.plain,
              exchange: text.exchange.plain,
            };
      },
    ),
  ),

  ...onEach('lists.formatting-markdown', 'plainText leaves no markdown', (t, operationId) =>
    expectTexts(
      t,
      operationId,
      'text with markdown',
      (text) => marksIn(source(text)).length > 0,
      (text) => {
        const left = markLeft(source(text), text.plain);
        return left === undefined
          ? undefined
          : {
              message: 'plainText leaves markdown',
              expected: `${text.path} without ${left}`,
              received: text.plain,
              exchange: text.exchange.plain,
            };
      },
    ),
  ),

  ...onEach('lists.formatting-words', 'plainText keeps the words', (t, operationId) =>
    expectTexts(
      t,
      operationId,
      'text with markup',
      () => true,
      (text) => {
        const markup = source(text);
        if (text.given !== undefined && collapsed(text.given) !== collapsed(text.plain))
          return {
            message: 'plainText gives another text than the fixtures say',
            expected: text.given,
            received: text.plain,
            exchange: text.exchange.plain,
          };
        const bare = isBare(markup) && collapsed(markup) !== collapsed(text.plain);
        if (!bare && keepsText(markup, text.plain)) return undefined;
        return {
          message: bare
            ? 'plainText changes a text without markup'
            : 'plainText does not keep the words of a text, all and in their order',
          expected: markup,
          received: text.plain,
          exchange: text.exchange.plain,
        };
      },
    ),
  ),

  ...onEach('lists.formatting-signs', 'plainText keeps signs that are no markup', (t, operationId) =>
    expectTexts(
      t,
      operationId,
      'text with a sign that is no markup',
      (text) => hasSigns(source(text)),
      (text) => {
        const lost = lostSign(source(text), text.plain);
        return lost === undefined
          ? undefined
          : {
              message: `plainText changes what is no markup: ${JSON.stringify(lost)} is not there as often as before`,
              expected: source(text),
              received: text.plain,
              exchange: text.exchange.plain,
            };
      },
    ),
  ),

  ...concerns(
    'lists.formatting-description',
    'formatting concerns the description',
    'description',
    'description with markup',
  ),
  ...concerns('lists.formatting-comment', 'formatting concerns the comment', 'comment', 'comment with markup'),
  ...onEach('lists.formatting-custom-fields', 'formatting concerns text areas', async (t, operationId) => {
    const found = await texts(t, operationId);
    const kindName = kindAnswered(operationId);
    const none = found.some(({ category }) => category === 'customField')
      ? undefined
      : await noCustomFields(t, kindName);
    if (none !== undefined) throw new NotApplicable(none);
    if (found.every(({ category }) => category !== 'customField') && (await areas(t)).length === 0)
      throw t.nothingShown(kindName, 'textArea');
    await expectTexts(t, operationId, 'text-area custom field with markup', rich, wrongPlain, ['customField']);
  }),
  ...concerns(
    'lists.formatting-goal-description',
    'formatting concerns the goal description',
    'goalDescription',
    'goalDescription with markup',
  ),
];
