/** Faults of what is refused: it takes effect all the same. */
import { rules } from '../../../reference-server/rules.ts';
import type { Seams } from '../../../reference-server/server.ts';
import type { Fault } from './fault.ts';
import { instead, rule, type Shown } from './vocabulary.ts';

/** Looks for the permission when all is done. */
const permittedLate = (id: string): Seams => ({
  ...rule(id, () => ({ permitted: () => true })),
  ...instead(id, (call, next) => {
    const answer = next(call);
    return rules.permitted(call.user, call.operation, call.account) ? answer : { status: 403 };
  }),
});

export const refusalFaults: readonly Fault[] = [
  {
    name: 'forbidden-update-of-field-takes-effect',
    title: 'The permission to update a custom field is looked for when the update is stored.',
    breaks: ['general.permission'],
    on: ['customFields.update'],
    seams: permittedLate('customFields.update'),
  },
  {
    name: 'task-of-unknown-owner-refused-and-made',
    title: 'A task is stored before its owner is looked for.',
    breaks: ['general.refused-not-created', 'general.no-server-error'],
    on: ['tasks.create'],
    seams: instead('tasks.create', (call, next) => {
      const answer = next(call);
      const { ownerId, ...rest } = (call.body ?? {}) as Shown;
      if (typeof ownerId === 'string' && !call.account.users.has(ownerId)) next({ ...call, body: rest });
      return answer;
    }),
  },
];
