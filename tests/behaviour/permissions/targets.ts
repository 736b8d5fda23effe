/** What the current user may do with metrics, goals, sessions and insight boards. Section "Endpoints / Permissions". */

import { isRecord, type JsonRecord } from '../../../schemas/contract.ts';
import { type Check, check } from '../../support/engine/check.ts';
import { at, type Context } from '../../support/engine/context.ts';
import { Failure, NotApplicable, NotTested } from '../../support/engine/outcome.ts';
import { stillWrong } from '../../support/engine/retry.ts';
import type { Actor, Answer } from '../../support/http/client.ts';
import { readList } from '../../support/lists/readList.ts';
import { strings } from '../../support/records/answers.ts';
import { ids, TARGET_TYPES, unknownId } from '../../support/records/identifiers.ts';
import { spread } from '../../support/values/sample.ts';

const OPERATION = 'permissions.currentUserAllowedActions';
const TYPES = Object.keys(TARGET_TYPES);
const SAMPLES = 3;

interface Target {
  type: string;
  id: string;
}

const kindOf = (type: string) => TARGET_TYPES[type] as string;

const targetsOf = async (t: Context, type: string): Promise<Target[]> =>
  spread(await ids(t, kindOf(type)), SAMPLES).map((id) => ({ type, id }));

const ask = (t: Context, { type, id }: Target, as: Actor = 'first'): Promise<Answer> =>
  t.send(OPERATION, { params: { targetId: id }, query: { targetType: type }, as });

const actionsIn = ({ json }: Answer): string[] => (isRecord(json) ? strings(json.currentUserActions) : []);

/** Answers about the targets of one type, asked for once for all checks. */
const known = (t: Context, type: string, as: Actor = 'first') =>
  t.once(`actions/${type}/${as}`, async () =>
    Promise.all((await targetsOf(t, type)).map((target) => ask(t, target, as))),
  );

/** Answers about targets of every type of which the account has some. */
async function everyType(t: Context): Promise<readonly Answer[]> {
  const found = await Promise.all(
    TYPES.map((type) =>
      known(t, type).catch((error: unknown) => {
        if (error instanceof NotTested) return [];
        throw error;
      }),
    ),
  );
  const answers = found.flat().filter(({ ok }) => ok);
  if (answers.length === 0)
    throw new NotTested(
      'nothing is known of which the actions could be asked for',
      'FIXTURES: ids.goal, ids.session, ids.dashboard',
    );
  return answers;
}

const accepted = (type: string): Check =>
  check(`${type} is accepted as targetType`, 'permissions.target-types', async (t) => {
    for (const answer of await known(t, type)) {
      const right = answer.ok && isRecord(answer.json) && Array.isArray(answer.json.currentUserActions);
      t.expect(right, `the actions for a target of type ${type} are not given`, {
        expected: 'status 200 with currentUserActions',
        received: answer.ok ? answer.json : answer.status,
        exchange: answer,
      });
    }
  });

const unknownTarget = (type: string): Check =>
  check(`an unknown ${type} gives no action`, 'permissions.target-unknown', async (t) => {
    const answer = await ask(t, { type, id: await unknownId(t, kindOf(type)) });
    const right = answer.ok ? actionsIn(answer).length === 0 : answer.status < 500;
    t.expect(right, 'actions are given for a target that does not exist', {
      expected: 'a status of 4xx, or an empty list',
      received: answer.ok ? answer.json : answer.status,
      exchange: answer,
    });
    needSuccess(await known(t, type), type);
  });

function needSuccess(answers: readonly Answer[], type: string): void {
  if (!answers.some(({ ok }) => ok))
    throw new NotTested(
      `${OPERATION} succeeds for no ${type}, so that a refusal says nothing`,
      `a target that accepts ${type}`,
    );
}

const ofUser = (type: string): Check =>
  check(`the actions for a ${type} are those of who asks`, 'permissions.target-actions-user', async (t) => {
    const limited = t.need('limited');
    const mine = (await known(t, type)).flatMap(actionsIn);
    const theirs = await known(t, type, limited);
    const broken = theirs.find(({ status }) => status >= 500);
    t.expect(!broken, 'a user without permissions is neither refused nor answered', {
      expected: 'a refusal, or fewer actions',
      received: broken?.status,
      ...(broken && { exchange: broken }),
    });
    if (mine.length === 0)
      throw new NotTested(
        `the first user may do nothing with a ${type}`,
        'ACCESS_TOKEN of a user with every permission',
      );
    const given = theirs.filter(({ ok }) => ok).flatMap(actionsIn);
    t.expect(
      given.length < mine.length,
      `a user without permissions gets as many actions for a ${type} as one who has all`,
      {
        expected: { 'fewer than': mine },
        received: given,
        at: '/currentUserActions',
        ...(theirs[0] && { exchange: theirs[0] }),
      },
    );
  });

/** Where records show what the current user may do with them. */
const SHOWN: Readonly<
  Record<string, { type: string; read: (t: Context, as: Actor) => Promise<readonly JsonRecord[]> }>
