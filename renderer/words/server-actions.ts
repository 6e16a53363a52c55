// What can be done with a server in the state that it is in.
import { t } from './language.ts';
import type { Server } from '../../contract/schemas/servers.ts';

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
      return state.by === 'approval' ? { ...none, approve: true } : { ...none, start: t('Try again') };
    case 'stopped':
      return { ...none, start: t('Start') };
    case 'asleep':
      return { ...none, start: t('Wake'), stop: t('Stop') };
    case 'crashed':
    case 'waiting':
      return { ...none, start: t('Start now'), stop: t('Stop trying') };
    case 'failed':
      return { ...none, start: t('Start again') };
    case 'unauthorized':
      return { ...none, signIn: true, start: t('Try again') };
    case 'starting':
      return { ...none, stop: t('Stop') };
    case 'running':
    case 'degraded':
      return { ...none, stop: t('Stop'), restart: true };
    // What can be done with its install is offered where that is shown.
    case 'installing':
    case 'stopping':
      return none;
  }
}
