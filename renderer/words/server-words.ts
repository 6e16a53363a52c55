// The state of an MCP server as shape, word and sentence, and what kind of thing it is.
import type { Server, ServerKind, ServerState } from '../../electron/contract/servers.ts';
import { formatClock, formatCounted, formatLasted, formatLeft } from './format.ts';
import type { Tone } from './tone.ts';

export interface StateWords {
  readonly tone: Tone;
  /** One or two words for a table cell. */
  readonly word: string;
  /** A second, quieter line for the cell. */
  readonly more: string;
  /** Why it is so, in the words of the hub or the server; null where nothing needs saying. */
  readonly reason: string | null;
}

export function serverWords(state: ServerState, now: number): StateWords {
  return { ...shortWords(state, now), reason: 'reason' in state ? (state.reason ?? null) : null };
}

function shortWords(state: ServerState, now: number): Omit<StateWords, 'reason'> {
  const lasted = formatLasted(now - state.since);
  switch (state.kind) {
    case 'installing':
      return { tone: 'waiting', word: 'installing', more: lasted };
    case 'blocked':
      return { tone: 'attention', word: blockedWords[state.by], more: lasted };
    case 'stopped':
      return { tone: 'stopped', word: 'stopped by you', more: lasted };
    case 'starting':
      return { tone: 'waiting', word: 'starting', more: lasted };
    case 'running':
      return { tone: 'running', word: 'running', more: lasted };
    case 'degraded':
      return { tone: 'attention', word: 'degraded', more: lasted };
    case 'stopping':
      return { tone: 'waiting', word: 'stopping', more: lasted };
    case 'crashed':
      return { tone: 'crashed', word: 'crashed', more: `${lasted} ago` };
    case 'waiting':
      return { tone: 'waiting', word: `next try in ${formatLeft(state.until - now)}`, more: `down ${lasted}` };
    case 'failed':
      return { tone: 'crashed', word: 'failed', more: `down ${lasted}` };
    case 'unauthorized':
      return { tone: 'attention', word: 'sign in needed', more: lasted };
  }
}

const blockedWords = { approval: 'waits for approval', secret: 'needs a secret', runtime: 'needs a runtime' } as const;

const stateTones: Readonly<Record<string, Tone>> = {
  running: 'running',
  degraded: 'attention',
  blocked: 'attention',
  unauthorized: 'attention',
  crashed: 'crashed',
  failed: 'crashed',
  stopped: 'stopped',
};

/** The status of a state that is known by its name only, as a lifecycle event has it. */
export function stateTone(kind: string): Tone {
  return stateTones[kind] ?? 'waiting';
}

const stateNames: Readonly<Record<string, string>> = { unauthorized: 'sign in needed', waiting: 'waiting to try' };

/** The name of such a state in the words of the interface. */
export function stateWord(kind: string): string {
  return stateNames[kind] ?? kind;
}

/** The state in one sentence, for the block at the head of a server's detail; null where nothing needs saying. */
export function serverSentence(server: Server, now: number): { title: string; text: string } | null {
  const { state } = server;
  switch (state.kind) {
    case 'blocked':
      return state.by === 'approval'
        ? { title: 'Waits for your approval', text: state.reason }
        : { title: `Blocked: ${blockedWords[state.by]}`, text: state.reason };
    case 'starting':
      return state.reason === undefined ? null : { title: 'Starting', text: state.reason };
    case 'degraded':
      return { title: 'Running, but degraded', text: state.reason };
    case 'crashed':
      return { title: 'It crashed', text: withRestarts(state.reason, server) };
    case 'waiting':
      return {
        title: `Starts again in ${formatLeft(state.until - now)}, at ${formatClock(state.until)}`,
        text: withRestarts(state.reason, server),
      };
    case 'failed':
      return {
        title: `${server.name} gave up after ${formatCounted(server.crashes, 'crash', 'crashes')}`,
        text: state.reason,
      };
    case 'unauthorized':
      return { title: 'Sign in needed', text: state.reason };
    case 'stopped':
      return {
        title: 'Stopped by you',
        text: `Since ${formatClock(state.since)}. Its tools are not offered until it runs.`,
      };
    default:
      return null;
  }
}

const kinds: Readonly<Record<ServerKind, string>> = {
  stdio: 'stdio',
  http: 'remote HTTP',
  sse: 'remote SSE',
  javascript: 'JavaScript, isolated',
  wasm: 'WASI, isolated',
};

export function kindWords(kind: ServerKind): string {
  return kinds[kind];
}

/** What stands above the command of a server that waits for approval. */
export function riskOfStarting(kind: ServerKind): string {
  if (kind === 'http' || kind === 'sse') return 'Agents will be connected with this address';
  if (kind === 'stdio') return 'This will run on your machine, as you';
  return 'This file will run on your machine, in an isolated runner';
}

/** `2 of 3 in 10 minutes are used`. */
export function restartsSentence({ used, of }: NonNullable<Server['restarts']>): string {
  return `${used} of ${of} in 10 minutes ${used === 1 ? 'is' : 'are'} used`;
}

function withRestarts(reason: string, { restarts }: Server): string {
  return restarts === null ? reason : `${reason} Of its automatic starts ${restartsSentence(restarts)}.`;
}

/** `3 starts, 2 of them ended in a crash`. */
export function startsSentence({ starts, crashes }: Pick<Server, 'starts' | 'crashes'>): string {
  const count = formatCounted(starts, 'start');
  return crashes === 0 ? count : `${count}, ${crashes} of them ended in a crash`;
}
