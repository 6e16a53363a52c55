// The state of a server: one tagged union, a pure transition, and the questions that others may ask of it.
import type { ServerState } from '../../contract/servers.ts';

export type ServerEvent =
  | { readonly kind: 'blocked'; readonly by: 'approval' | 'secret' | 'runtime'; readonly reason: string }
  | { readonly kind: 'unblocked' }
  | { readonly kind: 'start' }
  | { readonly kind: 'spawned'; readonly pid: number }
  | { readonly kind: 'ready'; readonly pid: number }
  | { readonly kind: 'stop' }
  /** The process is gone. Whether that is a crash depends on the state that it finds. */
  | { readonly kind: 'ended'; readonly reason: string };

/** The state after an event. An event that means nothing in a state leaves that state as it is. `now` in ms since the epoch. */
export function transition(state: ServerState, event: ServerEvent, now: number): ServerState {
  switch (event.kind) {
    case 'blocked':
      return isLive(state) ? state : { kind: 'blocked', since: now, by: event.by, reason: event.reason };
    case 'unblocked':
      return state.kind === 'blocked' ? { kind: 'stopped', since: now } : state;
    case 'start':
      return canStart(state) ? { kind: 'starting', since: now, pid: null } : state;
    case 'spawned':
      return state.kind === 'starting' || state.kind === 'stopping' ? { ...state, pid: event.pid } : state;
    case 'ready':
      return state.kind === 'starting' ? { kind: 'running', since: now, pid: event.pid } : state;
    case 'stop':
      return stopped(state, now);
    case 'ended':
      return ended(state, event.reason, now);
    default:
      return assertNever(event);
  }
}

/** Whether a start may begin here. A blocked server needs what it lacks first. */
export function canStart(state: ServerState): boolean {
  switch (state.kind) {
    case 'stopped':
    case 'crashed':
    case 'waiting':
    case 'failed':
    case 'unauthorized':
      return true;
    case 'installing':
    case 'blocked':
    case 'starting':
    case 'running':
    case 'degraded':
    case 'stopping':
      return false;
    default:
      return assertNever(state);
  }
}

/** Whether a process of this server may exist. */
export function isLive(state: ServerState): boolean {
  return 'pid' in state;
}

/** Whether calls reach it. */
export function canCall(state: ServerState): boolean {
  return state.kind === 'running' || state.kind === 'degraded';
}

/** What is the matter and what helps, to follow `The server "x" `. */
export function describeState(state: ServerState): string {
  const again = 'start it again under Servers in Pilothouse';
  switch (state.kind) {
    case 'installing':
      return 'is being installed; try again when that is done';
    case 'blocked':
      return `is blocked: ${withoutPeriod(state.reason)}`;
    case 'stopped':
      return 'is stopped; start it under Servers in Pilothouse';
    case 'starting':
      return 'is starting; try again in a moment';
    case 'running':
    case 'degraded':
      return 'is running';
    case 'stopping':
      return `is stopping; ${again}`;
    case 'crashed':
    case 'failed':
      return `has ${state.kind} (${withoutPeriod(state.reason)}); ${again}`;
    case 'waiting':
      return `waits before it starts again (${withoutPeriod(state.reason)}); try again later`;
    case 'unauthorized':
      return `needs you to sign in (${withoutPeriod(state.reason)}); do so under Servers in Pilothouse`;
    default:
      return assertNever(state);
  }
}

function stopped(state: ServerState, now: number): ServerState {
  if (state.kind === 'stopping' || state.kind === 'blocked' || state.kind === 'installing') return state;
  return 'pid' in state ? { kind: 'stopping', since: now, pid: state.pid } : { kind: 'stopped', since: now };
}

function ended(state: ServerState, reason: string, now: number): ServerState {
  if (state.kind === 'stopping') return { kind: 'stopped', since: now };
  return isLive(state) ? { kind: 'crashed', since: now, reason } : state;
}

function withoutPeriod(text: string): string {
  return text.replace(/\.$/, '');
}

function assertNever(value: never): never {
  throw new Error(`An unknown case reached a switch: ${JSON.stringify(value)}; handle it there.`);
}
