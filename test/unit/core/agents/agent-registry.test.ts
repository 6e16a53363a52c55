// The running agents: who is who after a reconnect, what is counted, and when an agent has left for good.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { foreign } from '../../../../contract/reason.ts';
import { AgentRegistry } from '../../../../electron/core/agents/agent-registry.ts';
import { inEnglish } from '../../../../words/english.ts';
import { buildAgent, buildClient, buildState, noon } from '../../../support/hub-fixtures.ts';
import type { ConnectingAgent } from '../../../../electron/core/agents/arrived-agent.ts';
import type { KeptAgent } from '../../../../electron/core/store/kept-lives.ts';

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
    agents.calls.started(firstId);
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
    agents.calls.started(firstId);
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
    agents.returning.stop();
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
    agents.calls.ended(firstId, outcome, agents.calls.started(firstId));
    expect(agents.get(firstId)).toMatchObject({ calls: 1, inFlight: 0, lastCallAt: noon, ...counts });
  });

  test('How long its calls took is told as percentiles, without what was cancelled and without the wait for the user.', () => {
    const { agents, connect } = createRegistry();
    connect();
    for (let ms = 1; ms <= 100; ms += 1) {
      const startedAt = agents.calls.started(firstId);
      vi.advanceTimersByTime(ms + 1_000);
      agents.calls.ended(firstId, 'ok', startedAt, 1_000);
    }
    agents.calls.ended(firstId, 'cancelled', agents.calls.started(firstId) - 90_000);
    expect(agents.calls.figures()).toEqual([{ agentId: firstId, calls: 100, p50Ms: 51, p95Ms: 96 }]);
  });

  test('An agent without an answered call has no percentiles.', () => {
    const { agents, connect } = createRegistry();
    connect();
    agents.calls.started(firstId);
    expect(agents.calls.figures()).toEqual([{ agentId: firstId, calls: 0, p50Ms: null, p95Ms: null }]);
  });

  test('Only the newest 500 calls count.', () => {
    const { agents, connect } = createRegistry();
    connect();
    for (let call = 0; call < 1_500; call += 1)
      agents.calls.ended(firstId, 'ok', agents.calls.started(firstId) - (call < 1_000 ? 900 : 5));
    expect(agents.calls.figures()).toEqual([{ agentId: firstId, calls: 500, p50Ms: 5, p95Ms: 5 }]);
  });

  test('A client that is renamed takes its agents along, and no others.', () => {
    const { agents, connect } = createRegistry();
    connect();
    connect({ client: buildClient({ id: 'codex-9f8e7d', name: 'Codex' }), instance: 'shim-2' });
    agents.renamed(buildClient().id, 'Reviewer');
    expect([agents.get(firstId)?.name, agents.get(secondId)?.name]).toEqual(['Reviewer', 'Codex']);
  });

  test('What ends after its agent came back takes no call of now away.', () => {
    const { agents, connect } = createRegistry();
    connect();
    const [startedAt, before] = [agents.calls.started(firstId), agents.calls.presence(firstId)];
    agents.left(firstId, foreign('The shim ended.'));
    connect();
    agents.calls.started(firstId);
    agents.calls.ended(firstId, 'ok', startedAt, 0, before);
    expect(agents.get(firstId)).toMatchObject({ inFlight: 1 });
    agents.calls.ended(firstId, 'ok', startedAt, 0, agents.calls.presence(firstId));
    expect(agents.get(firstId)).toMatchObject({ inFlight: 0 });
  });

  test('An end that comes after the agent left takes nothing below zero.', () => {
    const { agents, connect } = createRegistry();
    connect();
    const startedAt = agents.calls.started(firstId);
    agents.left(firstId, foreign('The shim ended.'));
    agents.calls.ended(firstId, 'cancelled', startedAt);
    expect(agents.get(firstId)).toMatchObject({ inFlight: 0 });
  });

  test('The browser that an agent works in stays the same.', () => {
    const { agents, connect } = createRegistry();
    connect();
    agents.browsers.bind(firstId, 'b1');
    agents.browsers.bind(firstId, 'b1');
    expect(agents.get(firstId)).toMatchObject({ browserId: 'b1' });
  });
});

