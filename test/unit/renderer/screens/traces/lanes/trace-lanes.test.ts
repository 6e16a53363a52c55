// The trace over time.
import { describe, expect, it } from 'vitest';
import { laneTicks, traceLanes } from '../../../../../../renderer/screens/traces/lanes/trace-lanes.ts';
import { fixtureTrace } from '../../../../../support/panel-fixture/traces.ts';

const now = 1_800_000_000_000;

const trace = fixtureTrace(now, 60);

const time = { from: Math.min(...trace.map(({ at }) => at)), to: now };

describe('lanes', () => {
  const groups = traceLanes(trace, time);

  it('are agents, the hub, browsers and servers, each by its name', () => {
    const kinds = groups.map(({ kind }) => kind);
    expect(kinds).toEqual(['agent', 'hub', 'browser', 'server'].filter(kind => kinds.includes(kind as never)));
    for (const { lanes, kind } of groups) {
      expect(lanes.every(({ party }) => party.kind === kind)).toBe(true);
      const labels = lanes.map(({ party }) => party.label);
      expect(labels).toEqual(labels.toSorted((a, b) => a.localeCompare(b)));
    }
  });

  it('are called as they were last, so that two which had one name in turn are told apart', () => {
    const [first] = trace;
    if (!first) throw new Error('The fixture is empty.');
    const from = (id: string, label: string, seq: number) => ({
      ...first,
      seq,
      at: now - 10 + seq,
      parent: null,
      from: { kind: 'browser' as const, id, label },
      to: { kind: 'hub' as const, id: 'hub', label: 'Hub' },
    });
    const entries = [from('b1', 'Chromium', 1), from('b1', 'Work', 2), from('b2', 'Chromium', 3)];
    const lanes = traceLanes(entries, time).find(({ kind }) => kind === 'browser')?.lanes;
    expect(lanes?.map(({ party, marks }) => [party.id, party.label, marks.length])).toEqual([
      ['b2', 'Chromium', 1],
      ['b1', 'Work', 2],
    ]);
  });

  it('keep a refusal in the lane of its agent, because it never arrived', () => {
    const refused = trace.find(({ outcome, from }) => outcome === 'refused' && from.kind === 'agent');
    const at = groups.flatMap(({ kind, lanes }) =>
      lanes.filter(lane => lane.marks.some(({ seq }) => seq === refused?.seq)).map(() => kind),
    );
    expect(at).toEqual(['agent']);
  });

  it('give every mark the agent that caused it', () => {
    const child = trace.find(({ parent, from, to }) => parent !== null && from.kind === 'hub' && to.kind !== 'agent');
    const mark = groups
      .flatMap(({ lanes }) => lanes)
      .flatMap(({ marks }) => marks)
      .find(({ seq }) => seq === child?.seq);
    expect(mark?.agentId).toBe(trace.find(({ seq }) => seq === child?.parent)?.from.id);
  });

  it('keep apart what overlaps, as far as there are lines', () => {
    const [first] = trace;
    if (!first) throw new Error('The fixture is empty.');
    const long = [1, 2, 3, 4].map(seq => ({
      ...first,
      seq,
      at: now - 10 + seq,
      latencyMs: 1_000,
      parent: null,
      outcome: 'ok' as const,
    }));
    const [group] = traceLanes(long, { from: now - 100, to: now + 2_000 });
    expect(group?.lanes[0]?.marks.map(({ line }) => line)).toEqual([0, 1, 2, 2]);
  });

  it('have only what touches their window', () => {
    expect(traceLanes(trace, { from: 0, to: 1 })).toEqual([]);
  });

  it('have an axis of round moments', () => {
    expect(laneTicks({ from: 1_700, to: 9_100 })).toEqual([2_000, 3_000, 4_000, 5_000, 6_000, 7_000, 8_000, 9_000]);
    expect(laneTicks({ from: 0, to: 600_000 }).length).toBeLessThan(12);
  });
});
