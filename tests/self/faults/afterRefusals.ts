/** Writes that go wrong because the same was refused before. */
import type { Answer } from '../../../reference-server/call.ts';
import { kind } from '../../../schemas/contract.ts';
import type { Fault } from './fault.ts';
import { storeOf } from './records.ts';
import { instead, kebab, rule, type Shown } from './vocabulary.ts';

/** The create that follows a refused one is answered, and not stored. */
function lostAfterRefusal(kindName: string): Fault {
  const { create = '', title, laws = {} } = kind(kindName);
  return {
    name: `${kebab(kindName)}-lost-after-refusal`,
    title: `The create of a ${title} that follows a refused one is answered and not stored.`,
    breaks: [laws.stored as string],
    seams: () => {
      let refused = false;
      return instead(create, (call, next) => {
        const records = storeOf(kindName, call.account);
        const before = new Set(records.keys());
        const answer: Answer = structuredClone(next(call));
        const isLost = refused && answer.status < 300;
        refused = answer.status >= 400;
        if (isLost) for (const id of [...records.keys()].filter((one) => !before.has(one))) records.delete(id);
        return answer;
      });
    },
  };
}

const emailsIn = (body: unknown): string[] =>
  [body].flat().map((user) =>
    String((user as Shown | undefined)?.email)
      .trim()
      .toLowerCase(),
  );

export const afterRefusalFaults: readonly Fault[] = [
  {
    name: 'refused-delete-ends-favourites',
    title: 'A DELETE that is refused for lack of a permission has ended the favourites of the account.',
    breaks: ['kpiGroups.favorite-model'],
    seams: rule('kpiGroups.delete', (standard) => ({
      permitted(user, operation, account) {
        const may = standard.permitted(user, operation, account);
        if (!may) for (const group of account.kpiGroups.values()) group.favoriteOf.clear();
        return may;
      },
    })),
  },
  {
    name: 'refused-patch-ends-favourites-of-others',
    title: 'A PATCH that is refused for its body has ended the favourites of those who did not send it.',
    breaks: ['kpiGroups.favorite-model'],
    seams: instead('kpiGroups.update', (call, next) => {
      const answer = next(call);
      const group = call.account.kpiGroups.get(call.params.groupId ?? '');
      if (answer.status >= 400)
        for (const id of [...(group?.favoriteOf ?? [])]) if (id !== call.user.id) group?.favoriteOf.delete(id);
      return answer;
    }),
  },
  {
    name: 'refused-patch-names-its-sender',
    title: 'A PATCH that is refused names its sender as who changed the group last.',
    breaks: ['kpiGroups.author'],
    seams: instead('kpiGroups.update', (call, next) => {
      const answer = next(call);
      const group = call.account.kpiGroups.get(call.params.groupId ?? '');
      if (group && answer.status >= 400) group.modifiedById = call.user.id;
      return answer;
    }),
  },
  ...['task', 'role', 'announcement', 'user', 'customField', 'kpiGroup'].map(lostAfterRefusal),
  {
    name: 'conflict-reserves-addresses',
    title: 'Users who were refused beside one who is there are taken for ones who are there.',
    breaks: ['users.conflict-several'],
    seams: () => {
      const reserved = new Set<string>();
      return instead('users.create', (call, next) => {
        const emails = emailsIn(call.body);
        if (emails.some((email) => reserved.has(email))) return { status: 409, body: {} };
        const answer = next(call);
        const there = new Set([...call.account.users.values()].map(({ email }) => email.toLowerCase()));
        if (answer.status === 409) for (const email of emails) if (!there.has(email)) reserved.add(email);
        return answer;
      });
    },
  },
  {
    name: 'user-lost-after-conflict',
    title: 'A user who was refused beside one who is there is answered the next time, and not stored.',
    breaks: ['users.conflict-several'],
    seams: () => {
      const refused = new Set<string>();
      return instead('users.create', (call, next) => {
        const records = storeOf('user', call.account);
        const before = new Set(records.keys());
        const answer: Answer = structuredClone(next(call));
        const emails = emailsIn(call.body);
        if (answer.status === 409) for (const email of emails) refused.add(email);
        else if (emails.some((email) => refused.has(email))) {
          for (const id of [...records.keys()].filter((one) => !before.has(one))) records.delete(id);
          return { ...answer, body: {} };
        }
        return answer;
      });
    },
  },
];
