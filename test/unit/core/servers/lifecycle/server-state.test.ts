// The states of a server and what leads from one to the next.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { foreign } from '../../../../../contract/reason.ts';
import { ServerStateSchema } from '../../../../../contract/schemas/servers.ts';
import {
  canCall,
  canStart,
  isComing,
  isLive,
  transition,
} from '../../../../../electron/core/servers/lifecycle/server-state.ts';
import type { ServerState } from '../../../../../contract/schemas/servers.ts';
import type { LifecycleEvent } from '../../../../../electron/core/servers/lifecycle/server-state.ts';

const states: ServerState[] = [
  { kind: 'blocked', since: 1, by: 'approval', reason: foreign('Approve it.') },
  { kind: 'blocked', since: 1, by: 'runtime', reason: foreign('No node.') },
  { kind: 'stopped', since: 1 },
  { kind: 'starting', since: 1, pid: null, reason: foreign('It waits.') },
  { kind: 'starting', since: 1, pid: 7 },
  { kind: 'running', since: 1, pid: 7 },
  { kind: 'degraded', since: 1, pid: 7, reason: foreign('It is slow.') },
  { kind: 'stopping', since: 1, pid: 7 },
  { kind: 'crashed', since: 1, reason: foreign('It fell.') },
  { kind: 'waiting', since: 1, until: 9, reason: foreign('It fell.') },
  { kind: 'failed', since: 1, reason: foreign('It fell.') },
  { kind: 'unauthorized', since: 1, reason: foreign('No token.') },
];
const names = [
  'approval',
  'runtime',
  'stopped',
  'queued',
  'starting',
  'running',
  'degraded',
  'stopping',
  'crashed',
  'waiting',
  'failed',
  'unauthorized',
] as const;

const events = {
  blocked: { kind: 'blocked', by: 'approval', reason: foreign('Approve it.') },
  unblocked: { kind: 'unblocked' },
  start: { kind: 'start' },
  spawned: { kind: 'spawned', pid: 8 },
  ready: { kind: 'ready', pid: 8 },
  readyElsewhere: { kind: 'ready', pid: null },
  impaired: { kind: 'impaired', reason: foreign('No pong.') },
  recovered: { kind: 'recovered' },
  stop: { kind: 'stop' },
  ended: { kind: 'ended', reason: foreign('It fell.') },
  endedUnauthorized: { kind: 'ended', reason: foreign('No token.'), cause: 'unauthorized' },
  endedSecret: { kind: 'ended', reason: foreign('No KEY.'), cause: 'secret' },
  endedRuntime: { kind: 'ended', reason: foreign('No node.'), cause: 'runtime' },
  retry: { kind: 'retry', until: 12 },
  gaveUp: { kind: 'gaveUp', reason: foreign('Too often.') },
} satisfies Record<string, LifecycleEvent>;

const blocked = (by: 'approval' | 'secret' | 'runtime', reason: string) => ({
  kind: 'blocked',
  since: 2,
  by,
  reason: foreign(reason),
});
const starting = { kind: 'starting', since: 2, pid: null };
const stopped = { kind: 'stopped', since: 2 };
const crashed = { kind: 'crashed', since: 2, reason: foreign('It fell.') };
const running = (pid: number | null) => ({ kind: 'running', since: 2, pid });
const stopping = (pid: number | null) => ({ kind: 'stopping', since: 2, pid });
const unlive = ['approval', 'runtime', 'stopped', 'crashed', 'waiting', 'failed', 'unauthorized'] as const;
const live = ['queued', 'starting', 'running', 'degraded'] as const;
const all = <T>(of: readonly string[], state: T) => Object.fromEntries(of.map(name => [name, state]));

