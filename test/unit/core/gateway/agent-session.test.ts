// What an agent has declared that it can be asked for.
import { expect, test } from 'vitest';
import { hasDeclared } from '../../../../electron/core/gateway/agent-session.ts';

test('An ability counts when the agent itself has named it.', () => {
  expect(hasDeclared({ sampling: {} }, 'sampling')).toBe(true);
  expect(hasDeclared({ sampling: undefined }, 'sampling')).toBe(false);
});

test.each(['constructor', 'toString', '__proto__', 'roots'])(
  'Attack 24: no agent has declared %j, whatever a server calls its question.',
  ability => {
    expect(hasDeclared({ sampling: {} }, ability)).toBe(false);
  },
);
