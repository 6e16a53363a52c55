// The state INSTALLING of spec 003: what leads into it and out of it, and that nothing of such a server runs.
import { describe, expect, test } from 'vitest';
import {
  canCall,
  canStart,
  isComing,
  isLive,
  isReachable,
  transition,
} from '../../../../../electron/core/servers/lifecycle/server-state.ts';
import type { ServerState } from '../../../../../contract/schemas/servers.ts';
import type { LifecycleEvent } from '../../../../../electron/core/servers/lifecycle/server-state.ts';

const fetching = { step: 'fetching', done: 31, total: 50 } as const;
const installing: ServerState = { kind: 'installing', since: 1, ...fetching };
const waits = { kind: 'not-approved', what: 'command' } as const;

describe('a server whose package is not here yet', () => {
  test('003 Server Lifecycle: A server is INSTALLING while its package is downloaded, and tells how far that is.', () => {
    const begun = transition({ kind: 'stopped', since: 0 }, { kind: 'installing', ...fetching, done: 0 }, 1);
    expect(begun).toEqual({ kind: 'installing', since: 1, step: 'fetching', done: 0, total: 50 });
    expect(transition(begun, { kind: 'installing', ...fetching }, 9)).toEqual(installing);
  });

  test('Nothing of it runs, starts or is called, and a call does not wait for it.', () => {
    expect([canStart, canCall, isLive, isComing, isReachable].map(asked => asked(installing))).toEqual([
      false,
      false,
      false,
      false,
      false,
    ]);
  });

  test.each<LifecycleEvent>([
    { kind: 'start' },
    { kind: 'unblocked' },
    { kind: 'stop' },
    { kind: 'sleep' },
    { kind: 'ended', reason: { kind: 'was-stopped' } },
    { kind: 'ready', pid: 7 },
    { kind: 'spawned', pid: 7 },
    { kind: 'retry', until: 9 },
    { kind: 'gaveUp', reason: { kind: 'was-stopped' } },
    { kind: 'blocked', by: 'secret', reason: { kind: 'needs-secret', secret: 'KEY' } },
  ])('Its install alone leads out of it, and not $kind.', event => {
    expect(transition(installing, event, 9)).toBe(installing);
  });

  test('It waits for approval once its package is here; one that is approved as it is, is stopped.', () => {
    expect(transition(installing, { kind: 'installed', reason: waits }, 9)).toEqual({
      kind: 'blocked',
      since: 9,
      by: 'approval',
      reason: waits,
    });
    expect(transition(installing, { kind: 'installed', reason: null }, 9)).toEqual({ kind: 'stopped', since: 9 });
  });

  test('What runs is not installed under its feet.', () => {
    const running: ServerState = { kind: 'running', since: 1, pid: 7 };
    expect(transition(running, { kind: 'installing', ...fetching }, 9)).toBe(running);
    expect(transition(running, { kind: 'installed', reason: waits }, 9)).toBe(running);
  });

  test('Why it has failed stands in its state.', () => {
    const reason = { kind: 'disk-full' } as const;
    const failed = transition(installing, { kind: 'installing', step: 'failed', done: 0, total: null, reason }, 9);
    expect(failed).toEqual({ kind: 'installing', since: 1, step: 'failed', done: 0, total: null, reason });
  });
});
