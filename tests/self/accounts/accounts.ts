/** Accounts of many sizes and habits, each with the lines that its owner adds to the draft of the fixtures. */
import { variants } from '../variants/index.ts';
import type { Variant } from '../variants/variant.ts';
import { type AccountTrial, type Lines, tryAccount } from './trial.ts';

export interface AccountCase {
  name: string;
  /** Names of variants. */
  variants: readonly string[];
  lines: Lines;
}

/** What nearly every account needs. */
const bodies = ['bodies.createUser', 'bodies.createUsers', 'bodies.createRole'];
const usual: readonly string[] = [
  'ids.permission',
  'facts.checkins',
  'facts.goalsMet',
  'facts.managers',
  'facts.badgeHolders',
  ...bodies,
];
const withScim: Lines = { keys: [...usual, 'bodies.createRoleMapping', 'bodies.deleteRoleMappings'] };

export const accounts: readonly AccountCase[] = [
  { name: 'bundled', variants: [], lines: withScim },
  {
    name: 'empty',
    variants: ['account-nearly-empty'],
    lines: { keys: bodies, none: ['checkin', 'permission'] },
  },
  {
    name: 'one-of-each',
    variants: ['account-one-of-each'],
    lines: {
      keys: [...usual, 'bodies.createRoleMapping', 'bodies.deleteRoleMappings'],
      none: ['goal.atBound', 'goal.justOver', 'goal.sessionId', 'goal.attainment'],
    },
  },
  { name: 'mid-size', variants: ['account-mid-size'], lines: { keys: usual } },
  { name: 'ten-thousand-tasks', variants: ['tasks-ten-thousand'], lines: withScim },
  { name: 'sparse-fields', variants: ['fields-unset-absent'], lines: withScim },
  {
    name: 'limited-user-may-nearly-all',
    variants: ['limited-may-nearly-all'],
    lines: { ...withScim, none: ['limitedUser'] },
  },
  { name: 'ids-with-signs', variants: ['ids-with-signs'], lines: withScim },
  { name: 'null-everywhere', variants: ['fields-unset-null'], lines: withScim },
  { name: 'lists-400-ms-late', variants: ['lists-late'], lines: withScim },
  { name: 'strict', variants: ['strict-about-unknown'], lines: withScim },
  {
    name: 'customer-without-kpis',
    variants: ['customer-without-kpis'],
    lines: { keys: usual },
  },
  {
    name: 'customer-of-four',
    variants: ['customer-of-four'],
    lines: {
      keys: ['ids.permission', 'facts.goalsMet', 'facts.managers', ...bodies],
      none: ['checkin', 'goal.atBound', 'goal.justOver'],
    },
  },
  {
    name: 'customer-of-kpis',
    variants: ['customer-of-kpis'],
    lines: {
      keys: ['ids.permission', 'facts.managers', ...bodies],
      none: ['checkin', 'goal.atBound', 'goal.justOver'],
    },
  },
  {
    name: 'badges-for-nobody',
    variants: ['badges-for-nobody'],
    lines: { keys: withScim.keys.filter((key) => key !== 'facts.badgeHolders') },
  },
  {
    name: 'one-administrator',
    variants: ['one-administrator'],
    lines: { ...withScim, none: ['secondUser', 'limitedUser', 'otherAccount'] },
  },
  { name: 'own-widgets', variants: ['widget-own-prefix'], lines: withScim },
  { name: 'roles-of-all-accounts', variants: ['roles-of-all-accounts'], lines: withScim },
];

const variantsOf = (names: readonly string[]): Variant[] => variants.filter(({ name }) => names.includes(name));

export const judgeAccount = ({ name, variants: names, lines }: AccountCase): Promise<AccountTrial> =>
  tryAccount(name, variantsOf(names), lines);
