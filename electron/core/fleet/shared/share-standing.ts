// Whether a hub can take calls for a server that it shares: one that sleeps can, one that nobody has started cannot. Pure.
import { canCall, isComing, sleeps } from '../../servers/lifecycle/server-state.ts';
import type { ShareUnable } from '../../../../contract/fleet.ts';
import type { ServerState } from '../../../../contract/schemas/servers.ts';

/** Null where it can; one without a state is none any more. */
export function unableBy(state: ServerState | null): ShareUnable | null {
  if (!state) return 'stopped';
  if (canCall(state) || sleeps(state)) return null;
  if (isComing(state)) return 'starting';
  switch (state.kind) {
    case 'blocked':
      return state.by === 'approval' ? 'unapproved' : 'blocked';
    case 'failed':
    case 'installing':
    case 'unauthorized':
      return state.kind;
    default:
      return 'stopped';
  }
}
