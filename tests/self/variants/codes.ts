/** Codes of refusals where the specification leaves them open. */
import type { Call } from '../../../reference-server/call.ts';
import type { Account } from '../../../reference-server/store/account.ts';
import type { Operation } from '../../../schemas/operations.ts';
import type { Parts, Reply, Variant } from './variant.ts';

/** Another status in the place of one, where `when` says so. */
const other =
  (
    from: number,
    to: (operation: Operation) => number,
    when: (reply: Reply, operation: Operation) => boolean = () => true,
  ) =>
  (reply: Reply): void => {
    if (reply.status === from && reply.operation && when(reply, reply.operation)) reply.status = to(reply.operation);
  };

const lists =
  (code: number) =>
  (_: Reply, { errors }: Operation) =>
    errors.includes(code);
const not = (test: (reply: Reply, operation: Operation) => boolean) => (reply: Reply, operation: Operation) =>
  !test(reply, operation);
const reading = ({ request }: Reply) => request.method === 'GET';

const headerMissing = ({ request }: Reply) => request.headers['service-accountid'] === undefined;

/** Refuses ids that only another account has with 403. */
function foreignRecords(): Parts {
  let accounts: readonly Account[] = [];
  const has = (account: Account, id: string) =>
    Object.values(account).some((records) => records instanceof Map && records.has(id));
  return {
    world: (world) => {
      accounts = [...world.accounts.values()];
    },
    around: (call, next) => {
      const answer = next(call);
      if (answer.status !== 404 && answer.status !== 400) return answer;
      const ids = Object.values(call.params);
      const others = accounts.filter((account) => account !== call.account);
      const foreign = ids.some((id) => others.some((account) => has(account, id)));
      return foreign ? { ...answer, status: 403 } : answer;
    },
  };
}

/** Refuses calls of an operation that lack what it needs. */
const needed =
  (id: string, given: (call: Call) => boolean): NonNullable<Parts['around']> =>
  (call, next) =>
    call.operation.id === id && !given(call) ? { status: 400, body: { message: 'inputs are missing' } } : next(call);

