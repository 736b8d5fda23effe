/** What the words say of users. Sections "User", "Endpoints / Users". */
import type { Batch } from '../support/check.ts';
import { userConflicts } from './usersConflicts.ts';
import { creatingUsers } from './usersCreating.ts';
import { managersOfUsers } from './usersManagers.ts';
import { readingUsers } from './usersReading.ts';

export const users: Batch = {
  title: 'behaviour: users',
  checks: [...creatingUsers, ...userConflicts, ...managersOfUsers, ...readingUsers],
};
