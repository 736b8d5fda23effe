/** Every right but different behaviour. */
import { accountVariants } from './accounts.ts';
import { answerVariants } from './answers.ts';
import { codeVariants } from './codes.ts';
import { dataVariants } from './data.ts';
import { envelopeVariants } from './envelopes.ts';
import { errorVariants } from './errors.ts';
import { fieldAndGroupVariants } from './fieldsAndGroups.ts';
import { variantsFromLife } from './fromLife.ts';
import { frontVariants } from './front.ts';
import { furtherVariants } from './further.ts';
import { habitVariants } from './habits.ts';
import { listVariants } from './lists.ts';
import { otherVariants } from './others.ts';
import { others1Variants } from './others1.ts';
import { others2Variants } from './others2.ts';
import { others3Variants } from './others3.ts';
import { others4Variants } from './others4.ts';
import { others5Variants } from './others5.ts';
import { others6Variants } from './others6.ts';
import type { Variant } from './variant.ts';
import { wireVariants } from './wire.ts';
import { writeVariants } from './writes.ts';

export const variants: readonly Variant[] = [
  // These copy the stored records; what the others keep of them must be of the copies.
  ...dataVariants,
  ...others1Variants,
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
  ...otherVariants,
  ...furtherVariants,
  ...habitVariants,
  ...variantsFromLife,
  ...others2Variants,
  ...others3Variants,
  ...others4Variants,
  ...others5Variants,
  ...others6Variants,
];
