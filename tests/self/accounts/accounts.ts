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

const usual: Lines = {
  keys: [
    'ids.permission',
    'facts.checkins',
    'facts.goalsMet',
    'facts.managers',
    'facts.badgeHolders',
    'bodies.createUser',
    'bodies.createUsers',
    'bodies.existingUser',
    'bodies.createRole',
    'bodies.tagDashboard',
    'bodies.tagInsight',
    'bodies.tagKpi',
    'bodies.createRoleMapping',
    'bodies.deleteRoleMappings',
  ],
  none: ['hiddenDashboard', 'longList', 'kpi.textArea'],
};

export const accounts: readonly AccountCase[] = [
  { name: 'clean', variants: [], lines: usual },
  { name: 'empty', variants: ['account-nearly-empty'], lines: usual },
  { name: 'one-of-each', variants: ['account-one-of-each'], lines: usual },
  { name: 'mid-size', variants: ['account-mid-size'], lines: usual },
  { name: 'ten-thousand-tasks', variants: ['tasks-ten-thousand'], lines: usual },
  { name: 'sparse-fields', variants: ['fields-few'], lines: usual },
  { name: 'limited-user-may-nearly-all', variants: ['limited-may-nearly-all'], lines: usual },
  { name: 'ids-with-signs', variants: ['ids-with-signs'], lines: usual },
  { name: 'null-everywhere', variants: ['fields-unset-null'], lines: usual },
  { name: 'lists-400-ms-late', variants: ['lists-late'], lines: usual },
  { name: 'strict', variants: ['strict-about-unknown'], lines: usual },
  { name: 'own-widgets', variants: ['widget-own-prefix'], lines: usual },
];

const variantsOf = (names: readonly string[]): Variant[] => variants.filter(({ name }) => names.includes(name));

export const judgeAccount = ({ name, variants: names, lines }: AccountCase): Promise<AccountTrial> =>
  tryAccount(name, variantsOf(names), lines);
