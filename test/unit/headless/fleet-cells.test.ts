// What the lists of the fleet show a person of a rule and of whoever did something.
import { expect, test } from 'vitest';
import { aboutRule, shortened } from '../../../electron/headless/fleet-cells.ts';
import type { PolicyState } from '../../../contract/schemas/policy-state.ts';

const rule: PolicyState['rules'][number] = {
  ...{ id: 'no-env', effect: 'deny', subjects: [], scopes: ['servers:call'], tools: null },
  ...{ reading: false, where: [], reason: null },
};

test('A rule about one tool of one server, or about one agent, does not read as one about all.', () => {
  expect(aboutRule(rule, 'only reads')).toBe('');
  const narrow: typeof rule = {
    ...rule,
    subjects: [{ kind: 'hub', id: 'mia' }],
    where: [{ kind: 'server', serverId: 'files' }, { kind: 'any' }],
    tools: ['files/env', 'files/all'],
    reading: true,
  };
  expect(aboutRule(narrow, 'only reads')).toBe('hub mia; server files, any; files/env, files/all; only reads');
});

test('A command line that stands for whoever ran it makes its column no wider than others.', () => {
  expect(shortened('Claude Code')).toBe('Claude Code');
  expect(shortened(`node (process 7), started by ${'x'.repeat(200)}`)).toBe(
    `node (process 7), started by ${'x'.repeat(10)}…`,
  );
  expect(shortened('😀'.repeat(40))).toBe('😀'.repeat(40));
});
