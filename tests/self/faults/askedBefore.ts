/** Answers that are kept for who asked before a write, and given again after it. */
import type { Answer, Call } from '../../../reference-server/call.ts';
import type { Seams } from '../../../reference-server/server.ts';
import type { Fault } from './fault.ts';
import { instead } from './vocabulary.ts';

/** What a write takes out of the answers that are kept. */
type Drop = (call: Call, kept: Map<string, Answer>) => void;

const ofUser = ({ account, user }: Call): string => `${account.id}|${user.id}|`;

const dropNone: Drop = () => {};
const dropOwn: Drop = (call, kept) => {
  for (const key of kept.keys()) if (key.startsWith(ofUser(call))) kept.delete(key);
};

interface Keeping {
  reads: readonly string[];
  /** The parameter without which nothing is kept. */
  parameter?: string;
  writes?: readonly string[];
  drop?: Drop;
}

/** Keeps answers to reads for each user and request, until a write takes them out. */
const keeping =
  ({ reads, parameter, writes = [], drop = dropNone }: Keeping) =>
  (): Seams => {
    const kept = new Map<string, Answer>();
    return instead([...reads, ...writes], (call, next) => {
      const { operation, params, query } = call;
      if (writes.includes(operation.id)) {
        const answer = next(call);
        if (answer.status < 300) drop(call, kept);
        return answer;
      }
      if (parameter !== undefined && !query.has(parameter)) return next(call);
      const key = `${ofUser(call)}${operation.id}|${JSON.stringify(params)}|${query}`;
      const answer = kept.get(key) ?? next(call);
      if (answer.status < 300) kept.set(key, structuredClone(answer));
      return answer;
    });
  };

const INDEPENDENT = 'general.reads-independent';

/** A list that keeps its answers to requests with a parameter. */
const keptWith = (parameter: string, list: string): Fault => ({
  name: `kept-with-${parameter}-${list.replace('.', '-')}`,
  title: `${list} gives a user for the same request with ${parameter} what it gave before, whatever was created since.`,
  breaks: [INDEPENDENT],
  on: [list],
  seams: keeping({ reads: [list], parameter }),
});

export const askedBeforeFaults: readonly Fault[] = [
  ...['tasks.list', 'users.list', 'roles.list', 'employees.list'].map((list) => keptWith('filter', list)),
  ...['tasks.list', 'roles.list', 'employees.list'].map((list) => keptWith('fields', list)),
  ...['tasks.list', 'roles.list'].flatMap((list) => ['sort', 'formatting'].map((name) => keptWith(name, list))),
  {
    name: 'employees-kept-until-own-user',
    title: 'The list of employees stays as it was for a user until this user creates users.',
    breaks: [INDEPENDENT],
    on: ['employees.list'],
    seams: keeping({ reads: ['employees.list'], writes: ['users.create'], drop: dropOwn }),
  },
];
