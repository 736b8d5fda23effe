/** What reaches another account by one parameter alone, or says no more of it than that something is there; and what one user shuts others out of. */
import type { Seams } from '../../../reference-server/server.ts';
import { inAll } from './branches.ts';
import type { Fault } from './fault.ts';
import { trustsHeader } from './generalAccess.ts';
import { instead, inWorld } from './vocabulary.ts';

/** Follows the header into any account; that of the user of the other account has no SCIM groups. */
function existsElsewhere(id: string): Seams {
  const trusting = trustsHeader(id);
  return {
    ...trusting,
    ...instead(id, (call, next) => {
      const { account, user } = call;
      const isOther = account.users.has(user.id) && account.name === 'Southgate';
      return next(isOther ? { ...call, account: { ...account, scimGroups: new Map() } } : call);
    }),
  };
}

export const acrossAccountFaults: readonly Fault[] = [
  {
    name: 'tags-with-fields-of-all-accounts',
    title: 'A selection of fields gives the tags of all accounts.',
    breaks: ['general.foreign-token', 'lists.fields-selected'],
    on: ['tags.list'],
    seams: inAll('tags.list', ({ query }) => query.has('fields')),
  },
  {
    name: 'goals-met-by-tags-of-all-accounts',
    title: 'With tags a session is looked up in all accounts.',
    breaks: ['general.foreign-token'],
    seams: inWorld('sessions.goalsMet', (call, accounts, next) => {
      if (!call.query.get('tags')) return next(call);
      const account = [...accounts.values()].find(({ sessions }) => sessions.has(call.params.id ?? ''));
      return next(account ? { ...call, account } : call);
    }),
  },
  {
    name: 'scim-groups-exist-elsewhere',
    title: 'The SCIM groups of any account that the header names are found.',
    breaks: ['general.foreign-token'],
    seams: existsElsewhere('roles.scimGroupsExist'),
  },
  {
    name: 'recalculation-keeps-its-lock',
    title: 'Whoever recalculates roles first keeps everybody else of the account from it.',
    breaks: ['general.success-status'],
    on: ['roles.recalculateScimRoles'],
    seams() {
      const lockedBy = new Map<string, string>();
      return instead('roles.recalculateScimRoles', ({ account, user, ...call }, next) => {
        const by = lockedBy.get(account.id) ?? user.id;
        lockedBy.set(account.id, by);
        if (by !== user.id) return { status: 409, body: { message: 'roles are being recalculated' } };
        return next({ ...call, account, user });
      });
    },
  },
];
