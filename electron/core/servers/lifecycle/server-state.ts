// The state of a server: one tagged union, a pure transition, and the questions that others may ask of it.
import { isSameReason } from '../../../../contract/reason.ts';
import type { InstallStep } from '../../../../contract/entities.ts';
import type { Reason } from '../../../../contract/reasons.ts';
import type { ServerKind, ServerState } from '../../../../contract/schemas/servers.ts';
import type { RunEndCause } from './server-transport.ts';

type BlockedBy = Extract<ServerState, { kind: 'blocked' }>['by'];

/** How far the install of a server's package is. */
export interface Installing {
  readonly step: InstallStep;
  readonly done: number;
  readonly total: number | null;
  /** Why it has failed. */
  readonly reason?: Reason | undefined;
}

export type LifecycleEvent =
  | { readonly kind: 'blocked'; readonly by: BlockedBy; readonly reason: Reason }
  | { readonly kind: 'unblocked' }
  /** Its package is being installed; again with how far that is. */
  | ({ readonly kind: 'installing' } & Installing)
  /** Its package is here. What it is waits for approval, for this reason; null where it has one. */
  | { readonly kind: 'installed'; readonly reason: Reason | null }
  /** Again with another reason while it has no process yet. */
  | { readonly kind: 'start'; readonly reason?: Reason }
  | { readonly kind: 'spawned'; readonly pid: number }
  /** What it does before it is ready; null where that is over. */
  | { readonly kind: 'progress'; readonly reason: Reason | null }
  | { readonly kind: 'ready'; readonly pid: number | null }
  /** It runs, but not as it should; again with another reason. */
  | { readonly kind: 'impaired'; readonly reason: Reason }
  | { readonly kind: 'recovered' }
  | { readonly kind: 'stop' }
  /** Nobody uses it: it ends until somebody does. */
  | { readonly kind: 'sleep' }
  /** The run is over. Whether that is a crash depends on the state that it finds, and on what ended it. */
  | { readonly kind: 'ended'; readonly reason: Reason; readonly cause?: RunEndCause }
  /** After a crash, or while it is away: it starts again at `until`. While it waits, another time. */
  | { readonly kind: 'retry'; readonly until: number }
  /** After a crash: it does not start again by itself. */
  | { readonly kind: 'gaveUp'; readonly reason: Reason };

/** The state after an event. An event that means nothing in a state leaves that state as it is. `now` in ms since the epoch. */
export function transition(state: ServerState, event: LifecycleEvent, now: number): ServerState {
  switch (event.kind) {
    case 'blocked':
      return isLive(state) || state.kind === 'installing'
        ? state
        : { kind: 'blocked', since: now, by: event.by, reason: event.reason };
    case 'unblocked':
      return state.kind === 'blocked' ? { kind: 'stopped', since: now } : state;
    case 'installing':
      return installing(state, event, now);
    case 'installed':
      return installed(state, event.reason, now);
    case 'start':
      return started(state, event.reason, now);
    case 'spawned':
      return state.kind === 'starting' || state.kind === 'stopping' ? { ...state, pid: event.pid } : state;
    case 'progress':
      return progressed(state, event.reason);
    case 'ready':
      return state.kind === 'starting' ? { kind: 'running', since: now, pid: event.pid } : state;
    case 'impaired':
      return impaired(state, event.reason, now);
    case 'recovered':
      return state.kind === 'degraded' ? { kind: 'running', since: now, pid: state.pid } : state;
    case 'stop':
      return stopped(state, now);
    case 'sleep':
      return fallenAsleep(state, now);
    case 'ended':
      return ended(state, event, now);
    case 'retry':
      return waiting(state, event.until, now);
    case 'gaveUp':
      return state.kind === 'crashed' ? { kind: 'failed', since: now, reason: event.reason } : state;
    default:
      return assertNever(event);
  }
}

