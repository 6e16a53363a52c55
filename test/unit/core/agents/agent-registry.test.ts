// The running agents: who is who after a reconnect, what is counted, and when an agent has left for good.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { foreign } from '../../../../contract/reason.ts';
import { AgentRegistry } from '../../../../electron/core/agents/agent-registry.ts';
import { inEnglish } from '../../../../words/english.ts';
import { buildAgent, buildClient, buildState, noon } from '../../../support/hub-fixtures.ts';
import type { ConnectingAgent } from '../../../../electron/core/agents/agent-registry.ts';

const firstId = `agent_${'01'.repeat(16)}`;
const secondId = `agent_${'02'.repeat(16)}`;

beforeEach(() => {
  vi.useFakeTimers({ now: noon });
});
afterEach(() => {
  vi.useRealTimers();
});

function createRegistry() {
  const state = buildState();
  const left: string[] = [];
  const disconnected: string[] = [];
  let made = 0;
  const agents = new AgentRegistry({
    state,
    now: () => Date.now(),
    randomBytes: size => Buffer.alloc(size, ++made),
    onLeft: id => left.push(id),
  });
  const connect = (fields: Partial<ConnectingAgent> = {}) =>
    agents.connect({
      client: buildClient(),
      instance: 'shim-1',
      transport: 'stdio',
      program: null,
      disconnect: reason => disconnected.push(inEnglish(reason)),
      ...fields,
    });
  return { state, left, disconnected, agents, connect };
}

describe('Arriving', () => {
  test('A new agent is shown under its credential’s name with nothing done yet.', () => {
    const { state, connect } = createRegistry();
    const agent = buildAgent({ id: firstId, claimedName: '', version: '', protocolVersion: null });
    expect(connect()).toEqual(agent);
    expect(state.snapshot().agents).toEqual({ [firstId]: agent });
  });

  test('Its id comes from 16 random bytes, never from what it says.', () => {
    const { connect } = createRegistry();
    expect([connect().id, connect({ instance: 'shim-2' }).id]).toEqual([firstId, secondId]);
  });

  test('What a program says of itself changes neither its name nor anything that decides.', () => {
    const { agents, connect } = createRegistry();
    const before = connect();
    agents.introduce(firstId, `Pilothouse${'!'.repeat(100)}`, '9'.repeat(100), '2025-11-25');
    expect(agents.get(firstId)).toEqual({
      ...before,
      claimedName: `Pilothouse${'!'.repeat(70)}`,
      version: '9'.repeat(40),
      protocolVersion: '2025-11-25',
    });
  });

  test('An unknown agent is named in the error.', () => {
    expect(() => createRegistry().agents.expect('agent_x')).toThrow('There is no agent "agent_x"; it has left.');
  });
});

describe('Returning', () => {
  test('Within a minute the same credential and instance is the same agent, and its tabs were never given up.', () => {
    const { agents, left, connect } = createRegistry();
    connect();
    agents.callStarted(firstId);
    agents.left(firstId, foreign('The shim ended.'));
    vi.advanceTimersByTime(59_999);
    expect(connect()).toEqual(
      buildAgent({
        id: firstId,
        claimedName: '',
        version: '',
        protocolVersion: null,
        state: { kind: 'connected', since: noon + 59_999 },
        calls: 1,
        lastCallAt: noon,
      }),
    );
    vi.advanceTimersByTime(600_000);
    expect(left).toEqual([]);
  });

  test('After a minute it has left for good, once, and comes back as another agent.', () => {
    const { agents, left, connect } = createRegistry();
    connect();
    agents.left(firstId, foreign('The shim ended.'));
    vi.advanceTimersByTime(60_000);
    expect({ left, next: connect().id }).toEqual({ left: [firstId], next: secondId });
    vi.advanceTimersByTime(600_000);
    expect(left).toEqual([firstId]);
  });

  test.each<[string, Partial<ConnectingAgent>]>([
    ['another instance', { instance: 'shim-2' }],
    ['another credential', { client: buildClient({ id: 'codex-9f8e7d' }) }],
  ])('With %s nobody takes up what an agent left.', (_what, fields) => {
    const { agents, connect } = createRegistry();
    connect();
    agents.left(firstId, foreign('The shim ended.'));
    expect(connect(fields).id).toBe(secondId);
  });

  test('Attack 13: whoever knows the instance of a connected agent does not become it.', () => {
    const { connect } = createRegistry();
    connect();
    expect(connect().id).toBe(secondId);
  });

  test('An agent that came back is disconnected by its new connection’s own way.', () => {
    const { agents, disconnected, connect } = createRegistry();
    connect({ disconnect: () => disconnected.push('old') });
    agents.left(firstId, foreign('The shim ended.'));
    connect({ disconnect: () => disconnected.push('new') });
    agents.disconnect(firstId, foreign('The user disconnected this agent.'));
    expect(disconnected).toEqual(['new']);
  });
});

