// The calls of tools of one agent, from its request to its reply: each step through the router, counted, and held where it goes on as a task.
import { maxHubFrameBytes } from '../../../contract/frame-bounds.ts';
import { rpcErrors } from '../../../contract/rpc-errors.ts';
import { ToolCallParamsSchema } from '../../../contract/schemas/messages.ts';
import { faultOf } from '../../../contract/schemas/value-fault.ts';
import { inEnglish } from '../../../words/english.ts';
import { RpcError } from '../wire/rpc-error.ts';
import { composedCall } from './composed-calls.ts';
import { toolResult, toolVerdict } from './mcp-reply.ts';
import { ServedCall } from './served-call.ts';
import type { Agent } from '../../../contract/schemas/entities.ts';
import type { ToolCallParams, ToolResult } from '../../../contract/schemas/messages.ts';
import type { AgentWire, CallBounds, RunCall, StepBounds } from '../agents/agent-wire.ts';
import type { View } from '../gateway/view.ts';
import type { CallAnswer } from '../router/agent-call.ts';
import type { Verdict } from '../trace/tap.ts';
import type { IncomingRequest, Reply } from '../wire/incoming-request.ts';
import type { AgentServices } from './agent-services.ts';

export interface ToolCallsOptions {
  readonly services: AgentServices;
  readonly wire: AgentWire;
  readonly view: Pick<View, 'toolName' | 'called'>;
  readonly agentId: string;
  readonly agent: () => Agent;
  /** Takes each answer of the router: the agent may ask for its refusals later. */
  readonly onAnswer: (tool: string, answer: CallAnswer<unknown>) => void;
}

export class ToolCalls {
  readonly #options: ToolCallsOptions;
  readonly #serving = new Set<ServedCall>();

  constructor(options: ToolCallsOptions) {
    this.#options = options;
  }

  /** Whether one is being carried out, so that its asker may come back for the answer. */
  get hasBegun(): boolean {
    return [...this.#serving].some(({ isBegun }) => isBegun);
  }

  /** Rejects with RpcError where the params cannot be read; every other error is the reply's. */
  async handle(request: IncomingRequest): Promise<Reply> {
    const { services, view, agentId, agent } = this.#options;
    const parsed = ToolCallParamsSchema.safeParse(request.params);
    if (!parsed.success)
      throw new RpcError(
        rpcErrors.invalidParams,
        `This tools/call cannot be read: ${inEnglish(faultOf(parsed.error, request.params))}`,
      );
    const { call, answered, serverId, toolName } = this.#options.wire;
    const served = new ServedCall();
    const within = (steps: StepBounds): RunCall => {
      const asked = steps.signal ? withSignal(request, steps.signal) : request;
      const single: RunCall = (params, bounds) => this.#run(params, asked, served, { ...bounds, ...steps });
      return serverId === undefined ? this.#composed(single) : single;
    };
    const run = within({});
    const { calls } = services.agents;
    const startedAt = calls.started(agentId);
    const presence = calls.presence(agentId);
    served.arrivedAs = agent();
    this.#serving.add(served);
    let reply: Reply;
    try {
      if (!this.#knows(view.toolName(parsed.data.name))) await services.toolsReady;
      reply = {
        result: await (call ? call(agent(), parsed.data, run, { id: request.id, within }) : run(parsed.data)),
      };
    } catch (error) {
      reply = { error };
    }
    this.#serving.delete(served);
    answered?.(() => served.refusedSince(toolName));
    const ended = (how: Verdict | undefined) => {
      const outcome = request.signal.aborted ? 'cancelled' : (how?.outcome ?? 'error');
      calls.ended(agentId, outcome, startedAt, how?.waitedMs, presence);
    };
    return lastingReply(reply, served, ended);
  }

  #composed(run: RunCall): RunCall {
    const { services, wire, agent } = this.#options;
    const { browsers, catalogue, shortcuts, tabs, firstTabs, images } = services;
    const fit = { maxBytes: wire.policy?.maxReplyBytes ?? maxHubFrameBytes, scaler: images };
    const { toolName } = wire;
    return composedCall({ browsers, catalogue, shortcuts, tabs, firstTabs, fit, toolName, agent }, run);
  }

  /** One call through the router, and its answer in the words of MCP. */
  async #run(
    params: ToolCallParams,
    request: IncomingRequest,
    served: ServedCall,
    { heldTo, onQuestion, onWait, ...bounds }: CallBounds & StepBounds,
  ): Promise<ToolResult> {
    served.begins();
    const { services, view, agent, onAnswer } = this.#options;
    const { dialect, policy = {}, toolName } = this.#options.wire;
    const name = view.toolName(params.name);
    const answer = await services.router.call({
      agentOf: () => (heldTo ? { ...agent(), heldTo } : agent()),
      params: { ...params, name },
      request,
      policy,
      ...(served.arrivedAs && { arrivedAs: served.arrivedAs }),
      ...bounds,
      onWait: waitsFor => {
        if (waitsFor === 'question') onQuestion?.();
        onWait?.(waitsFor);
        request.onWait?.(waitsFor);
      },
      onBegun: () => {
        served.isBegun = true;
      },
    });
    served.verdict = toolVerdict(answer);
    onAnswer(params.name, answer);
    // Other wires know no errors but those of their own programs.
    if (answer.kind !== 'result') return toolResult(answer, dialect === undefined, toolName);
    served.hold(answer.refusedSince);
    if (bounds.isStep) answer.goesOn?.abandon();
    else served.goesOn = answer.goesOn;
    return view.called(name, answer.result);
  }

  /** An agent that comes back right after a restart calls what it saw before, while its server is still starting. */
  #knows(name: string): boolean {
    return this.#options.services.catalogue.lookUp(name) !== null;
  }
}

type Ended = (how: Verdict | undefined) => void;

function endedReply(reply: Reply, verdict: Verdict | undefined, ended: Ended): Reply {
  ended(verdict);
  return verdict ? { ...reply, verdict } : reply;
}

/** A task is a call in flight until it ends. */
function lastingReply(reply: Reply, { goesOn, verdict }: ServedCall, ended: Ended): Reply {
  if (!goesOn || !verdict || !('result' in reply)) {
    // The answer is an error after all, which names no task.
    goesOn?.abandon();
    return endedReply(reply, verdict, ended);
  }
  const both = (close: (how: Verdict) => void) => (how: Verdict) => {
    ended(how);
    close(how);
  };
  const abandon = () => {
    goesOn.abandon();
    ended(verdict);
  };
  return { ...reply, verdict, goesOn: { whenEnded: close => goesOn.whenEnded(both(close)), abandon } };
}

/** Ends with its asker, or by the signal. */
function withSignal(request: IncomingRequest, signal: AbortSignal): IncomingRequest {
  const { id, method, params, seq, onWait } = request;
  const own = { ...(id !== undefined && { id }), ...(onWait && { onWait }) };
  return { ...own, method, params, seq, signal: AbortSignal.any([request.signal, signal]) };
}
