// The lines of the map.
import { describe, expect, it } from 'vitest';
import { edgeMs, mapEdges } from '../../../../../renderer/screens/overview/call-edges.ts';
import { fixtureTrace } from '../../../../support/panel-fixture/traces.ts';

const now = 1_800_000_000_000;

const trace = fixtureTrace(now, 60);

describe('the lines of the map', () => {
  it('join the agent that caused a call with the browser or server that got it', () => {
    const pairs = mapEdges(trace, now).map(({ agentId, target }) => `${agentId} ${target}`);
    expect(pairs).toContain('agent_5b1e browser:browser-work');
    expect(pairs).toContain('agent_77c4 server:github');
    expect(pairs.some(pair => pair.startsWith('agent_31aa'))).toBe(false);
  });

  it('count the messages of each pair', () => {
    const passed = trace.filter(({ to }) => to.kind !== 'hub').length;
    expect(mapEdges(trace, now).reduce((sum, { count }) => sum + count, 0)).toBe(passed);
  });

  it('go when nothing passed for two minutes', () => {
    expect(mapEdges(trace, now + edgeMs + 1)).toEqual([]);
  });
});
