// The state of an MCP server as shape, word and sentence.
import type { Server, ServerState } from '../../electron/contract/servers.ts';
import { formatClock, formatLeft, formatSpan } from './format.ts';
import type { Tone } from './tone.ts';

export interface StateWords {
  readonly tone: Tone;
  /** One or two words for a table cell. */
  readonly word: string;
  /** A second, quieter line for the cell. */
  readonly more: string;
}

export function serverWords(state: ServerState, now: number): StateWords {
  const lasted = formatSpan(now - state.since);
  switch (state.kind) {
    case 'installing':
      return { tone: 'waiting', word: 'installing', more: lasted };
    case 'blocked':
      return { tone: 'attention', word: blockedWords[state.by], more: `for ${lasted}` };
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
      return { tone: 'attention', word: 'sign in needed', more: `for ${lasted}` };
  }
}

const blockedWords = { approval: 'waits for approval', secret: 'needs a secret', runtime: 'needs a runtime' } as const;

/** The state in one sentence, for the block at the head of a server's detail; null where nothing needs saying. */
export function serverSentence(server: Server, now: number): { title: string; text: string } | null {
  const { state } = server;
  switch (state.kind) {
    case 'blocked':
      return state.by === 'approval'
        ? { title: 'Waits for your approval', text: 'Nothing runs before you approve the command below.' }
        : { title: `Blocked: ${blockedWords[state.by]}`, text: state.reason };
    case 'degraded':
      return { title: 'Running, but degraded', text: state.reason };
    case 'crashed':
      return { title: 'It crashed', text: state.reason };
    case 'waiting':
      return { title: `Waiting ${formatSpan(state.until - now)}, then starts again`, text: state.reason };
    case 'failed':
      return { title: `${server.name} gave up after ${server.crashes} crashes`, text: state.reason };
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
