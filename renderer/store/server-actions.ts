// What can be done with a server in the state that it is in.
import type { Server } from '../../electron/contract/servers.ts';

export interface ServerActions {
  /** What the button that starts it says, or null where it cannot be started. */
  readonly start: string | null;
  readonly stop: string | null;
  readonly restart: boolean;
  readonly approve: boolean;
  readonly signIn: boolean;
}

const none: ServerActions = { start: null, stop: null, restart: false, approve: false, signIn: false };

export function serverActions({ state }: Pick<Server, 'state'>): ServerActions {
  switch (state.kind) {
    case 'blocked':
      return state.by === 'approval' ? { ...none, approve: true } : { ...none, start: 'Try again' };
    case 'stopped':
      return { ...none, start: 'Start' };
    case 'crashed':
    case 'waiting':
      return { ...none, start: 'Start now', stop: 'Stop trying' };
    case 'failed':
      return { ...none, start: 'Start again' };
    case 'unauthorized':
      return { ...none, signIn: true, start: 'Try again' };
    case 'installing':
    case 'starting':
      return { ...none, stop: 'Stop' };
    case 'running':
    case 'degraded':
      return { ...none, stop: 'Stop', restart: true };
    case 'stopping':
      return none;
  }
}
