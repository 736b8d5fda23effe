/** What a run knows of its tags, and what it found right and wrong about them. */
import type { JsonRecord } from '../../../../schemas/contract.ts';
import type { Place, Use } from '../../../support/domain/tags.ts';
import type { Wrong } from '../../../support/engine/assertions.ts';
import type { Actor, Answer } from '../../../support/http/client.ts';
import type { Listing } from '../../../support/lists/readPages.ts';

/** A tag of the run. */
export interface OwnTag {
  title: string;
  /** Where and by whom it was used first. */
  place: Place;
  author: Actor;
  /** Its id: in the list under its title, else in the answer to the first use. */
  id?: string;
  /** Its entry in the list after the first use. */
  entry?: JsonRecord;
  /** The answer to a filter on its title that does not give it; the same filter was asked before it came to be. */
  unfound?: Answer;
  /** The places whose item has it. */
  on: Set<Place>;
}

/** How a use spells the title: as the first one, with other letter case, or with spaces at the ends. */
export type Spelling = 'plain' | 'cased' | 'spaced';

export interface TagUse extends Use {
  place: Place;
  tag: OwnTag;
  spelling: Spelling;
  /** Whether it is the first use of the title. */
  first: boolean;
  /** Whether the item had the tag before. */
  had: boolean;
}

/** An item as a user sees it. */
export interface Sight {
  place: Place;
  as: Actor;
  where: 'by id' | 'in the list';
  /** The item; undefined where this user is not shown it. */
  item: JsonRecord | undefined;
  /** The other items of the list. */
  others: readonly JsonRecord[];
}

/** What the target shows at one moment. */
export interface Look {
  lists: Readonly<Partial<Record<Actor, Listing>>>;
  sights: readonly Sight[];
  usages: { items: readonly JsonRecord[]; answer: Answer } | undefined;
}

/** One comparison: of which requirement, at which place, and what is wrong. */
export interface Finding {
  requirement: string;
  place: Place;
  wrong: Wrong | undefined;
}

export const finding = (requirement: string, place: Place, right: boolean, wrong: Wrong): Finding => ({
  requirement,
  place,
  wrong: right ? undefined : wrong,
});