/** What each event makes of each state; a state that is not named stays as it is. */
const table: Record<keyof typeof events, Record<string, unknown>> = {
  blocked: all(unlive, blocked('approval', 'Approve it.')),
  unblocked: all(['approval', 'runtime'], stopped),
  start: {
    ...all(['runtime', 'stopped', 'crashed', 'waiting', 'failed', 'unauthorized'], starting),
    queued: { kind: 'starting', since: 1, pid: null },
  },
  spawned: {
    queued: { kind: 'starting', since: 1, pid: 8, reason: foreign('It waits.') },
    starting: { kind: 'starting', since: 1, pid: 8 },
    stopping: { kind: 'stopping', since: 1, pid: 8 },
  },
  ready: all(['queued', 'starting'], running(8)),
  readyElsewhere: all(['queued', 'starting'], running(null)),
  impaired: {
    running: { kind: 'degraded', since: 2, pid: 7, reason: foreign('No pong.') },
    degraded: { kind: 'degraded', since: 1, pid: 7, reason: foreign('No pong.') },
  },
  recovered: { degraded: running(7) },
  stop: {
    ...all(['runtime', 'stopped', 'crashed', 'waiting', 'failed', 'unauthorized'], stopped),
    queued: stopping(null),
    ...all(['starting', 'running', 'degraded'], stopping(7)),
  },
  ended: { ...all(live, crashed), stopping: stopped },
  endedUnauthorized: {
    ...all(live, { kind: 'unauthorized', since: 2, reason: foreign('No token.') }),
    stopping: stopped,
  },
  endedSecret: { ...all(live, blocked('secret', 'No KEY.')), stopping: stopped },
  endedRuntime: { ...all(live, blocked('runtime', 'No node.')), stopping: stopped },
  retry: {
    crashed: { kind: 'waiting', since: 2, until: 12, reason: foreign('It fell.') },
    waiting: { kind: 'waiting', since: 1, until: 12, reason: foreign('It fell.') },
  },
  gaveUp: { crashed: { kind: 'failed', since: 2, reason: foreign('Too often.') } },
};

describe('transition', () => {
  test.each(Object.keys(table) as (keyof typeof events)[])(
    '%s leads from each state to the one in the table.',
    name => {
      const after = states.map((state, place) => [names[place], transition(state, events[name], 2)]);
      expect(after).toEqual(states.map((state, place) => [names[place], table[name][names[place] ?? ''] ?? state]));
    },
  );

  test('A start tells why it is not there yet.', () => {
    const state = transition({ kind: 'stopped', since: 1 }, { kind: 'start', reason: foreign('It waits.') }, 2);
    expect(state).toEqual({ kind: 'starting', since: 2, pid: null, reason: foreign('It waits.') });
  });

  test('Whatever happens, the state stays one of the contract, and nothing changes it in place.', () => {
    const anyEvent = fc.constantFrom<LifecycleEvent>(...Object.values(events));
    fc.assert(
      fc.property(fc.constantFrom(...states), fc.array(anyEvent), (from, happened) => {
        const before = structuredClone(from);
        ServerStateSchema.parse(happened.reduce((state, event) => transition(state, event, 2), from));
        expect(from).toEqual(before);
      }),
    );
  });

  test('Only a server that crashed waits or is given up, and a stop is never a crash.', () => {
    const anyEvent = fc.constantFrom<LifecycleEvent>(...Object.values(events));
    fc.assert(
      fc.property(fc.array(anyEvent), happened => {
        let state: ServerState = { kind: 'stopped', since: 1 };
        for (const event of happened) {
          const next = transition(state, event, 2);
          if (next.kind === 'failed' && state.kind !== 'failed') expect(state.kind).toBe('crashed');
          if (state.kind === 'stopping') expect(['stopping', 'stopped']).toContain(next.kind);
          state = next;
        }
      }),
    );
  });
});

describe('questions', () => {
  test.each([
    [canStart, ['blocked', 'stopped', 'crashed', 'waiting', 'failed', 'unauthorized']],
    [isComing, ['starting', 'starting', 'crashed', 'waiting']],
    [isLive, ['starting', 'starting', 'running', 'degraded', 'stopping']],
    [canCall, ['running', 'degraded']],
  ])('%o is true for exactly these states.', (question, kinds) => {
    expect(states.filter(question).map(state => state.kind)).toEqual(kinds);
  });
});
