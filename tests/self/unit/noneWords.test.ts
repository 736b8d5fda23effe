/** By which words of `none` the fixtures declare that the account has no such thing. */
import { expect, test } from '@playwright/test';
import { type Fixtures, loadFixtures } from '../../../schemas/contract.ts';
import { declaredAs } from '../../support/engine/noneWords.ts';

const declaring = (...none: string[]): Fixtures => ({ ...loadFixtures(undefined), none });

test('a thing is declared by its own word, by a wider one, and by its kind', () => {
  expect(declaredAs(declaring('goal.tagged', 'goal.tagActive'), 'goal.tagActive')).toBe('goal.tagActive');
  expect(declaredAs(declaring('goal.met'), 'goal.tagActive')).toBe('goal.met');
  expect(declaredAs(declaring('tag'), 'dashboard.tagActive')).toBe('tag');
  expect(declaredAs(declaring('employee.managedTeamIds'), 'manager.several')).toBe('employee.managedTeamIds');
  expect(declaredAs(declaring('kpi.groups'), 'membership.several')).toBe('kpi.groups');
  expect(declaredAs(declaring('task'), 'task.ownerId')).toBe('task');
});

test('a narrower word, one of another kind, or none declares nothing', () => {
  expect(declaredAs(declaring('goal.tagActive'), 'goal.tagged')).toBeUndefined();
  expect(declaredAs(declaring('task.ownerId'), 'task')).toBeUndefined();
  expect(declaredAs(declaring('task'), 'metric')).toBeUndefined();
  expect(declaredAs(declaring(), 'task')).toBeUndefined();
});
