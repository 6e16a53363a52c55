// What an agent brings along when it asks for the client of a server, and how a shared run differs from one of its own.
import { rpcErrors } from '../../../../contract/rpc-errors.ts';
import { RpcError } from '../../wire/rpc-error.ts';
import type { IncomingRequest } from '../../wire/incoming-request.ts';

/** The agent for whom a per-agent server gets a run of its own. */
export interface Asker {
  readonly agentId: string;
  /** The revision of MCP that it asked for, which its run then offers; null offers the newest. */
  readonly protocolVersion: string | null;
  /** It came without a handshake (MCP 2026-07-28): its run of a server that speaks both eras is asked in that one. */
  readonly isStateless?: true;
  /** Its client capabilities as it sent them: declared to its run of the server, and nothing else is. */
  readonly declares: Readonly<Record<string, unknown>>;
  /** As it sent it. */
  readonly clientInfo: { readonly name: string; readonly version: string; readonly [key: string]: unknown };
  /** What its run of the server asks of it: `sampling/createMessage`, `elicitation/create`, `roots/list`. Resolves with the result. */
  onRequest(request: IncomingRequest): Promise<unknown>;
  /** The trace entry of the agent's request within which its run of the server asks with these params; null for none. */
  causeOf?(params: unknown): number | null;
  /** What its run of the server tells: progress, log messages, changed lists, updated resources. `seq` is its trace entry. */
  onNotification(method: string, params: unknown, seq: number): void;
}

/** Who hears the runs that all agents share. Nothing is declared to them, so they have nobody to ask. */
export interface Everybody {
  onRequest(serverId: string, request: IncomingRequest): Promise<unknown>;
  onNotification(serverId: string, method: string, params: unknown, seq: number): void;
}

/** Answers every request with "method not found" and hears nothing. */
export const nobody: Everybody = {
  onRequest: (_serverId, { method }) => Promise.reject(notOffered(method)),
  onNotification: () => {},
};

/** What a server is answered that asks for what was not declared to it (`ping` alone needs no declaration). */
export function notOffered(method: string): RpcError {
  const sentence = `Pilothouse does not offer ${JSON.stringify(method.slice(0, 100))} to servers.`;
  return new RpcError(rpcErrors.methodNotFound, sentence);
}
