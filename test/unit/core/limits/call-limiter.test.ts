// Runs and calls under way as the limiter counts them, and the gate that looks at the counts.
import { describe, expect, test } from 'vitest';
import { runGates } from '../../../../electron/core/gates/gates.ts';
import { CallLimiter } from '../../../../electron/core/limits/call-limits.ts';
import { agentId, buildAgent, buildGatedCall, buildGrant, otherAgentId } from '../../../support/hub-fixtures.ts';
import type { Run } from '../../../../contract/schemas/limits.ts';
import type { GateVerdict } from '../../../../electron/core/gates/gate.ts';
import type { KeptRuns } from '../../../../electron/core/store/kept-lives.ts';

function open(stored: unknown = null) {
  const told: [string, Run][] = [];
  const written: unknown[] = [];
  const limiter = new CallLimiter({
    settings: {
      get: async (_key, schema) => (stored === null ? null : schema.parse(stored)),
      set: async (_key, value) => void written.push(value),
    },
    onRun: (agent, run) => told.push([agent, run]),
  });
  const ofPage = buildAgent({ origin: 'http://page.example' });
  /** A call of an agent, as far as the limiter sees it. */
  const call = (run: string | null, agent = buildAgent(), maxCalls?: number) => {
    const ask = run === null ? null : { id: run, ...(maxCalls !== undefined && { maxCalls }) };
    return limiter.begin(agent.id, limiter.seen(agent, ask));
  };
  return { limiter, told, written, ofPage, call };
}

describe('Runs', () => {
  test('Each call draws one from the budget that the first one named.', () => {
    const { call, told } = open();
    call('a', buildAgent(), 3);
    expect(call('a', buildAgent(), 5).run).toEqual({ id: 'a', maxCalls: 3, calls: 2 });
    expect(told.map(([, { calls }]) => calls)).toEqual([1, 2]);
  });

  test('What stands now is told: the runs of all agents, and the origins with calls under way.', () => {
    const { limiter, call, ofPage } = open();
    call('a', buildAgent(), 3);
    const { end } = call(null, ofPage);
    const { id: agent } = buildAgent();
    expect(limiter.now).toEqual({
      runs: [{ id: 'a', maxCalls: 3, calls: 1, agentId: agent }],
      origins: [{ origin: 'http://page.example', running: 1 }],
    });
    end();
    limiter.agentLeft(agent);
    expect(limiter.now).toEqual({ runs: [], origins: [] });
  });

  test('The run of one agent is none of another with the same id.', () => {
    const { call } = open();
    call('a');
    expect(call('a', buildAgent({ id: otherAgentId })).run?.calls).toBe(1);
  });

  test('An agent that has left takes its runs along.', () => {
    const { call, limiter } = open();
    call('a');
    limiter.agentLeft(agentId);
    expect(call('a').run?.calls).toBe(1);
  });

  test('Of more than 100 runs of an agent the one that was used longest ago is forgotten.', () => {
    const { call } = open();
    call('first');
    for (let index = 0; index < 99; index += 1) call(`run ${index}`);
    call('first');
    call('one more');
    expect(call('first').run?.calls).toBe(3);
    expect(call('run 0').run?.calls).toBe(1);
  });
});

describe('Origins', () => {
  test('A call that has ended makes room, however often it says so.', () => {
    const { limiter, call, ofPage } = open();
    const running = () => limiter.seen(ofPage, null).origin?.running;
    const [first] = [call(null, ofPage), call(null, ofPage)];
    expect(running()).toBe(2);
    first?.end();
    first?.end();
    expect(running()).toBe(1);
  });

  test('An agent that is no page has no share to keep to.', () => {
    expect(open().limiter.seen(buildAgent(), null)).toEqual({ run: null, origin: null });
  });
});

describe('Settings', () => {
  test('They are read at the start, changed one by one, and kept.', async () => {
    const { limiter, written } = open({ maxCallsPerRun: 7 });
    await limiter.load();
    expect(limiter.limits).toMatchObject({ maxCallsPerRun: 7, maxConcurrentPerOrigin: 2 });
    await limiter.change({ maxConcurrentPerOrigin: 4 });
    expect(written).toMatchObject([{ maxCallsPerRun: 7, maxConcurrentPerOrigin: 4 }]);
  });
});

describe('The limits gate', () => {
  const spent = { run: { id: 'a', maxCalls: 5, calls: 5 }, origin: null };
  const answered: GateVerdict = { kind: 'pass', rule: { kind: 'this-use' } };

  test('It speaks after the permission gate: what is denied there is not counted here.', () => {
    const denied = runGates(buildGatedCall({ limits: spent, grants: [buildGrant({ effect: 'deny' })] }));
    expect(denied).toMatchObject({ refusal: { kind: 'denied' } });
  });

  test('The user is not asked about a call that it refuses.', () => {
    expect(runGates(buildGatedCall({ limits: spent }))).toMatchObject({ kind: 'deny', refusal: { kind: 'run' } });
  });

  test('It holds after the user has said yes as well.', () => {
    expect(runGates(buildGatedCall({ limits: spent }), answered)).toMatchObject({ refusal: { kind: 'run' } });
  });

  test('A call that it lets through keeps the rule that allowed it.', () => {
    expect(runGates(buildGatedCall(), answered)).toEqual(answered);
    expect(runGates(buildGatedCall({ grants: [buildGrant()] }))).toMatchObject({ kind: 'pass', grant: { id: '24' } });
  });
});

describe('After the hub was started anew', () => {
  function hubs() {
    const disk = new Map<string, KeptRuns>();
    const start = () =>
      new CallLimiter({
        settings: { get: async () => null, set: async () => {} },
        onRun: () => {},
        kept: {
          rows: [...disk.values()],
          persist: { put: (id, runs) => void disk.set(id, runs()), remove: id => void disk.delete(id) },
        },
      });
    const call = (limiter: CallLimiter, agent = buildAgent()) =>
      limiter.begin(agent.id, limiter.seen(agent, { id: 'a', maxCalls: 3 }));
    return { disk, start, call };
  }

  test('A run goes on with what it has used.', () => {
    const { start, call } = hubs();
    const first = start();
    call(first);
    call(first);
    expect(call(start()).run).toEqual({ id: 'a', maxCalls: 3, calls: 3 });
  });

  test('Runs of agents that left, before or meanwhile, are gone.', () => {
    const { disk, start, call } = hubs();
    const first = start();
    call(first);
    call(first, buildAgent({ id: otherAgentId }));
    first.agentLeft(otherAgentId);
    expect([...disk.keys()]).toEqual([agentId]);
    const next = start();
    next.expectAgents(() => false);
    expect([next.now.runs, disk.size]).toEqual([[], 0]);
  });
});
