// The filter as it is typed and what it means meanwhile.
import { describe, expect, it } from 'vitest';
import { filterTraces, traceView } from '../../../../../renderer/screens/traces/trace-view.ts';

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