describe('Leaving', () => {
  test('A disconnected agent is shown as gone with the reason, and nothing of it is in flight.', () => {
    const { agents, connect } = createRegistry();
    connect();
    agents.callStarted(firstId);
    agents.left(firstId, foreign('The shim ended.'));
    expect(agents.get(firstId)).toMatchObject({
      state: { kind: 'gone', since: noon, reason: foreign('The shim ended.'), keepsTabsUntil: noon + 60_000 },
      inFlight: 0,
    });
  });

  test('Its tabs are said to be kept for it for a minute, and no longer once they are given up.', () => {
    const { agents, connect } = createRegistry();
    connect();
    agents.left(firstId, foreign('The shim ended.'));
    vi.advanceTimersByTime(60_000);
    expect(agents.get(firstId)?.state).toEqual({ kind: 'gone', since: noon, reason: foreign('The shim ended.') });
  });

  test('Who is not to come back has no tabs kept for it.', () => {
    const { agents, connect } = createRegistry();
    connect();
    agents.disconnect(firstId, foreign('The user disconnected this agent.'));
    expect(agents.get(firstId)?.state).not.toHaveProperty('keepsTabsUntil');
  });

  test('Leaving twice is leaving once.', () => {
    const { agents, left, connect } = createRegistry();
    connect();
    agents.left(firstId, foreign('first'), false);
    agents.left(firstId, foreign('second'), false);
    expect({ left, state: agents.get(firstId)?.state }).toEqual({
      left: [firstId],
      state: { kind: 'gone', since: noon, reason: foreign('first') },
    });
  });

  test('An agent that the user disconnects has left for good at once.', () => {
    const { agents, left, disconnected, connect } = createRegistry();
    connect();
    agents.disconnect(firstId, foreign('The user disconnected this agent.'));
    expect({ left, disconnected }).toEqual({ left: [firstId], disconnected: ['The user disconnected this agent.'] });
    expect(connect().id).toBe(secondId);
  });

  test('With a credential go all of its connected agents and no others.', () => {
    const { agents, left, connect } = createRegistry();
    connect();
    connect({ client: buildClient({ id: 'codex-9f8e7d' }) });
    agents.disconnectClient(buildClient().id, foreign('The user revoked this credential.'));
    expect({ left, other: agents.get(secondId)?.state.kind }).toEqual({ left: [firstId], other: 'connected' });
  });

  test('Fifty agents that left stay in sight; beyond that the oldest goes.', () => {
    const { state, agents, connect } = createRegistry();
    for (let index = 0; index < 52; index++) {
      const { id } = connect({ instance: `shim-${index}` });
      agents.left(id, foreign('done'), false);
    }
    connect({ instance: 'last' });
    expect(Object.keys(state.snapshot().agents)).toHaveLength(51);
    expect([agents.get(firstId), agents.get(secondId)]).toEqual([null, null]);
  });

  test('A hub that stops waits for nobody.', () => {
    const { state, agents, connect } = createRegistry();
    connect();
    agents.left(firstId, foreign('The shim ended.'));
    agents.stop();
    state.flush();
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('Counting', () => {
  test.each([
    ['ok', { refused: 0, failed: 0 }],
    ['refused', { refused: 1, failed: 0 }],
    ['error', { refused: 0, failed: 1 }],
    ['cancelled', { refused: 0, failed: 0 }],
  ] as const)('A call that ended with %s is counted as %j.', (outcome, counts) => {
    const { agents, connect } = createRegistry();
    connect();
    agents.callEnded(firstId, outcome, agents.callStarted(firstId));
    expect(agents.get(firstId)).toMatchObject({ calls: 1, inFlight: 0, lastCallAt: noon, ...counts });
  });

  test('How long its calls took is told as percentiles, without what was cancelled and without the wait for the user.', () => {
    const { agents, connect } = createRegistry();
    connect();
    for (let ms = 1; ms <= 100; ms += 1) {
      const startedAt = agents.callStarted(firstId);
      vi.advanceTimersByTime(ms + 1_000);
      agents.callEnded(firstId, 'ok', startedAt, 1_000);
    }
    agents.callEnded(firstId, 'cancelled', agents.callStarted(firstId) - 90_000);
    expect(agents.figures()).toEqual([{ agentId: firstId, calls: 100, p50Ms: 51, p95Ms: 96 }]);
  });

  test('An agent without an answered call has no percentiles.', () => {
    const { agents, connect } = createRegistry();
    connect();
    agents.callStarted(firstId);
    expect(agents.figures()).toEqual([{ agentId: firstId, calls: 0, p50Ms: null, p95Ms: null }]);
  });

  test('Only the newest 500 calls count.', () => {
    const { agents, connect } = createRegistry();
    connect();
    for (let call = 0; call < 1_500; call += 1)
      agents.callEnded(firstId, 'ok', agents.callStarted(firstId) - (call < 1_000 ? 900 : 5));
    expect(agents.figures()).toEqual([{ agentId: firstId, calls: 500, p50Ms: 5, p95Ms: 5 }]);
  });

  test('A client that is renamed takes its agents along, and no others.', () => {
    const { agents, connect } = createRegistry();
    connect();
    connect({ client: buildClient({ id: 'codex-9f8e7d', name: 'Codex' }), instance: 'shim-2' });
    agents.renamed(buildClient().id, 'Reviewer');
    expect([agents.get(firstId)?.name, agents.get(secondId)?.name]).toEqual(['Reviewer', 'Codex']);
  });

  test('An end that comes after the agent left takes nothing below zero.', () => {
    const { agents, connect } = createRegistry();
    connect();
    const startedAt = agents.callStarted(firstId);
    agents.left(firstId, foreign('The shim ended.'));
    agents.callEnded(firstId, 'cancelled', startedAt);
    expect(agents.get(firstId)).toMatchObject({ inFlight: 0 });
  });

  test('The browser that an agent works in stays the same.', () => {
    const { agents, connect } = createRegistry();
    connect();
    agents.bind(firstId, 'b1');
    agents.bind(firstId, 'b1');
    expect(agents.get(firstId)).toMatchObject({ browserId: 'b1' });
  });
});
