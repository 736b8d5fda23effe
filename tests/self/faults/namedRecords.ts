/** Creates that write the records which their bodies name, as far as these were loaded. */
import type { Call } from '../../../reference-server/call.ts';
import { type Fault, faultOf } from './fault.ts';
import { also, type Shown } from './vocabulary.ts';

const fault = faultOf('general.');

const named = ({ account, body }: Call, key: string) => account.users.get(String((body as Shown | undefined)?.[key]));

export const namedRecordFaults: readonly Fault[] = [
  fault(
    'task-owner-without-teams',
    'A new task writes its owner as loaded: the teams of the user are gone.',
    'create-new',
    also('tasks.create', (call) => {
      const owner = named(call, 'ownerId');
      if (owner) owner.teamIds = [];
    }),
  ),
  fault(
    'announcement-author-without-teams',
    'A new announcement writes its author as loaded: the teams of the user are gone.',
    'create-new',
    also('announcements.create', (call) => {
      const author = named(call, 'authorID');
      if (author) author.teamIds = [];
    }),
  ),
];
