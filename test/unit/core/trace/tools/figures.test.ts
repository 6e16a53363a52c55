// Figures per tool: percentiles, bars and counts of what the columns hold.
import { describe, expect, test } from 'vitest';
import { edgesFrom, spreadOf } from '../../../../../electron/core/trace/distribution.ts';
import { readFigures } from '../../../../../electron/core/trace/figures.ts';
import { finished } from '../../../../support/finished.ts';
import { hub } from '../trace-fixtures.ts';
import { Bench } from './tool-fixtures.ts';

const server = { kind: 'server', id: 'everything', label: 'everything' } as const;

describe('a spread', () => {
  test('Percentiles are values that occur, and every value is in one bar.', () => {
    const values = Float64Array.from({ length: 1_000 }, (_, n) => n + 1);
    const { p50, p95, p99, max, bars } = spreadOf(values, edgesFrom(0.1));
    expect([p50, p95, p99, max]).toEqual([500, 950, 990, 1_000]);
    expect(bars.reduce((sum, count) => sum + count, 0)).toBe(1_000);
  });

  test('What is below the first edge and above the last is in the first bar and the last.', () => {
    const { bars } = spreadOf(Float64Array.from([0, 0.01, 1e9]), edgesFrom(0.1));
    expect([bars[0], bars.at(-1)]).toEqual([2, 1]);
  });
});

describe('figures per tool', () => {
  test('They tell how often a tool was called, how it ended and how long it took without the wait for the user.', () => {
    const bench = new Bench();
    for (let n = 1; n <= 100; n += 1)
      bench.add({ open: { tool: 'navigate' }, close: { latencyMs: n + 1_000, waitedMs: 1_000 } });
    bench.add({ open: { tool: 'echo' }, close: { outcome: 'refused', code: 'ERR_PERMISSION_DENIED' } });
    bench.add({ open: { tool: 'echo' }, close: { outcome: 'error' } });
    bench.add({ open: { kind: 'notification' } });
    const { tools, calls, more } = bench.ask('figures', { filter: { text: '' }, side: 'agents' });
    expect([calls, more]).toEqual([102, 0]);
    expect(tools.map(({ tool, calls: of, failed, refused }) => [tool, of, failed, refused])).toEqual([
      ['navigate', 100, 0, 0],
      ['echo', 2, 1, 1],
    ]);
    expect(tools[0]?.latency).toMatchObject({ p50: 50, p95: 95, p99: 99, max: 100 });
  });

  test('On the side of the targets the same tool of two servers is two.', () => {
    const bench = new Bench();
    for (const id of ['one', 'two', 'two']) bench.add({ open: { dir: 'out', from: hub, to: { ...server, id } } });
    bench.add();
    const { tools } = bench.ask('figures', { filter: { text: '' }, side: 'targets' });
    expect(tools.map(({ to, calls }) => [to?.id, calls])).toEqual([
      ['two', 2],
      ['one', 1],
    ]);
  });

  test('What waits for an answer has a size and no latency, and a filter leaves out the rest.', () => {
    const bench = new Bench();
    bench.add({ close: null });
    bench.add({ open: { tool: 'echo' } });
    const { tools } = bench.ask('figures', { filter: { text: '', tool: 'navigate' }, side: 'agents' });
    expect(tools).toHaveLength(1);
    expect(tools[0]?.latency).toBeNull();
    expect(tools[0]?.size.p50).toBeGreaterThan(0);
  });

  test('While they are counted the trace goes on: what gave way to newer entries does not count, and no name is mistaken.', () => {
    const bench = new Bench({ entries: 10_000 });
    for (let n = 0; n < 10_000; n += 1) bench.add({ open: { tool: n < 6_000 ? 'old' : 'kept' } });
    const work = readFigures(bench.columns, { filter: { text: '' }, side: 'agents' });
    expect(work.next().done).toBe(false);
    // All of the old ones go, and their number is given to the new name.
    for (let n = 0; n < 6_000; n += 1) bench.add({ open: { tool: 'new' } });
    const { tools } = finished(work);
    const counted = Object.fromEntries(tools.map(({ tool, calls }) => [tool, calls]));
    expect(counted).toEqual({ old: 4_095, kept: 4_000 });
    expect(tools.map(({ size }) => size.bars.reduce((sum, bar) => sum + bar, 0))).toEqual([4_095, 4_000]);
  });

  test('They are of an imported trace as well.', () => {
    const bench = new Bench();
    bench.add({ open: { tool: 'echo' } });
    const { importId } = bench.ask('import-begin', {});
    bench.ask('import-lines', { importId, text: bench.export('jsonl').text });
    bench.add({ open: { tool: 'later' } });
    const { tools } = bench.ask('figures', { importId, filter: { text: '' }, side: 'agents' });
    expect(tools.map(({ tool }) => tool)).toEqual(['echo']);
  });
});
