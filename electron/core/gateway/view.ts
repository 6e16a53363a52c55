// What one agent sees of the gateway: all servers under names of the hub, or one server as it is.
import type { CallAnswer } from '../router/agent-call.ts';
import type { KeptTask } from '../store/kept-lives.ts';
import type { IncomingRequest } from '../wire/incoming-request.ts';
import type { AgentSession } from './agent-session.ts';
import type { LogLevel } from './log-levels.ts';

export interface View {
  readonly session: AgentSession;
  /** Whether this view shows the server. */
  covers(serverId: string): boolean;
  /** The result of `initialize`; `version` is what the agent and the hub agreed on. */
  initialize(version: string): Promise<Record<string, unknown>>;
  /** Every request but `initialize`, `ping` and `tools/call`. */
  handle(request: IncomingRequest): Promise<CallAnswer<unknown>>;
  /** The name by which the catalogue knows the tool that the agent calls so. */
  toolName(name: string): string;
  /** The result of a call, as the agent has it. */
  called<T>(name: string, result: T): T;
  /** A message of a server, with the names by which the agent knows its tasks. */
  named(serverId: string, message: unknown): unknown;
  /** A message of the agent, with the server's own name for its task that the message belongs to. */
  namedBack<T>(serverId: string, message: T): T;
  /** The agent's own task of this name, or null. */
  task(name: string): KeptTask | null;
  /** The trace entry that a request belongs to: that of the call which began its task; null for every other. */
  causeOf(method: string, params: unknown): number | null;
  /** A notification of the agent. */
  notified(method: string, params: unknown, seq: number): void;
  /** A notification of a run that this view's agent shares or owns; progress goes another way. */
  heard(serverId: string, method: string, params: unknown, seq: number): void;
  /** The tools of a server, or with null the browser's, are others now. */
  toolsChanged(serverId: string | null): void;
  /** A run that this view looks at is ready: its prompts and resources are there now. */
  serverChanged(serverId: string): void;
  /** A list of a run that this view looks at is another one now. */
  listChanged(serverId: string, what: 'prompts' | 'resources'): void;
  /** The level that the agent set, or null. */
  levelFor(serverId: string): LogLevel | null;
  /** The server's own URIs that the agent is subscribed to. */
  subscribedUris(serverId: string): string[];
}
