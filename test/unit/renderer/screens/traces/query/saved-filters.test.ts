// Filters kept by name.
import { describe, expect, it } from 'vitest';
import { readSaved, withoutSaved, withSaved } from '../../../../../../renderer/screens/traces/query/saved-filters.ts';

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