export const codeVariants: readonly Variant[] = [
  {
    name: 'unknown-404-unlisted',
    title: 'Unknown ids are 404 where the operation lists no 404 either.',
    kind: 'unknown',
    parts: {
      reply: other(
        400,
        () => 404,
        (reply, operation) => reading(reply) && !lists(404)(reply, operation) && operation.path.includes('{'),
      ),
    },
  },
  {
    name: 'unknown-403-unlisted',
    title: 'Unknown ids are 403 where the operation lists no 404.',
    kind: 'unknown',
    parts: {
      reply: other(
        400,
        () => 403,
        (reply, operation) =>
          reading(reply) &&
          !lists(404)(reply, operation) &&
          operation.path.includes('{') &&
          operation.errors.includes(403),
      ),
    },
  },
  {
    name: 'unauthorized-403-unlisted',
    title: 'Credentials are refused with 403 where the operation lists no 401.',
    kind: 'unauthorized',
    parts: { reply: other(401, () => 403, not(lists(401))) },
  },
  {
    name: 'unauthorized-400-unlisted',
    title: 'Credentials are refused with 400 where the operation lists no 401.',
    kind: 'unauthorized',
    parts: { reply: other(401, () => 400, not(lists(401))) },
  },
  {
    name: 'malformed-authorization-400',
    title: 'An Authorization header without a bearer token is a bad request.',
    parts: {
      reply: other(
        401,
        () => 400,
        ({ request }) =>
          request.headers.authorization !== undefined && !/^Bearer [^\s]+$/i.test(request.headers.authorization),
      ),
    },
  },
  {
    name: 'no-challenge',
    title: 'A 401 carries no WWW-Authenticate.',
    parts: {
      reply: (reply) => {
        delete reply.headers['www-authenticate'];
      },
    },
  },
  {
    name: 'account-missing-401',
    title: 'A request without the account header is refused with 401.',
    kind: 'account missing',
    parts: { reply: other(400, () => 401, headerMissing) },
  },
  {
    name: 'account-missing-403',
    title: 'A request without the account header is refused with 403.',
    kind: 'account missing',
    parts: { reply: other(400, () => 403, headerMissing) },
  },
  {
    name: 'account-missing-422',
    title: 'A request without the account header is refused with 422.',
    kind: 'account missing',
    warns: ['general.status-listed'],
    parts: { reply: other(400, () => 422, headerMissing) },
  },
  {
    name: 'account-demanded',
    title: 'The account header is demanded by every operation.',
    kind: 'account header',
    parts: { rules: () => ({ accountHeaderNeeded: () => true }) },
  },
  {
    name: 'account-of-token',
    title: 'Where the account header is not listed, the account is that of the token, whatever it says.',
    kind: 'account header',
    parts: {
      rules: ({ account }, operation) =>
        operation.accountHeader ? {} : { account: (world, user) => account(world, user, undefined) },
    },
  },
  {
    name: 'foreign-account-401',
    title: 'A token is not valid for the id of another account: 401.',
    kind: 'foreign account',
    parts: {
      reply: other(
        403,
        () => 401,
        ({ body }) => /belong to this account/.test(JSON.stringify(body) ?? ''),
      ),
    },
  },
  {
    name: 'foreign-account-404',
    title: 'An account that the token does not belong to is not there: 404.',
    kind: 'foreign account',
    parts: {
      reply: other(
        403,
        () => 404,
        ({ body }) => /belong to this account/.test(JSON.stringify(body) ?? ''),
      ),
    },
  },
  {
    name: 'foreign-record-403',
    title: 'Records of other accounts are refused with 403 and not like unknown ones.',
    parts: foreignRecords,
  },
  {
    name: 'unpaid-everywhere',
    title: 'An account that is not paid is refused everywhere, with 402.',
    kind: 'unpaid',
    parts: { rules: () => ({ paymentNeeded: ({ paid }) => !paid }) },
  },
  {
    name: 'unpaid-403-unlisted',
    title: 'An account that is not paid is refused with 403 where 402 is not listed.',
    kind: 'unpaid',
    parts: { rules: () => ({ paymentNeeded: ({ paid }) => !paid }), reply: other(402, () => 403, not(lists(402))) },
  },
  {
    name: 'users-actions-need-users',
    on: ['permissions'],
    title: 'The actions of users are only given for users that the query names, as the fixtures say.',
    kind: 'users-actions',
    parts: {
      fixtures: (file) => {
        file.openOperations.usersActions = {
          method: 'GET',
          path: '/v1/permissions/users-actions?userIds={{id:user}}',
        };
      },
      around: needed('permissions.usersActions', ({ query }) => query.has('userIds')),
    },
  },
  {
    name: 'users-actions-need-users-unsaid',
    on: ['permissions'],
    title: 'The actions of users are only given for users that the query names, which nobody says.',
    sparse: true,
    parts: { around: needed('permissions.usersActions', ({ query }) => query.has('userIds')) },
  },
  {
    name: 'snapshots-need-body',
    on: ['kpis'],
    title: 'Snapshots are only found with expressions in the body.',
    parts: { around: needed('kpis.snapshots', ({ body }) => body !== undefined) },
  },
  {
    name: 'snapshots-need-body-unsaid',
    on: ['kpis'],
    title: 'Snapshots are only found with expressions in the body, and the fixtures give none.',
    sparse: true,
    parts: {
      fixtures: (file) => {
        delete file.bodies.kpiSnapshots;
      },
      around: needed('kpis.snapshots', ({ body }) => body !== undefined),
    },
  },
  {
    name: 'unknown-types-404',
    on: ['permissions'],
    title: 'A type of targets that does not exist is not found: 404.',
    parts: {
      reply: other(
        400,
        () => 404,
        ({ body, operation }) => operation?.group === 'permissions' && /targetType/.test(JSON.stringify(body) ?? ''),
      ),
    },
  },
];
