/** Every right but different behaviour. */
import { accountVariants } from './accounts.ts';
import { accountAndIdVariants } from './accountsAndIds.ts';
import { answerVariants } from './answers.ts';
import { carefulVariants } from './careful.ts';
import { codeVariants } from './codes.ts';
import { dataVariants } from './data.ts';
import { envelopeVariants } from './envelopes.ts';
import { errorVariants } from './errors.ts';
import { fieldAndGroupVariants } from './fieldsAndGroups.ts';
import { variantsFromLife } from './fromLife.ts';
import { frontVariants } from './front.ts';
import { furtherVariants } from './further.ts';
import { habitVariants } from './habits.ts';
import { httpAndJsonVariants } from './httpAndJson.ts';
import { listVariants } from './lists.ts';
import { loadAndMoveVariants } from './loadAndMoves.ts';
import { makingVariants } from './makingOfRecords.ts';
import { notLoadedVariants } from './notLoadedYet.ts';
import { variantsOfYears } from './ofYears.ts';
import { openAnswerVariants } from './openAnswers.ts';
import { openRefusalVariants } from './openRefusals.ts';
import { otherClientVariants } from './otherClients.ts';
import { setAsideVariants } from './setAside.ts';
import type { Variant } from './variant.ts';
import { wireVariants } from './wire.ts';
import { writeVariants } from './writes.ts';

export const variants: readonly Variant[] = [
  // These copy the stored records; what the others keep of them must be of the copies.
  ...dataVariants,
  ...accountAndIdVariants,
  ...accountVariants,
  ...errorVariants,
  ...codeVariants,
  ...wireVariants,
  ...frontVariants,
  ...answerVariants,
  ...envelopeVariants,
  ...listVariants,
  ...writeVariants,
  ...fieldAndGroupVariants,
  ...otherClientVariants,
  ...furtherVariants,
  ...habitVariants,
  ...variantsFromLife,
  ...variantsOfYears,
  ...httpAndJsonVariants,
  ...openAnswerVariants,
  ...openRefusalVariants,
  ...loadAndMoveVariants,
  ...makingVariants,
  ...notLoadedVariants,
  ...carefulVariants,
  ...setAsideVariants,
];
