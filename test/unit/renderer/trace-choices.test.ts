// What the user chooses about the trace table, and what the filter suggests.
import { describe, expect, it } from 'vitest';
import { askingAt, suggestionsFor, withSuggestion } from '../../../renderer/screens/traces/query/query-suggestions.ts';
import { readSaved, withoutSaved, withSaved } from '../../../renderer/screens/traces/query/saved-filters.ts';
import {
  firstColumns,
  readColumns,
  withColumn,
  withMoved,
  withWidth,
} from '../../../renderer/screens/traces/table/column-choice.ts';
import { filterTraces, traceView } from '../../../renderer/screens/traces/trace-view.ts';

describe('the columns', () => {
  it('are read back as they were kept, without what is unknown', () => {
    const kept = { shown: ['latency', 'gone', 'time'], widths: { time: 90.4, gone: 5, latency: 'x' } };
    expect(readColumns(kept)).toEqual({ shown: ['latency', 'time'], widths: { time: 90 } });
    expect([null, 7, {}, { shown: [] }, { shown: ['gone'] }].map(readColumns)).toEqual([null, null, null, null, null]);
  });

  it('come and go, and the last one stays', () => {
    const more = withColumn(firstColumns, 'tab', true);
    expect(more.shown.slice(-2)).toEqual(['timeline', 'tab']);
    expect(withColumn(more, 'tab', false)).toEqual(firstColumns);
    const one = { shown: ['time'], widths: {} } as const;
    expect(withColumn(one, 'time', false)).toBe(one);
    expect(withColumn(one, 'time', true).shown).toEqual(['time']);
  });

  it('move by a place, or to that of another, and stay inside', () => {
    expect(withMoved(firstColumns, 'time', 'from').shown.slice(0, 3)).toEqual(['dir', 'from', 'time']);
    expect(withMoved(firstColumns, 'dir', -1).shown.slice(0, 2)).toEqual(['dir', 'time']);
    expect([withMoved(firstColumns, 'time', -1), withMoved(firstColumns, 'tab', 1)]).toEqual([
      firstColumns,
      firstColumns,
    ]);
  });

  it('have a width of their own until it is taken back', () => {
    const wide = withWidth(firstColumns, 'from', 5_000);
    expect([wide.widths, withWidth(wide, 'from', 1).widths, withWidth(wide, 'from', null).widths]).toEqual([
      { from: 1_200 },
      { from: 28 },
      {},
    ]);
  });
});

describe('saved filters', () => {
  it('are kept by name, in the order of the names', () => {
    const saved = withSaved(withSaved([], ' slow ', 'latency>1s'), 'Errors', 'status:error');
    expect(saved).toEqual([
      { name: 'Errors', text: 'status:error' },
      { name: 'slow', text: 'latency>1s' },
    ]);
    expect(withSaved(saved, 'slow', 'latency>2s')[1]?.text).toBe('latency>2s');
    expect([withSaved(saved, ' ', 'x'), withSaved(saved, 'x', ' ')]).toEqual([saved, saved]);
    expect(withoutSaved(saved, 'slow')).toHaveLength(1);
  });

  it('that make no sense are left out when they are read', () => {
    expect(readSaved([{ name: 'a', text: 'b' }, { name: '', text: 'x' }, 7, null, { name: 'c' }])).toEqual([
      { name: 'a', text: 'b' },
    ]);
    expect(readSaved('x')).toBeNull();
  });
});

describe('the caret', () => {
  it.each([
    ['', 0, null, '', 0, 0],
    ['ag', 2, null, 'ag', 0, 2],
    ['x agent:cl', 10, 'agent', 'cl', 8, 10],
    ['agent:"Claude C', 15, 'agent', 'Claude C', 6, 15],
    ['-tool:na x', 8, 'tool', 'na', 6, 8],
    ['tool:na x', 2, null, 'to', 0, 7],
    ['status:ok ', 10, null, '', 10, 10],
    ['(status:', 8, 'status', '', 8, 8],
  ] as const)('in “%s” at %d asks for what belongs there', (text, caret, field, typed, from, to) => {
    expect(askingAt(text, caret)).toEqual({ field, typed, from, to });
  });

  it('is offered fields, words that combine, and values', () => {
    const labels = (text: string, values = [{ value: 'Claude Code', count: 3 }]) =>
      suggestionsFor(askingAt(text, text.length), values).map(({ label }) => label);
    expect(labels('s')).toEqual(['server:', 'status:', 'size>']);
    expect(labels('n')).toEqual(['not']);
    expect(labels('agent:cl')).toEqual(['Claude Code']);
    expect(labels('latency>1')).toEqual(['10ms', '100ms', '1s', '10s']);
    expect(labels('dir:')).toEqual(['in', 'out']);
    expect(labels('text:x')).toEqual([]);
  });

  it('takes a value with the quotes that it needs', () => {
    const asking = askingAt('x agent:cl dir:in', 10);
    const [first] = suggestionsFor(asking, [{ value: 'Claude Code', count: 3 }]);
    expect(withSuggestion('x agent:cl dir:in', asking, first?.insert ?? '')).toEqual({
      text: 'x agent:"Claude Code" dir:in',
      caret: 22,
    });
  });
});

describe('the filter', () => {
  it('goes on with what it meant before while its text cannot be read', () => {
    filterTraces('tool:navigate');
    filterTraces('tool:navigate latency>fast');
    expect(traceView.getState().condition).toEqual({ field: 'tool', has: 'navigate' });
    filterTraces('tool:find agent:');
    expect(traceView.getState().condition).toEqual({ field: 'tool', has: 'find' });
    filterTraces('');
    expect(traceView.getState().condition).toBeNull();
  });
});
