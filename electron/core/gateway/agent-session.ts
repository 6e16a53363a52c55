// What an agent's connection is to the gateway: who sits there, what it declared, and the way to it.
import type { Agent } from '../../../contract/schemas/entities.ts';
import type { IncomingRequest } from '../wire/incoming-request.ts';
import type { RequestOptions } from '../wire/outgoing.ts';

/** What the agent said in `initialize`; an agent of another wire than MCP says nothing. */
export interface Introduction {
  readonly protocolVersion: string | null;
  readonly declares: Readonly<Record<string, unknown>>;
  /** It came without a handshake: what servers ask for goes to it in results, under the keys that they chose (MCP 2026-07-28). */
  readonly isStateless?: true;
  /** What servers ask for goes to it as they say it, and its answers go back in another request, maybe at another hub. */
  readonly passesRounds?: true;
  /** It speaks for agents of either era, and follows tasks as the one with a handshake does (MCP 2025-11-25 "Tasks"). */
  readonly followsOlderTasks?: true;
  readonly clientInfo: { readonly name: string; readonly version: string; readonly [key: string]: unknown };
}

/** `ability` is the word of a server, and inherited members are none that an agent declared. */
export function hasDeclared(declares: Introduction['declares'], ability: string): boolean {
  return Object.hasOwn(declares, ability) && declares[ability] !== undefined;
}

/** Where a question to a stateless agent carries the server's key for it, in its `_meta`. */
export const questionKey = 'dev.pilothouse/key';

/** Where a request carries, in its `_meta`, the state and the answers with which it goes on at its server. */
export const resumeKey = 'dev.pilothouse/resume';

export interface Cause {
  /** The trace entry that causes the message, or null. */
  readonly parent: number | null;
  /** The agent's own request that the message belongs to: over HTTP it travels on that request's stream. */
  readonly related: IncomingRequest | null;
}

export interface AgentSession {
  readonly agentId: string;
  agent(): Agent;
  /** Read anew each time: `initialize` changes it. */
  introduction(): Introduction;
  notify(method: string, params: unknown, cause: Cause): void;
  /** Asks the agent. Rejects with HubError. */
  request(method: string, params: unknown, options: RequestOptions, related: IncomingRequest | null): Promise<unknown>;
}
