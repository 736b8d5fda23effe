/** What the words say of users. Sections "User", "Endpoints / Users". */
import { recordLaws } from '../../laws/index.ts';
import type { Batch } from '../../support/engine/check.ts';
import { newEmployees } from '../employees/newUsers.ts';
import { userConflicts } from './conflicts.ts';
import { creatingUsers } from './creating.ts';
import { managersOfUsers } from './managers.ts';
import { ownOfUsers } from './own.ts';
import { partsOfRequests } from './parts.ts';
import { readingUsers } from './reading.ts';

export const users: Batch = {
  title: 'behaviour: users',
  checks: [
    ...recordLaws('user'),
    ...creatingUsers,
    ...newEmployees,
    ...userConflicts,
    ...partsOfRequests,
    ...managersOfUsers,
    ...readingUsers,
    ...ownOfUsers,
  ],
};
