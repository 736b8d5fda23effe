/** What the answer to a use of a tag must be. Section "Endpoints / Tags". */
import { type JsonRecord, operation } from '../../../../schemas/contract.ts';
import { answered, GOAL, tagKey } from '../../../support/domain/tags.ts';
import type { Wrong } from '../../../support/engine/assertions.ts';
import type { Answer } from '../../../support/http/client.ts';
import { disagreement } from '../../../support/values/agreement.ts';
import { type Finding, finding, type OwnTag, type Spelling, type TagUse } from './state.ts';

const quoted = (text: unknown) => JSON.stringify(text);

/** The requirements by which a spelling is the tag that is there. */
const OF_SPELLING: Readonly<Record<Spelling, string>> = {
  plain: 'tags.later-use',
  cased: 'tags.identity-case',
  spaced: 'tags.identity-spaces',
};

/** The requirements that a later use of a tag proves. */
export const requirementsOf = ({ spelling, place, tag }: TagUse): string[] => [
  OF_SPELLING[spelling],
  ...(spelling === 'plain' && place !== tag.place ? ['tags.identity-places'] : []),
];

/** The title in an answer is the one that was sent. */
function judgeTitle({ place, answer, title, item }: TagUse): Finding[] {
  const shown = answered(answer);
  const wrong = { expected: `a tag with the title ${title}`, received: answer.json, at: '/title', exchange: answer };
  if (shown.title === undefined && shown.id !== undefined && shown.id !== item) return [];
  const right = tagKey(shown.title) === tagKey(title) && shown.id !== item;
  return [finding('tags.answer', place, right, { message: 'another tag is answered than was sent', ...wrong })];
}

/** First uses of one title at once: one of them succeeds at least, and all give one tag. */
export function judgeFirstUses(uses: readonly TagUse[], others: readonly OwnTag[]): Finding[] {
  const [any] = uses as [TagUse];
  const taken = uses.find(({ answer }) => answer.ok);
  if (!taken) {
    const { answer } = any;
    const expected = `status ${operation(any.place.operation).success.status}`;
    const wrong = { message: 'a new title is refused', expected, received: answer };
    return ['tags.answer', ...(any.place === GOAL ? ['tags.goal-title'] : [])].map((requirement) =>
      finding(requirement, any.place, false, wrong),
    );
  }
  const ids = [...new Set(uses.flatMap(({ id }) => id ?? []))];
  const known = others.find(({ id }) => id !== undefined && ids.includes(id));
  return [
    ...judgeTitle(taken),
    ...(ids.length === 0
      ? []
      : [
          finding('tags.identity-at-once', any.place, ids.length === 1, {
            message: 'first uses of one title at once have created several tags',
            expected: 'one id',
            received: ids,
            exchange: taken.answer,
          }),
          finding('tags.identity-distinct', any.place, known === undefined, {
            message: `${quoted(any.title)} and ${quoted(known?.title)} are the same tag`,
            expected: 'a tag of its own',
            received: taken.answer.json,
            exchange: taken.answer,
          }),
        ]),
  ];
}

function judgeRefusal(use: TagUse): Finding[] {
  const { answer, place, title } = use;
  return requirementsOf(use).map((requirement) =>
    finding(requirement, place, false, {
      message: `${quoted(title)}, a tag that exists, is refused`,
      expected: 'a success',
      received: answer,
    }),
  );
}

/** Whatever is answered to a tag that the item has: it does not break the target. */
const judgeRepeat = ({ answer, place }: TagUse): Finding =>
  finding('tags.repeat', place, answer.status < 500, {
    message: 'tagging an item with a tag that it has breaks the target',
    expected: 'a status below 500',
    received: answer,
  });

/**
 * A later use of a tag gives the tag that is there. What is answered where the item has it already is open.
 * @param trusted whether answers at this place have the ids that the list has
 */
export function judgeUse(use: TagUse, tags: readonly OwnTag[], trusted: boolean): Finding[] {
  const { answer, place, title, tag, id } = use;
  const again = use.had ? [judgeRepeat(use)] : [];
  if (answer.status === 304) return again;
  if (!answer.ok) return use.had ? again : judgeRefusal(use);
  const success = operation(place.operation).success.status;
  const status = finding('general.success-status', place, answer.status === success, {
    message: 'a tag that exists is answered with another status',
    expected: success,
    received: answer,
  });
  const found = [...again, ...judgeTitle(use), ...(use.had ? [] : [status])];
  if (id === undefined || tag.id === undefined || !trusted) return found;
  const details = { expected: tag.id, received: id, at: '/id', exchange: answer };
  const other = tags.find((one) => one !== tag && one.id === id);
  const same = `${quoted(title)} and ${quoted(other?.title)} are the same tag`;
  const apart = `${quoted(title)} and ${quoted(tag.title)} are not the same tag`;
  return [
    ...found,
    ...requirementsOf(use).map((requirement) =>
      finding(requirement, place, id === tag.id, { message: apart, ...details }),
    ),
    finding('tags.identity-distinct', place, other === undefined, { message: same, ...details }),
  ];
}

/** What a use leaves of a tag. Which spelling of the title is shown is open, and who created it is judged by itself. */
const LEFT = ['name', 'dateCreated', 'isActive'];

/**
 * The answer to a later use shows the tag as the list does, before the use or after it: what others change meanwhile counts.
 * @param entries of the tag in the list
 */
export function unlikeEntries(
  answer: Answer,
  entries: readonly JsonRecord[],
): { compared: number; wrong?: Wrong | undefined } {
  const shown = answered(answer);
  const fields = LEFT.filter((field) => shown[field] != null && entries.some((entry) => entry[field] != null));
  const field = fields.find((one) => entries.every((entry) => disagreement(entry[one], shown[one])));
  const wrong = field !== undefined && {
    message: `the answer to a later use of a tag shows another ${field} than the list`,
    expected: entries[0]?.[field],
    received: shown[field],
    at: `/${field}`,
    exchange: answer,
  };
  return { compared: fields.length, wrong: wrong || undefined };
}
