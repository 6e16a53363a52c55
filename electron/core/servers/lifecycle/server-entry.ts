// What the supervisor keeps of one server, and how the panel sees it.
import { HubError } from '../../../../contract/errors.ts';
import { approvalHash, commandHash } from '../config/approval.ts';
import { describeState } from './server-state.ts';
// A server as it is stored, what it is before anything of it has run, and what is said where it is not there.
import type { ServerShape } from '../../../../contract/schemas/server-config.ts';
import type { ServerConfig, ServerOptions, ServerState } from '../../../../contract/schemas/servers.ts';

/** A server as it is stored. */
export interface ServerRow {
  readonly id: string;
  readonly name: string;
  readonly config: ServerConfig;
  readonly options: ServerOptions;
  /** What was approved (`approvalHash`), or null. */
  readonly approvedHash: string | null;
  /** The same for reading; absent where it was approved before that was kept. */
  readonly approved?: ServerShape | null;
  readonly wanted: 'running' | 'stopped';
  /** Rises in the order of adding. */
  readonly position: number;
}

/** Before anything of it has run. */
export function initialState(row: ServerRow, now: number): ServerState {
  return row.approvedHash === approvalHash(row.config)
    ? { kind: 'stopped', since: now }
    : { kind: 'blocked', since: now, by: 'approval', reason: blockedReason(row) };
}

/** Names the server, its state and what helps. */
export function unavailable({ id, name }: ServerRow, state: ServerState): HubError {
  return new HubError('ERR_SERVER_UNAVAILABLE', `The server ${JSON.stringify(name)} ${describeState(state)}.`, {
    serverId: id,
    state: state.kind,
  });
}

export function unknownServer(id: string): HubError {
  return new HubError(
    'ERR_SERVER_UNAVAILABLE',
    `There is no server ${JSON.stringify(id)}; add it under Servers in Pilothouse.`,
  );
}

function blockedReason({ config, approvedHash }: ServerRow): string {
  if (approvedHash !== null && approvedHash === commandHash(config)) {
    const what = 'url' in config ? 'headers' : 'variables';
    return `You approved it by the names of its ${what}; their values are a part of it now, so read them and approve it again.`;
  }
  if ('url' in config) {
    return approvedHash === null
      ? 'Nothing is sent to it before you approve its address.'
      : 'Its address, or one of its headers, is not the one that you approved; read it and approve it again.';
  }
  return approvedHash === null
    ? 'Nothing of it runs before you approve its command.'
    : 'Its command, or one of its variables, is not the one that you approved; read it and approve it again.';
}
