// What the groups of tabs are called: one for each agent, by its name.
import { expect, test } from 'vitest';
import { GroupNames } from '../../../../electron/core/agents/group-names.ts';

const first = { id: 'a', name: 'Ana' };
const second = { id: 'b', name: 'Ana' };

test('004 Session Manager: two sessions of one client have a group each, the second with a number, and keep them.', () => {
  const names = new GroupNames();
  expect([names.of(first), names.of(second), names.of({ id: 'c', name: 'Ben' })]).toEqual(['Ana', 'Ana 2', 'Ben']);
  expect([names.of(second), names.of(first)]).toEqual(['Ana 2', 'Ana']);
});

test('A name that another one has by its number is not given twice.', () => {
  const names = new GroupNames();
  expect([names.of({ id: 'c', name: 'Ana 2' }), names.of(first), names.of(second)]).toEqual(['Ana 2', 'Ana', 'Ana 3']);
});

test('Who has left gives its name free, and who is renamed has the new one.', () => {
  const names = new GroupNames();
  names.of(first);
  names.agentLeft('a');
  expect(names.of(second)).toBe('Ana');
  expect(names.of({ id: 'b', name: 'Berta' })).toBe('Berta');
  expect(names.of(first)).toBe('Ana');
});