> = {
  'sessions.list': { type: 'session', read: async (t, as) => (await readList(t, 'sessions.list', { as })).items },
  'metrics.list': { type: 'metric', read: async (t, as) => (await readList(t, 'metrics.list', { as })).items },
  'dashboards.get': {
    type: 'insightBoard',
    read: async (t, as) => {
      const some = spread(await ids(t, 'dashboard'), SAMPLES + 1);
      const answers = await Promise.all(some.map((id) => t.send('dashboards.get', { ...at('dashboard', id), as })));
      return answers.flatMap(({ ok, json }) => (ok && isRecord(json) ? [json] : []));
    },
  },
};

/** Judges that the records of an operation show no action that the same user is denied for them. */
const agree = (operationId: string, { type, read }: (typeof SHOWN)[string]): Check =>
  check(
    `${operationId} shows the actions that a user has for a ${type}`,
    'permissions.target-actions-agree',
    async (t) => {
      const actors: Actor[] = t.settings.tokens.LIMITED_ACCESS_TOKEN === undefined ? ['first'] : ['first', 'limited'];
      let compared = 0;
      for (const as of actors) {
        const shows = ({ id, currentUserAllowedActions: actions }: JsonRecord) =>
          typeof id === 'string' && Array.isArray(actions);
        const chosen = spread((await read(t, as).catch(untested(as))).filter(shows), SAMPLES + 2).map(({ id }) =>
          String(id),
        );
        const found = await stillWrong(t, async (s) => {
          const records = (await read(s, as).catch(untested(as))).filter(shows);
          const wrong = await Promise.all(
            chosen.map(async (id) => {
              const record = records.find((one) => one.id === id);
              const [answer, all] = await Promise.all([ask(t, { type, id }, as), ask(t, { type, id }, 'first')]);
              if (!record || !answer.ok || !all.ok) return undefined;
              compared++;
              const given = actionsIn(answer);
              // The two may name actions in words of their own: those that the operation knows are compared.
              const extra = strings(record.currentUserAllowedActions).filter(
                (action) => actionsIn(all).includes(action) && !given.includes(action),
              );
              return extra.length === 0
                ? undefined
                : {
                    expected: `none of ${extra.join(', ')}`,
                    received: record.currentUserAllowedActions,
                    exchange: answer,
                  };
            }),
          );
          return wrong.find((difference) => difference !== undefined);
        });
        if (found)
          throw new Failure(`a ${type} shows actions that ${OPERATION} does not give the ${as} user`, {
            ...found,
            at: '/currentUserAllowedActions',
          });
      }
      if (compared === 0)
        throw new NotApplicable(`${operationId} shows no currentUserAllowedActions, as fields may be absent`);
    },
    [OPERATION, operationId],
  );

/** The limited user may be refused; of the first user a refusal is judged elsewhere. */
const untested = (as: Actor) => (error: unknown) => {
  if (as === 'limited' && error instanceof NotTested) return [];
  throw error;
};

export const permissionTargets: readonly Check[] = [
  ...TYPES.map(accepted),
  ...TYPES.map(unknownTarget),
  ...TYPES.map(ofUser),
  ...Object.entries(SHOWN).map(([operationId, shown]) => agree(operationId, shown)),

  check('a target needs a type that there is', 'permissions.target-type-missing', async (t) => {
    const answers = await everyType(t);
    const url = new URL((answers[0] as Answer).url);
    const targetId = decodeURIComponent(url.pathname.split('/').at(-1) ?? '');
    const queries: Record<string, string>[] = [{}, { targetType: '' }, { targetType: 'gcNoSuchType' }];
    const refusals = await Promise.all(queries.map((query) => t.send(OPERATION, { params: { targetId }, query })));
    for (const refusal of refusals)
      t.expect(
        refusal.status >= 400 && refusal.status < 500,
        'a request without a type of targets that there is, is not refused',
        {
          expected: 'a status of 4xx',
          received: refusal.status,
          exchange: refusal,
        },
      );
  }),

  check('no action is named twice', 'permissions.target-actions-each-once', async (t) => {
    const answers = await everyType(t);
    for (const answer of answers) {
      const actions = actionsIn(answer);
      t.expect(new Set(actions).size === actions.length, 'an action is named twice', {
        expected: [...new Set(actions)],
        received: actions,
        at: '/currentUserActions',
        exchange: answer,
      });
    }
    if (!answers.some((answer) => actionsIn(answer).length > 1))
      throw new NotTested('no target has several actions', 'ACCESS_TOKEN of a user with every permission');
  }),

  check('the id of a record of another type', 'permissions.target-type-other', async (t) => {
    const [session, dashboard] = await Promise.all([ids(t, 'session'), ids(t, 'dashboard')]);
    const answers = await Promise.all([
      ask(t, { type: 'insightBoard', id: session[0] as string }),
      ask(t, { type: 'session', id: dashboard[0] as string }),
    ]);
    return answers.map((answer) => (answer.ok ? `${actionsIn(answer).length} actions` : `answers ${answer.status}`));
  }),
];
