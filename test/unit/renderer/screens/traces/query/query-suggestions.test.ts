// What the filter suggests at the caret.
import { describe, expect, it } from 'vitest';
import {
  askingAt,
  suggestionsFor,
  withSuggestion,
} from '../../../../../../renderer/screens/traces/query/query-suggestions.ts';

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
