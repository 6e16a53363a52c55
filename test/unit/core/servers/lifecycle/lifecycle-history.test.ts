// The newest events of each server.
import { describe, expect, test } from 'vitest';
import { foreign } from '../../../../../contract/reason.ts';
import { LifecycleHistory } from '../../../../../electron/core/servers/lifecycle/lifecycle-history.ts';

describe('LifecycleHistory', () => {
  test('It keeps when, what, why and whose, oldest first.', () => {
    const history = new LifecycleHistory();
    history.add('a', { kind: 'starting', since: 1, pid: null }, null);
    history.add('a', { kind: 'crashed', since: 2, reason: foreign('It fell.') }, 'agent_1');
    expect(history.of('a')).toEqual([
      { at: 1, agentId: null, state: 'starting', reason: null },
      { at: 2, agentId: 'agent_1', state: 'crashed', reason: foreign('It fell.') },
    ]);
  });

  test('A state that only learnt its pid is no news.', () => {
    const history = new LifecycleHistory();
    const added = [
      history.add('a', { kind: 'starting', since: 1, pid: null }, null),
      history.add('a', { kind: 'starting', since: 1, pid: 7 }, null),
    ];
    expect([added, history.of('a').length]).toEqual([[true, false], 1]);
  });

  test('Only the newest 50 are kept, for each server on its own.', () => {
    const history = new LifecycleHistory();
    history.add('b', { kind: 'stopped', since: 0 }, null);
    for (let since = 1; since <= 60; since += 1)
      history.add('a', { kind: 'crashed', since, reason: foreign(`${since}`) }, null);
    expect([history.of('a').length, history.of('a')[0]?.at, history.of('b').length]).toEqual([50, 11, 1]);
    history.forget('a');
    expect(history.of('a')).toEqual([]);
  });
});
