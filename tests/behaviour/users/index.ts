/** What the words say of users. Sections "User", "Endpoints / Users". */
import type { Batch } from '../../support/engine/check.ts';
import { userConflicts } from './conflicts.ts';
import { creatingUsers } from './creating.ts';
import { managersOfUsers } from './managers.ts';
import { readingUsers } from './reading.ts';

export const users: Batch = {
  title: 'behaviour: users',
  checks: [...creatingUsers, ...userConflicts, ...managersOfUsers, ...readingUsers],
};
