// A server as it is stored, what it is before anything of it has run, and what is said where it is not there.
import { hubError } from '../../../../words/hub-error.ts';
import { approvalHash, commandHash } from '../config/approval.ts';
import { shapeOf } from '../config/config-shape.ts';
import { transition } from './server-state.ts';
import type { ServerStart } from '../../../../contract/entities.ts';
import type { HubError } from '../../../../contract/errors.ts';
import type { Reason } from '../../../../contract/reasons.ts';
import type { AskedInput } from '../../../../contract/schemas/adding.ts';
import type { ServerShape } from '../../../../contract/schemas/server-config.ts';
import type {
  Account,
  ServerConfig,
  ServerOptions,
  ServerSettings,
  ServerState,
} from '../../../../contract/schemas/servers.ts';
import type { ManifestCode } from '../import/read-server.ts';
import type { Installing } from './server-state.ts';

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

/** A server that is not there yet. */
export interface NewServer {
  readonly name: string;
  readonly config: ServerConfig;
  /** Variables and headers whose values are secrets whatever they look like. */
  readonly secret?: ReadonlySet<string>;
  /** Texts of the config that look like placeholders or secrets and are meant as they stand. */
  readonly literals?: readonly string[];
  /** What its file says of how long it may take. */
  readonly times?: ServerSettings;
  /** What its file says of the values that it leaves open. */
  readonly inputs?: readonly AskedInput[];
  /** The code that it brings along, for the file that its config names. */
  readonly code?: ManifestCode;
  /** With which account it wants to be signed in. */
  readonly account?: Account;
  /** Tokens that are kept already are not its own, whatever their key: its user has signed in for something else. */
  readonly signsInAnew?: true;
  /** All the time where it is absent. */
  readonly start?: ServerStart;
  /** None where it is absent. */
  readonly sandbox?: ServerOptions['sandbox'];
  /** Called with its id before anybody sees it, so that it is known by then that it is installing. */
  readonly onId?: (id: string) => void;
}

/** The row with a config that comes to the same once its secrets are filled in: what was approved stays approved. */
export function withSameApproval(row: ServerRow, config: ServerConfig): ServerRow {
  const isApproved = row.approvedHash !== null && row.approvedHash === approvalHash(row.config);
  return isApproved
    ? { ...row, config, approvedHash: approvalHash(config), approved: shapeOf(config) }
    : { ...row, config };
}

/** Before anything of it has run. */
export function initialState(row: ServerRow, now: number, installing: Installing | null = null): ServerState {
  if (installing) return transition({ kind: 'stopped', since: now }, { kind: 'installing', ...installing }, now);
  return row.approvedHash === approvalHash(row.config)
    ? { kind: 'stopped', since: now }
    : { kind: 'blocked', since: now, by: 'approval', reason: blockedReason(row) };
}

/** Names the server, its state and what helps. */
export function unavailable({ id, name }: ServerRow, state: ServerState): HubError {
  const kind = state.kind === 'degraded' ? 'running' : state.kind;
  const why = 'reason' in state ? (state.reason ?? null) : null;
  return hubError(
    'ERR_SERVER_UNAVAILABLE',
    { kind: 'server-away', server: name, state: kind, why },
    { serverId: id, state: state.kind },
  );
}

export function unknownServer(id: string): HubError {
  return hubError('ERR_SERVER_UNAVAILABLE', { kind: 'no-server', server: id });
}

/** Why it waits for approval. */
export function blockedReason({ config, approvedHash }: ServerRow): Reason {
  if (approvedHash !== null && approvedHash === commandHash(config))
    return { kind: 'approval-by-names', what: 'url' in config ? 'headers' : 'variables' };
  const what = 'url' in config ? 'address' : 'command';
  return { kind: approvedHash === null ? 'not-approved' : 'approval-changed', what };
}

/** It starts on first use, and sleeps while nobody uses it. */
export function isLazy({ options }: Pick<ServerRow, 'options'>): boolean {
  return options.start === 'first-use';
}
