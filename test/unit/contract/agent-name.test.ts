// What an agent is called where several have one name.
import { expect, test } from 'vitest';
import { agentName, soleAsker } from '../../../contract/agent-name.ts';
import { partyOf } from '../../../electron/core/agent-connections/agent-connection.ts';
import { buildAgent } from '../../support/hub-fixtures.ts';

test('The first has the name alone, every other one its number too; and so does the trace.', () => {
  expect([agentName({ name: 'Claude Code' }), agentName({ name: 'Claude Code', number: 2 })]).toEqual([
    'Claude Code',
    'Claude Code 2',
  ]);
  expect(partyOf(buildAgent({ name: 'Claude Code', number: 3 })).label).toBe('Claude Code 3');
});

test('A question is that of one agent until another one asks the same.', () => {
  expect(soleAsker({ agentId: 'a', asks: [{ agentId: 'a' }, { agentId: 'a' }] })).toBe('a');
  expect(soleAsker({ agentId: 'a', asks: [{ agentId: 'a' }, { agentId: 'b' }] })).toBeNull();
});
