// What a call is to the router: the request as its connection hands it over, and the answer that comes back, both plain values.
import type { CallRule } from '../../../contract/call-rules.ts';
import type { Agent } from '../../../contract/schemas/entities.ts';
import type { ToolCallParams } from '../../../contract/schemas/messages.ts';
import type { OwnCommand } from '../../../native-host/dialects/claudezilla/claudezilla-own.ts';
import type { CallBounds } from '../agents/agent-wire.ts';
import type { Refusal } from '../gates/refusal.ts';
import type { CallPolicy, GoesOn, IncomingRequest, WaitsFor } from '../wire/incoming-request.ts';

export type Wanting = WaitsFor;

export interface AgentCall extends CallBounds {
  /** Read anew for each decision. */
  readonly agentOf: () => Agent;
  /** As it was when the call came in; as it is when the router gets the call when absent. */
  readonly arrivedAs?: Agent;
  readonly params: ToolCallParams;
  readonly request: IncomingRequest;
  readonly policy: CallPolicy;
  /** Told whenever it begins to wait for something else. */
  readonly onWait?: (waitsFor: Wanting) => void;
  /** The command behind it, for a browser whose extension speaks its wire. */
  readonly own?: OwnCommand;
  /** Told when it is carried out: from then on it goes on when its asker leaves for a moment. */
  readonly onBegun?: () => void;
}

/** A request of an agent for a server. */
export interface ServerRequest {
  readonly serverId: string;
  readonly method: string;
  readonly params: unknown;
  /** The agent's own: what it cancels is cancelled, and what the server does for it is traced under it. */
  readonly request: IncomingRequest;
  /** How long it may take, in milliseconds, where its wire lets the asker say so. */
  readonly timeoutMs?: number;
  /** What its wire bears; that of MCP when absent. */
  readonly policy?: CallPolicy;
  /** Its answer may be no task. */
  readonly isStep?: true;
  /** The tool that it calls, by the server's own name. */
  readonly tool?: string;
  /** Throws when it would be refused by now: asked when what it waits for has come. */
  readonly expectAllowed?: () => void;
}

/** Where requests for servers go. */
export interface ServerAccess {
  /** Passes the request on and its answer back, both as they are. Rejects with HubError. */
  ask(agentId: string, request: ServerRequest): Promise<unknown>;
}

/** How a call ended. `waitedMs` is how long it waited for the user, in milliseconds. */
export type CallAnswer<T> =
  | {
      readonly kind: 'result';
      readonly result: T;
      /** What let it pass; null where nothing had to. */
      readonly rule: CallRule | null;
      readonly waitedMs: number;
      /** Why it would be refused by now, for whoever still holds the answer; null while it would not. */
      readonly refusedSince?: () => Refusal | null;
      /** Whether rules let it pass, which may end, and no answer to this very call. */
      readonly byRules?: boolean;
      /** Where it goes on as a task after its answer. */
      readonly goesOn?: GoesOn;
    }
  | { readonly kind: 'refusal'; readonly refusal: Refusal; readonly waitedMs: number }
  | { readonly kind: 'failure'; readonly error: unknown; readonly rule: CallRule | null; readonly waitedMs: number };

/** What nothing had to decide. */
export function undecidedResult<T>(result: T): CallAnswer<T> {
  return { kind: 'result', result, rule: null, waitedMs: 0 };
}

export function mapResult<T, U>(answer: CallAnswer<T>, map: (result: T) => U): CallAnswer<U> {
  return answer.kind === 'result' ? { ...answer, result: map(answer.result) } : answer;
}