/** Whether a start may begin here: an approval comes first, while what else was missing may be there by now. */
export function canStart(state: ServerState): boolean {
  switch (state.kind) {
    case 'blocked':
      return state.by !== 'approval';
    case 'stopped':
    case 'asleep':
    case 'crashed':
    case 'waiting':
    case 'failed':
    case 'unauthorized':
      return true;
    case 'installing':
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

/** Whether it is on its way to running without anybody's doing. */
export function isComing(state: ServerState): boolean {
  return state.kind === 'starting' || state.kind === 'crashed' || state.kind === 'waiting';
}

/** Whether a call wakes it, also while it is still falling asleep. */
export function sleeps(state: ServerState): boolean {
  return state.kind === 'asleep' || (state.kind === 'stopping' && state.toSleep === true);
}

/** Whether a call may be meant for it: one waits for a server that is on its way, within its own time. */
export function isReachable(state: ServerState): boolean {
  return canCall(state) || isComing(state) || sleeps(state);
}

function installed(state: ServerState, reason: Reason | null, now: number): ServerState {
  if (state.kind !== 'installing') return state;
  return reason === null ? { kind: 'stopped', since: now } : { kind: 'blocked', since: now, by: 'approval', reason };
}

/** What runs is not installed under its feet: it is stopped first. */
function installing(state: ServerState, { step, done, total, reason }: Installing, now: number): ServerState {
  if (isLive(state)) return state;
  const since = state.kind === 'installing' ? state.since : now;
  return { kind: 'installing', since, step, done, total, ...(reason && { reason }) };
}

function started(state: ServerState, reason: Reason | undefined, now: number): ServerState {
  const why = reason === undefined ? {} : { reason };
  if (state.kind === 'starting' && state.pid === null)
    return isSameReason(state.reason, reason) ? state : { kind: 'starting', since: state.since, pid: null, ...why };
  return canStart(state) ? { kind: 'starting', since: now, pid: null, ...why } : state;
}

function progressed(state: ServerState, reason: Reason | null): ServerState {
  if (state.kind !== 'starting' || isSameReason(state.reason, reason ?? undefined)) return state;
  const { since, pid } = state;
  return { kind: 'starting', since, pid, ...(reason && { reason }) };
}

function impaired(state: ServerState, reason: Reason, now: number): ServerState {
  if (state.kind === 'running') return { kind: 'degraded', since: now, pid: state.pid, reason };
  return state.kind === 'degraded' && !isSameReason(state.reason, reason) ? { ...state, reason } : state;
}

function stopped(state: ServerState, now: number): ServerState {
  if (state.kind === 'stopping')
    return state.toSleep ? { kind: 'stopping', since: state.since, pid: state.pid } : state;
  // What is missing is missing still, but nobody asks for it any more.
  if (state.kind === 'installing' || (state.kind === 'blocked' && state.by === 'approval')) return state;
  return 'pid' in state ? { kind: 'stopping', since: now, pid: state.pid } : { kind: 'stopped', since: now };
}

function fallenAsleep(state: ServerState, now: number): ServerState {
  if (canCall(state) && 'pid' in state) return { kind: 'stopping', since: now, pid: state.pid, toSleep: true };
  return state.kind === 'stopped' ? { kind: 'asleep', since: now } : state;
}

function ended(
  state: ServerState,
  { reason, cause = 'ended' }: { readonly reason: Reason; readonly cause?: RunEndCause },
  now: number,
): ServerState {
  if (state.kind === 'stopping') return { kind: state.toSleep ? 'asleep' : 'stopped', since: now };
  if (!isLive(state)) return state;
  if (cause === 'ended') return { kind: 'crashed', since: now, reason };
  // When it is tried again is told at once (`retry`).
  if (cause === 'away') return { kind: 'waiting', since: now, until: now, reason };
  if (cause === 'unauthorized') return { kind: 'unauthorized', since: now, reason };
  return { kind: 'blocked', since: now, by: cause, reason };
}

function waiting(state: ServerState, until: number, now: number): ServerState {
  if (state.kind === 'waiting') return { ...state, until };
  return state.kind === 'crashed' ? { kind: 'waiting', since: now, until, reason: state.reason } : state;
}

function assertNever(value: never): never {
  throw new Error(`An unknown case reached a switch: ${JSON.stringify(value)}; handle it there.`);
}

/** Whether it runs on another machine, and so goes on when this hub has ended. */
export function isElsewhere(kind: ServerKind): boolean {
  return kind === 'http' || kind === 'sse' || kind === 'fleet';
}
