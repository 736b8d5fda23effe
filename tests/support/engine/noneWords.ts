/** What an account may lack, by the words under which the fixtures declare it as `none`. */
import type { Fixtures } from '../../../schemas/contract.ts';

/** A goal that is met. */
export const MET = 'goal.met';
/** A goal that is met and may take changes: it is not locked. */
export const GOAL_OPEN = 'goal.open';
/** A goal over 99 % and under 100 %, which is met. */
export const JUST_OVER = 'goal.justOver';
/** A goal that is met and has a tag. */
export const TAGGED = 'goal.tagged';
/** A goal that is met and has a tag that is active: what another one finds is not said. */
export const GOAL_TAG_ACTIVE = 'goal.tagActive';
/** A goal that is met and has a tag with one of the letters from a to z in its title. */
export const GOAL_TAG_LETTERED = 'goal.tagLettered';
/** A goal without a tag that another one of its session has. */
export const TAG_OF_OTHERS = 'goal.tagOfOthers';
/** Two tags of one session, each with a goal that has not the other. */
export const TAGS_APART = 'goal.tagsApart';
/** A tag that is active. */
export const TAG_ACTIVE = 'tag.active';
/** A dashboard that is not archived and has a tag that is active. */
export const DASHBOARD_TAG_ACTIVE = 'dashboard.tagActive';
/** Somebody who manages a team. */
export const MANAGES = 'employee.managedTeamIds';
/** A user with several managers. */
export const SEVERAL_MANAGERS = 'manager.several';
/** A user who manages their own team. */
export const OWN_MANAGER = 'manager.self';
/** KPIs in groups, as many as all checks that take one out need. */
export const MEMBERSHIPS = 'membership.several';

const NO_TAGGED_GOAL: readonly string[] = [MET, 'tag', TAGGED];

/** Words of `none`, each with the wider ones: where one of these is declared, the narrower thing is not there either. */
const WIDER: Readonly<Record<string, readonly string[]>> = {
  [GOAL_OPEN]: [MET],
  [JUST_OVER]: [MET],
  [TAGGED]: NO_TAGGED_GOAL,
  [GOAL_TAG_ACTIVE]: NO_TAGGED_GOAL,
  [GOAL_TAG_LETTERED]: NO_TAGGED_GOAL,
  [TAG_OF_OTHERS]: NO_TAGGED_GOAL,
  [TAGS_APART]: NO_TAGGED_GOAL,
  [DASHBOARD_TAG_ACTIVE]: ['dashboard.tags', 'tag'],
  [SEVERAL_MANAGERS]: [MANAGES],
  [OWN_MANAGER]: [MANAGES],
  [MEMBERSHIPS]: ['kpi.groups'],
};

/**
 * The word under which the fixtures declare that there is no such thing: its own, that of something wider, or that of all of
 * its kind. Undefined where they do not.
 * @param thing a kind, or a kind and what it has or shows (`goal.atBound`), as `none` names it
 */
export const declaredAs = ({ none }: Fixtures, thing: string): string | undefined =>
  [thing, ...(WIDER[thing] ?? []), thing.split('.')[0] as string].find((name) => none.includes(name));
