/** The contract of every operation, generated from the table of operations: one batch per group. */
import { groups, openOperations, operations } from '../../schemas/contract.ts';
import type { Batch } from '../support/engine/check.ts';
import { accountChecks } from './accounts.ts';
import { callerChecks } from './callers.ts';
import { credentialChecks } from './credentials.ts';
import { embeddedChecks } from './embedded.ts';
import { inputChecks } from './input.ts';
import { memoryChecks } from './memory.ts';
import { observations } from './observations.ts';
import { referenceChecks } from './references.ts';
import { repeatChecks } from './repeats.ts';
import { shapeChecks } from './shape.ts';
import { successChecks } from './success.ts';
import { userChecks } from './users.ts';
import { userAnswerChecks } from './usersAnswers.ts';
import { userParameterChecks } from './usersParameters.ts';

export const contractBatches: readonly Batch[] = groups.map(({ id, title }) => ({
  title: `contract: ${title}`,
  checks: [...operations, ...openOperations]
    .filter(({ group }) => group === id)
    .flatMap((operation) => [
      ...successChecks(operation),
      ...shapeChecks(operation),
      ...repeatChecks(operation),
      ...embeddedChecks(operation),
      ...referenceChecks(operation),
      ...userChecks(operation),
      ...userAnswerChecks(operation),
      ...userParameterChecks(operation),
      ...memoryChecks(operation),
      ...observations(operation),
      ...credentialChecks(operation),
      ...accountChecks(operation),
      ...callerChecks(operation),
      ...inputChecks(operation),
    ]),
}));
