// What an agent brings along when it leases a server's client, and how a shared run differs from one of its own.
import type { IncomingRequest } from '../wire/peer.ts';

/** The agent for whom a per-agent server gets a run of its own. */
export interface Asker {
  readonly agentId: string;
  /** Its client capabilities as it sent them: declared to its run of the server, and nothing else is. */
  readonly declares: Readonly<Record<string, unknown>>;
  /** As it sent it. */
  readonly clientInfo: { readonly name: string; readonly version: string; readonly [key: string]: unknown };
  /** What its run of the server asks of it: `sampling/createMessage`, `elicitation/create`, `roots/list`. Resolves with the result. */
  onRequest(request: IncomingRequest): Promise<unknown>;
  /** What its run of the server tells: progress, log messages, changed lists, updated resources. */
  onNotification(method: string, params: unknown): void;
}

/** How long a caller waits for a run that is starting. */
export interface Patience {
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
}
