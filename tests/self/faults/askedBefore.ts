/** Answers that are kept for who asked before a write, and given again after it. */
import type { Answer, Call } from '../../../reference-server/call.ts';
import type { Seams } from '../../../reference-server/server.ts';
import type { Fault } from './fault.ts';
import { instead, kebab, type Shown } from './vocabulary.ts';

/** What a write takes out of the answers that are kept. */
type Drop = (call: Call, kept: Map<string, Answer>) => void;

const ofUser = ({ account, user }: Call): string => `${account.id}|${user.id}|`;

const dropNone: Drop = () => {};
const dropOwn: Drop = (call, kept) => {
  for (const key of kept.keys()) if (key.startsWith(ofUser(call))) kept.delete(key);
};

const dropAll: Drop = ({ account }, kept) => {
  for (const key of kept.keys()) if (key.startsWith(`${account.id}|`)) kept.delete(key);
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

const MET = 'sessions.goalsMet';
const REMOVAL = 'kpiGroups.removeKpi';

/** Views of KPIs that stay as they were for a user until this user takes one out; those by id and in the list are tagged, too. */
const keptUntilOwnRemoval = (read: string, breaks: string): Fault => ({
  name: `kept-until-own-removal-${kebab(read)}`,
  title: `${read} stays as it was for a user when somebody else takes a KPI out of a group.`,
  breaks: [breaks],
  seams: keeping({
    reads: [read],
    writes: [REMOVAL, 'kpis.tag'],
    drop: (call, kept) => (call.operation.id === REMOVAL ? dropOwn : dropAll)(call, kept),
  }),
});

/** A list that keeps its answers to requests with a parameter. */
const keptWith = (parameter: string, list: string): Fault => ({
  name: `kept-with-${parameter}-${kebab(list)}`,
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
  {
    name: 'goals-met-kept-behind-titles',
    title: 'The goals of a session that a tag finds stay as they were when a goal is given the tag by titles.',
    breaks: ['tags.goal-shown'],
    seams: keeping({
      reads: [MET],
      writes: ['tags.tagGoal'],
      drop: (call, kept) => {
        if ((call.body as Shown).title !== undefined) dropAll(call, kept);
      },
    }),
  },
  {
    name: 'goals-met-kept-behind-used-tags',
    title: 'The goals of a session that a tag finds stay as they were until there is a new tag.',
    breaks: ['tags.goal-shown'],
    seams: () => {
      let tags = 0;
      return keeping({
        reads: [MET],
        writes: ['tags.tagGoal'],
        drop: (call, kept) => {
          if (call.account.tags.size !== tags) dropAll(call, kept);
          tags = call.account.tags.size;
        },
      })();
    },
  },
  {
    name: 'custom-field-written-back-as-read',
    title: 'What an update leaves out of a custom field is stored as the user read it first.',
    breaks: ['customFields.immutable-model'],
    seams: () => {
      const read = new Map<string, Shown>();
      return instead(['customFields.get', 'customFields.update'], (call, next) => {
        const { account, operation, params, user } = call;
        const key = `${user.id} ${params.id}`;
        const isUpdate = operation.id === 'customFields.update';
        const field = account.customFields.get(params.id ?? '') as Shown | undefined;
        const { label } = read.get(key) ?? {};
        if (isUpdate && field && label !== undefined && (call.body as Shown).label === undefined) field.label = label;
        const answer = next(call);
        if (answer.status < 300 && (isUpdate || !read.has(key))) read.set(key, structuredClone(answer.body) as Shown);
        return answer;
      });
    },
  },
  {
    name: 'dashboard-by-tag-none-remembered',
    title: 'That no dashboard has a tag is remembered when one is given it.',
    breaks: ['dashboards.by-tag-new'],
    seams: () => {
      const none = new Map<string, Answer>();
      return instead('dashboards.byTag', (call, next) => {
        const key = `${ofUser(call)}${call.params.tag}`;
        const answer = none.get(key) ?? next(call);
        if (answer.status === 404) none.set(key, answer);
        return answer;
      });
    },
  },
  keptUntilOwnRemoval('kpis.list', 'kpiGroups.remove-kpi'),
  keptUntilOwnRemoval('kpis.get', 'kpiGroups.remove-kpi'),
  keptUntilOwnRemoval('kpis.listSnapshots', 'kpis.snapshots-groups'),
  {
    name: 'kpi-kept-with-formatting',
    title: 'A KPI that was read with formatting is shown so again, whatever it was taken out of since.',
    breaks: ['kpiGroups.remove-kpi'],
    seams: keeping({ reads: ['kpis.get'], parameter: 'formatting' }),
  },
];
