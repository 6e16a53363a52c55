// How the wires by which agents come differ: what each takes, knows and bears, and the revisions of MCP that are spoken.
import type { Agent } from '../../../contract/schemas/entities.ts';
import type { Message, MessageId, ToolCallParams, ToolResult } from '../../../contract/schemas/messages.ts';
import type { WireDialect } from '../wire/dialect.ts';
import type { CallPolicy, Waiting, WaitsFor } from '../wire/incoming-request.ts';

/** What another wire than MCP's changes; all of it absent is MCP. */
export interface AgentWire {
  readonly dialect?: WireDialect;
  /** The one server that the agent wants to see, under its own names; all of them and the browser when absent. */
  readonly serverId?: string | undefined;
  /** Its clients expect every name of spec 004 in a list of tools. */
  readonly listsSpec004?: true;
  /** What its clients read as the name of the server; the hub's own when absent. */
  readonly serverName?: () => string;
  readonly policy?: CallPolicy;
  /** The revision that is spoken with an agent that asks for an unknown one; the newest when absent. */
  readonly unknownVersion?: string;
  /** Whether so much waits for the agent already that what it can do without is left out. */
  readonly isBehind?: () => boolean;
  /** Methods of this wire alone, by name. */
  readonly methods?: Readonly<Record<string, (params: unknown) => unknown>>;
  /** Told of each call right before its answer is sent: the function says whether its answer would be refused by now. */
  readonly answered?: (refusedSince: RefusedSince) => void;
  /** Stands around each call, which `run` carries out, also several times with other params. */
  readonly call?: (agent: Agent, params: ToolCallParams, run: RunCall, asked: AskedOnce) => Promise<ToolResult>;
  /** Told whenever a request begins to wait for something else. */
  readonly waits?: (id: MessageId | undefined, waitsFor: Waiting) => void;
  /** What the hub of its agent calls this one; absent for an agent of this machine. */
  readonly hubName?: string;
  /** The trace entry that a request belongs to, where its asker knows it; null for every other. */
  readonly causeOf?: () => number | null;
  /** Hears of each notification that its dialect has read. */
  readonly notified?: (method: string, params: unknown) => void;
  /** What the tools are called to which a refusal points; null for one that its agent has not. The hub's own names when absent. */
  readonly toolName?: ToolNames;
}

export type ToolNames = (tool: string) => string | null;

/** One call as it came in. */
export interface AskedOnce {
  readonly id: MessageId | undefined;
  /** As `run`, with what bounds every step of it. */
  within(steps: StepBounds): RunCall;
}

/** What bounds every step that a call is made of. */
export interface StepBounds {
  /** Domains as in a plan; on pages of others it is refused, whatever rules allow. */
  readonly heldTo?: readonly string[] | undefined;
  /** Ends it, with its reason. */
  readonly signal?: AbortSignal;
  /** The user is asked about a step. */
  readonly onQuestion?: () => void;
  /** A step waits for something else than before: the user's answer, the end of a pause, or what it was sent to. */
  readonly onWait?: (waitsFor: WaitsFor) => void;
}

/** What bounds a call beside its own arguments. */
export interface CallBounds {
  /** How long it may take in all, in milliseconds, beside its own timeout; no such bound when absent. */
  readonly withinMs?: number;
  /** Throws HubError once what the call was made of holds no more: asked whenever something may have changed, until it has ended. */
  readonly expectStill?: () => void;
  /** It is one of several in one call, which nobody can follow beyond its answer: none of them may go on as a task. */
  readonly isStep?: true;
}

/** Takes one message as text. `related` is the request of the agent that it belongs to. */
export type SendToAgent = (text: string, message: Message, related?: MessageId) => void;
export type RunCall = (params: ToolCallParams, bounds?: CallBounds) => Promise<ToolResult>;
/** The refusal, as the agent of this wire is answered; null while there is none. */
export type RefusedSince = () => ToolResult | null;

/** The revisions of the `initialize` era that the hub speaks, newest first. */
export const protocolVersions = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05', '2024-10-07'] as const;
