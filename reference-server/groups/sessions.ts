/** Section "Endpoints / Sessions". */
import { find, type Handlers } from '../call.ts';
import { list } from '../query/list.ts';
import { goalView, sessionView } from '../views/goals.ts';
import { show } from '../views/view.ts';

export const sessions: Handlers = {
  'sessions.list': (call) => {
    const includeDemo = call.query.get('includeDemo');
    const all = [...call.account.sessions.values()].filter((session) => call.rules.sessionListed(session, includeDemo));
    return list(call, all, sessionView);
  },

  'sessions.goalsMet': (call) => {
    const { account, rules } = call;
    const session = find(account.sessions, call.params.id, call);
    const wanted = (call.query.get('tags') ?? '')
      .split(',')
      .map(rules.tagKey)
      .filter((key) => key !== '');
    const keys = (ids: readonly string[]) => ids.map((id) => rules.tagKey(account.tags.get(id)?.title ?? ''));
    const goals = [...account.goals.values()].filter(
      (goal) => goal.sessionId === session.id && rules.goalMet(goal) && rules.tagsWanted(keys(goal.tagIds), wanted),
    );
    return { items: goals.map((goal) => show(goalView, goal, call)) };
  },
};
