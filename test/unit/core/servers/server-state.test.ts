// The states of a server and what leads from one to the next.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ServerStateSchema } from '../../../../electron/contract/servers.ts';
import {
  canCall,
  canStart,
  describeState,
  isLive,
  transition,
} from '../../../../electron/core/servers/server-state.ts';
import type { ServerState } from '../../../../electron/contract/servers.ts';
import type { ServerEvent } from '../../../../electron/core/servers/server-state.ts';

const states: ServerState[] = [
  { kind: 'installing', since: 1 },
  { kind: 'blocked', since: 1, by: 'approval', reason: 'Approve it.' },
  { kind: 'stopped', since: 1 },
  { kind: 'starting', since: 1, pid: null },
  { kind: 'running', since: 1, pid: 7 },
  { kind: 'degraded', since: 1, pid: 7, reason: 'It is slow.' },
  { kind: 'stopping', since: 1, pid: 7 },
  { kind: 'crashed', since: 1, reason: 'It fell.' },
  { kind: 'waiting', since: 1, until: 9, reason: 'It fell.' },
  { kind: 'failed', since: 1, reason: 'It fell.' },
  { kind: 'unauthorized', since: 1, reason: 'No token.' },
];
const events: ServerEvent[] = [
  { kind: 'blocked', by: 'approval', reason: 'Approve it.' },
  { kind: 'unblocked' },
  { kind: 'start' },
  { kind: 'spawned', pid: 7 },
  { kind: 'ready', pid: 7 },
  { kind: 'stop' },
  { kind: 'ended', reason: 'It fell.' },
];

const after = (...path: ServerEvent['kind'][]) =>
  path.reduce<ServerState>(
    (state, kind) => transition(state, events.find(event => event.kind === kind) as ServerEvent, 2),
    { kind: 'stopped', since: 1 },
  );

describe('transition', () => {
  test('A start leads over a spawned child to running.', () => {
    expect(after('start')).toEqual({ kind: 'starting', since: 2, pid: null });
    expect(after('start', 'spawned')).toEqual({ kind: 'starting', since: 2, pid: 7 });
    expect(after('start', 'spawned', 'ready')).toEqual({ kind: 'running', since: 2, pid: 7 });
  });

  test('An end that was asked for is no crash.', () => {
    expect(after('start', 'spawned', 'ready', 'stop', 'ended')).toEqual({ kind: 'stopped', since: 2 });
  });

  test('An end that nobody asked for is a crash, before and after it is ready.', () => {
    expect(after('start', 'ended')).toEqual({ kind: 'crashed', since: 2, reason: 'It fell.' });
    expect(after('start', 'spawned', 'ready', 'ended')).toEqual({ kind: 'crashed', since: 2, reason: 'It fell.' });
  });

  test('A stop before it is ready wins over the readiness.', () => {
    expect(after('start', 'spawned', 'stop', 'ready').kind).toBe('stopping');
  });

  test('A stop of a crashed server leaves it stopped.', () => {
    expect(after('start', 'ended', 'stop').kind).toBe('stopped');
  });

  test('A blocked server does not start before it is unblocked.', () => {
    expect(after('blocked', 'start').kind).toBe('blocked');
    expect(after('blocked', 'unblocked', 'start').kind).toBe('starting');
  });

  test('Whatever happens, the state stays one of the contract, and nothing changes it in place.', () => {
    fc.assert(
      fc.property(fc.constantFrom(...states), fc.array(fc.constantFrom(...events)), (from, happened) => {
        const before = structuredClone(from);
        ServerStateSchema.parse(happened.reduce((state, event) => transition(state, event, 2), from));
        expect(from).toEqual(before);
      }),
    );
  });
});

describe('questions', () => {
  test.each([
    [canStart, ['stopped', 'crashed', 'waiting', 'failed', 'unauthorized']],
    [isLive, ['starting', 'running', 'degraded', 'stopping']],
    [canCall, ['running', 'degraded']],
  ])('%o is true for exactly these states.', (question, kinds) => {
    expect(states.filter(question).map(state => state.kind)).toEqual(kinds);
  });

  test.each(states)('$kind is described in words that follow the name.', state => {
    expect(describeState(state)).toMatch(/^(is|has|waits|needs) .*[^.]$/);
  });
});
