// Rates from running totals, and where things stand on the map.
import { describe, expect, it } from 'vitest';
import { parseRoute, routeHref } from '../../../../../renderer/frame/route.ts';
import { type Box, edgePath, mapLayout, restBox } from '../../../../../renderer/screens/overview/map-layout.ts';
import { addSample, agentRate, messageRate, type RateSample, rateLine } from '../../../../../renderer/store/rates.ts';

const sample = (at: number, newest: number, calls = 0): RateSample => ({ at, newest, calls: { a: calls } });

describe('rates', () => {
  const samples = [sample(0, 0), sample(5000, 10, 5), sample(10_000, 60, 10), sample(15_000, 110, 40)];

  it('are told over the last ten seconds', () => {
    expect([messageRate(samples), agentRate(samples, 'a'), agentRate(samples, 'nobody')]).toEqual([10, 3.5, 0]);
  });

  it('are none before there are two samples', () => {
    expect([messageRate([]), messageRate([sample(0, 50)])]).toEqual([0, 0]);
  });

  it('forget samples of more than five minutes ago, and those of a hub that ran before', () => {
    expect(addSample(samples, sample(300_001, 200)).map(({ at }) => at)).toEqual([5000, 10_000, 15_000, 300_001]);
    expect(addSample(samples, sample(16_000, 12)).map(({ newest }) => newest)).toEqual([0, 10, 12]);
  });

  it('make a line whose steps add up to what passed', () => {
    const line = rateLine(samples, 3);
    expect(line).toHaveLength(3);
    expect(Math.round(line.reduce((sum, rate) => sum + rate * 5, 0))).toBe(110);
  });
});

describe('the map', () => {
  const ids = (kind: string, count: number) => Array.from({ length: count }, (_, index) => `${kind}${index}`);
  const overlaps = (a: Box, b: Box) =>
    a.left < b.left + b.width && b.left < a.left + a.width && a.top < b.top + b.height && b.top < a.top + a.height;

  it.each([
    [936, 568, 4, 2, 8],
    [752, 430, 12, 5, 40],
    [1600, 1000, 1, 1, 1],
    [700, 430, 0, 0, 0],
  ])('keeps all boxes apart and inside of %i × %i', (width, height, agents, browsers, servers) => {
    const layout = mapLayout(width, height, {
      agents: ids('a', agents),
      browsers: ids('b', browsers),
      servers: ids('s', servers),
    });
    const rest = layout.left.servers > 0 ? [restBox(layout, width)] : [];
    const boxes = [...layout.agents, layout.hub, ...layout.browsers, ...layout.servers, ...rest];
    const bad = boxes.filter(
      (box, index) =>
        box.top < 0 || box.top + box.height > height || boxes.some((other, at) => at > index && overlaps(box, other)),
    );
    expect(bad).toEqual([]);
  });

  it('counts what did not fit', () => {
    const layout = mapLayout(936, 568, { agents: ids('a', 20), browsers: ids('b', 2), servers: ids('s', 30) });
    expect(layout.servers.length + layout.left.servers).toBe(30);
    expect(layout.agents.length + layout.left.agents).toBe(20);
  });

  it('draws a line from the right of one box to the left of another', () => {
    const box = (left: number): Box => ({ id: '', left, top: 0, width: 100, height: 40 });
    expect(edgePath(box(0), box(200), 20, 30)).toBe('M100 20C160 20 140 30 200 30');
  });
});

describe('routes', () => {
  it('survive ids with slashes, colons and spaces', () => {
    for (const id of ['everything/echo', 'browser-work:42', 'a b%'])
      expect(parseRoute(routeHref('tools', id))).toEqual({ screen: 'tools', id });
  });

  it('lead to Overview when they are unknown or broken', () => {
    expect(['', '#', '#token=abc', '#/nowhere', '#/tools/%E0%A4%A'].map(parseRoute)).toEqual([
      { screen: 'overview', id: null },
      { screen: 'overview', id: null },
      { screen: 'overview', id: null },
      { screen: 'overview', id: null },
      { screen: 'tools', id: '%E0%A4%A' },
    ]);
  });
});