describe('After the hub was started anew', () => {
  /** A disk, and hubs that come one after the other. */
  function createHubs() {
    const disk = new Map<string, KeptAgent>();
    let made = 0;
    const start = () => {
      const left: string[] = [];
      const agents = new AgentRegistry({
        state: buildState(),
        now: () => Date.now(),
        randomBytes: size => Buffer.alloc(size, ++made),
        onLeft: id => left.push(id),
        kept: {
          rows: [...disk.values()],
          persist: { put: (id, row) => void disk.set(id, row()), remove: id => void disk.delete(id) },
          mask: text => text.replaceAll('hunter2', '•'),
        },
      });
      agents.returning.restore(clientId => clientId === buildClient().id);
      const connect = (fields: Partial<ConnectingAgent> = {}) =>
        agents.connect({
          client: buildClient(),
          instance: 'shim-1',
          transport: 'stdio',
          program: null,
          disconnect: () => {},
          ...fields,
        });
      return { agents, left, connect };
    };
    return { disk, start, first: start() };
  }

  test('The same credential and instance is the same agent, with what it has done.', () => {
    const { start, first } = createHubs();
    const { id } = first.connect();
    first.agents.browsers.bind(id, 'b1');
    first.agents.calls.ended(id, 'refused', first.agents.calls.started(id));
    first.agents.calls.started(id);
    vi.advanceTimersByTime(5_000);
    const next = start();
    expect(next.agents.get(id)).toMatchObject({
      state: { kind: 'gone', reason: { kind: 'hub-restarted' }, keepsTabsUntil: Date.now() + 60_000 },
      calls: 2,
      refused: 1,
      inFlight: 0,
    });
    expect(next.connect()).toMatchObject({ id, browserId: 'b1', calls: 2, state: { kind: 'connected' } });
    expect(next.left).toEqual([]);
  });

  test.each<[string, Partial<ConnectingAgent>]>([
    ['another instance', { instance: 'shim-2' }],
    ['another credential', { client: buildClient({ id: 'codex-9f8e7d' }) }],
  ])('With %s nobody takes up what an agent left.', (_what, fields) => {
    const { start, first } = createHubs();
    const { id } = first.connect();
    const next = start();
    expect(next.connect(fields).id).not.toBe(id);
    expect(next.connect().id).toBe(id);
  });

  test('Only one may come back as it.', () => {
    const { start, first } = createHubs();
    const { id } = first.connect();
    const next = start();
    expect([next.connect().id === id, next.connect().id === id]).toEqual([true, false]);
  });

  test('A minute after the start it has left for good, once.', () => {
    const { start, first } = createHubs();
    const { id } = first.connect();
    const next = start();
    vi.advanceTimersByTime(59_999);
    expect(next.left).toEqual([]);
    vi.advanceTimersByTime(1);
    expect([next.left, next.connect().id === id]).toEqual([[id], false]);
    expect(start().left).toEqual([id]);
  });

  test('Who had left before has no longer than it had, whatever the clock says.', () => {
    const { start, first } = createHubs();
    const { id } = first.connect();
    first.agents.left(id, foreign('The shim ended.'));
    vi.setSystemTime(noon + 40_000);
    expect(start().agents.get(id)?.state).toMatchObject({ keepsTabsUntil: noon + 60_000 });
    vi.setSystemTime(noon - 3_600_000);
    expect(start().agents.get(id)?.state).toMatchObject({ keepsTabsUntil: noon - 3_600_000 + 60_000 });
    vi.setSystemTime(noon + 60_000);
    const late = start();
    expect([late.left, late.connect().id === id]).toEqual([[id], false]);
  });

  test('Whose credential is gone is not restored.', () => {
    const { disk, start, first } = createHubs();
    const { id } = first.connect({ client: buildClient({ id: 'revoked-1' }) });
    const next = start();
    expect([next.agents.get(id), next.left, disk.size]).toEqual([null, [id], 0]);
  });

  test('The one that may return on a wire without ids is found again, by a word that was on no disk.', () => {
    const { disk, start, first } = createHubs();
    const { id } = first.connect();
    const next = start();
    const instance = next.agents.returning.loneOrphan(buildClient().id) ?? '';
    expect(JSON.stringify([...disk.values()])).not.toContain(instance);
    expect(next.connect({ instance }).id).toBe(id);
  });

  test('What an extension left is taken up by that extension alone, also after a restart.', () => {
    const { start, first } = createHubs();
    const clientId = buildClient().id;
    const { id } = first.connect({ extension: 'one@example.com' });
    const { returning } = start().agents;
    expect([returning.loneOrphan(clientId, 'two@example.com'), returning.loneOrphan(clientId)]).toEqual([null, null]);
    const next = start();
    const instance = next.agents.returning.loneOrphan(clientId, 'one@example.com') ?? '';
    expect(next.connect({ extension: 'one@example.com', instance }).id).toBe(id);
  });

  test('Of its instance only a digest is kept, and secrets in its plan are hidden.', () => {
    const { disk, first } = createHubs();
    const { id } = first.connect({ instance: 'secret-instance' });
    first.agents.planned(id, { domains: ['a.example'], approach: ['log in with hunter2'] });
    const kept = JSON.stringify([...disk.values()]);
    expect([kept.includes('secret-instance'), kept.includes('hunter2'), kept.includes('log in with')]).toEqual([
      false,
      false,
      true,
    ]);
  });
});
