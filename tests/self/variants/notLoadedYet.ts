/** What a service has not loaded or worked out when it answers: "Whether response fields are always present" is not shown. */
import type { Call } from '../../../reference-server/call.ts';
import { answers, deep, isObject, type Json, type Parts, type Variant } from './variant.ts';

const withoutSession = (body: unknown): unknown =>
  deep(body, (record) => (record.sessionId === undefined ? record : { ...record, sessionId: '' }));

/** Gives the user who has created a role this role, once the create is answered. */
const memberOfOwnRole: Parts = {
  around: (call: Call, next) => {
    const answer = next(call);
    const id = isObject(answer.body) ? answer.body.id : undefined;
    const author = call.account?.users.get(call.user.id);
    if (call.operation.id === 'roles.create' && answer.status === 201 && author && typeof id === 'string')
      author.roleIds = [...author.roleIds, id];
    return answer;
  },
};

export const notLoadedVariants: readonly Variant[] = [
  {
    name: 'late-session-of-new-task',
    on: ['tasks'],
    title: 'The answer to the create of a task does not know the session yet, nor the name of the parent: empty texts.',
    parts: answers(['tasks.create'], (body) => ({ ...(withoutSession(body) as Json), parentName: '' })),
  },
  {
    name: 'late-session-in-lists',
    on: ['tasks'],
    title: 'The list of tasks does not load the session: an empty text there.',
    parts: answers(['tasks.list'], withoutSession),
  },
  {
    name: 'late-ids-in-list',
    on: ['tasks'],
    title: 'The list of tasks does not load who changed a task last, nor the other system: empty texts there.',
    parts: answers(['tasks.list'], (body) =>
      deep(body, (record) => ({
        ...record,
        ...(record.modifiedById !== undefined && { modifiedById: '' }),
        ...(record.externalId !== undefined && { externalId: '' }),
      })),
    ),
  },
  {
    name: 'late-role-count',
    on: ['roles'],
    title: 'The answer to the create of a role counts nobody, and its author has it a moment later.',
    parts: memberOfOwnRole,
  },
  {
    name: 'late-user-active',
    on: ['users', 'employees'],
    title: 'A created user is answered as not active, and is active a moment later.',
    parts: answers(['users.create'], (body) =>
      isObject(body) && Array.isArray(body.items)
        ? { ...body, items: body.items.map((one) => (isObject(one) ? { ...one, isActive: false } : one)) }
        : body,
    ),
  },
];
