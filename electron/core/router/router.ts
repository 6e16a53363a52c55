// The one way of a call: plan, gates, the user's answer where one is needed, target, verdict. Every refusal names its rule.
import { HubError, toErrorValue } from '../../contract/errors.ts';
import { isRecord } from '../../../native-host/dialects/json.ts';
import { AnsweredError } from '../wire/rpc-error.ts';
import { runGates } from '../gates/gates.ts';
import { findCallable } from './find-callable.ts';
import { asksStill, unanswered } from '../gates/unanswered.ts';
import { planCall } from './plan-call.ts';
import { questionOf } from './question.ts';
import { readRun, withRun } from './run-of-call.ts';
import { refusal, textOf, verdict } from './verdicts.ts';
import type { Agent } from '../../contract/entities.ts';
import type { Run, RunAsk } from '../../contract/limits.ts';
import type { ToolCallParams, ToolResult } from '../../contract/messages.ts';
import type { GatedCall, GateVerdict } from '../gates/gate.ts';
import type { CallLimiter } from '../limits/call-limits.ts';
import type { Answer } from '../permissions/answer.ts';
import type { PromptQueue, Waited } from '../permissions/prompt-queue.ts';
import type { Callable, ToolCatalogue } from '../tools/tool-catalogue.ts';
import type { TraceTap } from '../trace/tap.ts';
import type { IncomingRequest } from '../wire/peer.ts';
import type { HubView, ServerRead } from './plan-call.ts';

/** One line of the audit: who, what, where, by which rule, with which outcome. Never payloads. */
export interface AuditLine {
  readonly at: number;
  readonly clientId: string;
  readonly agentId: string;
  readonly what: string;
  readonly where: string;
  readonly rule: string;
  readonly outcome: 'allow' | 'deny' | 'undecided';
}

export interface RouterOptions {
  readonly view: HubView;
  readonly catalogue: ToolCatalogue;
  readonly prompts: PromptQueue;
  readonly tap: TraceTap;
  /** Whether a person can be asked: at least one window or browser page shows the panel. */
  readonly panelOpen: () => boolean;
  readonly execute: (
    call: GatedCall,
    callable: Callable,
    params: ToolCallParams,
    request: IncomingRequest,
  ) => Promise<ToolResult>;
  readonly grantUsed: (grantId: string) => void;
  readonly limiter: Pick<CallLimiter, 'begin'>;
  readonly audit: (line: AuditLine) => void;
}

/** A request on its way to a server that is no call of a tool. */
export interface Passing {
  readonly serverId: string;
  readonly method: string;
  readonly params: unknown;
  readonly request: IncomingRequest;
}

interface Allowed {
  readonly call: GatedCall;
  readonly rule: string;
  readonly waitedMs: number;
  /** The run that it belongs to, this call counted. */
  readonly run: Run | null;
  /** To be called when it has ended: it makes room for another. */
  readonly end: () => void;
}

export class Router {
  readonly #options: RouterOptions;

  constructor(options: RouterOptions) {
    this.#options = options;
  }

  /** Carries out a call or refuses it. Never rejects but for a cancelled asker: to an MCP agent a refusal is a result. */
  async call(agentOf: () => Agent, params: ToolCallParams, request: IncomingRequest): Promise<ToolResult> {
    try {
      const { catalogue, view } = this.#options;
      const callable = findCallable(catalogue, view, params.name, agentOf().clientId);
      const allowed = await this.#allow(agentOf, callable, params.arguments ?? {}, request, readRun(params));
      return withRun(await this.#execute(allowed, callable, params, request), allowed.run);
    } catch (error) {
      if (request.signal.aborted || (request.takesErrors && error instanceof AnsweredError)) throw error;
      const { code, message, data } = toErrorValue(error);
      request.verdict ??= verdict('error', code, message, null, 0);
      return refusal(code, message, data);
    }
  }

  /** The same for a request that reads from a server; what it throws is the asker's error. Every approved client may read. */
  read<T>(agentOf: () => Agent, passing: Passing, act: () => Promise<T>): Promise<T> {
    const { serverId, method } = passing;
    return this.#pass(agentOf, { kind: 'read', id: `${serverId}/${method}`, serverId }, passing, act);
  }

  /** The same for a request that the hub does not know: it needs what a call of a tool needs. */
  act<T>(agentOf: () => Agent, passing: Passing, act: () => Promise<T>): Promise<T> {
    const { serverId, method } = passing;
    const callable: Callable = {
      kind: 'server',
      id: `${serverId}/${method}`,
      serverId,
      tool: { name: method },
      readOnly: false,
    };
    return this.#pass(agentOf, callable, passing, act);
  }

  async #pass<T>(
    agentOf: () => Agent,
    callable: Callable | ServerRead,
    { params, request }: Passing,
    act: () => Promise<T>,
  ): Promise<T> {
    const args = isRecord(params) ? params : {};
    const { rule, waitedMs, end } = await this.#allow(agentOf, callable, args, request, null);
    request.begun = true;
    try {
      const result = await act();
      request.verdict = verdict('ok', null, null, rule, waitedMs);
      return result;
    } catch (error) {
      const { code, message } = toErrorValue(error);
      request.verdict = verdict('error', code, message, rule, waitedMs);
      throw error;
    } finally {
      end();
    }
  }

  async #execute(
    allowed: Allowed,
    callable: Callable,
    params: ToolCallParams,
    request: IncomingRequest,
  ): Promise<ToolResult> {
    const { call, rule, waitedMs, end } = allowed;
    request.begun = true;
    try {
      const result = await this.#options.execute(call, callable, params, request);
      const reason = result.isError ? textOf(result) : null;
      request.verdict = verdict(result.isError ? 'error' : 'ok', null, reason, rule, waitedMs);
      return result;
    } catch (error) {
      const { code, message } = toErrorValue(error);
      request.verdict = verdict('error', code, message, rule, waitedMs);
      throw error;
    } finally {
      end();
    }
  }

  async #allow(
    agentOf: () => Agent,
    callable: Callable | ServerRead,
    args: Record<string, unknown>,
    request: IncomingRequest,
    run: RunAsk | null,
  ): Promise<Allowed> {
    expectAsker(request);
    const call = planCall(this.#options.view, agentOf(), callable, args, run);
    const first = runGates(call);
    if (first.kind !== 'ask') return this.#settle(call, first, request, 0);
    const asked = this.#options.view.now();
    const stillAsks = () => asksStill(() => planCall(this.#options.view, agentOf(), callable, args, run));
    const waited = await this.#ask(call, args, request, stillAsks);
    const waitedMs = this.#options.view.now() - asked;
    if (waited.kind === 'undecided') {
      const message = `Waiting for the user's approval (${call.scope}). Call again.`;
      return this.#refuse(call, unanswered(call, 'not answered yet', message), request, waitedMs);
    }
    expectAsker(request);
    // Everything may have changed while the user thought: the tab closed, all was paused, the credential revoked.
    const again = planCall(this.#options.view, agentOf(), callable, args, run);
    const changed = `The user's rules have just changed (${call.scope}). Call again.`;
    const said =
      waited.kind === 'answered' ? byAnswer(again, waited.answer) : unanswered(again, 'not answered yet', changed);
    return this.#settle(again, runGates(again, said), request, waitedMs);
  }

  #ask(
    call: GatedCall,
    args: Record<string, unknown>,
    request: IncomingRequest,
    stillAsks: () => boolean,
  ): Promise<Waited> {
    if (!this.#options.panelOpen()) {
      const message = `${call.scope} needs the user's approval, and no Pilothouse window is open. Ask the user to open it, then call again.`;
      this.#refuse(call, unanswered(call, 'no panel open', message), request, 0);
    }
    this.#options.tap.waiting(request.seq);
    return this.#options.prompts.ask(questionOf(call, args), request.signal, request.patienceMs, stillAsks);
  }

  #settle(call: GatedCall, decided: GateVerdict, request: IncomingRequest, waitedMs: number): Allowed {
    if (decided.kind === 'deny') return this.#refuse(call, decided, request, waitedMs);
    if (decided.kind === 'ask') throw new HubError('ERR_INTERNAL', 'A call was asked about twice.');
    const rule = decided.rule ?? 'gates passed';
    if (decided.grant) this.#options.grantUsed(decided.grant.id);
    this.#audit(call, rule, 'allow');
    return { call, rule, waitedMs, ...this.#options.limiter.begin(call.agent.id, call.limits) };
  }

  #refuse(
    call: GatedCall,
    { code, rule, message, data }: GateVerdict & { kind: 'deny' },
    request: IncomingRequest,
    waitedMs: number,
  ): never {
    request.verdict = verdict('refused', code, message, rule, waitedMs);
    this.#audit(call, rule, rule === 'not answered yet' ? 'undecided' : 'deny');
    throw new HubError(code, message, data);
  }

  #audit(call: GatedCall, rule: string, outcome: AuditLine['outcome']): void {
    const { target, agent, now } = call;
    const where =
      target.kind === 'server'
        ? `server ${target.serverId}`
        : (target.tab?.url ?? target.browser?.name ?? 'no browser');
    this.#options.audit({
      at: now,
      clientId: agent.clientId,
      agentId: agent.id,
      what: call.tool,
      where,
      rule,
      outcome,
    });
  }
}

/** A call whose asker was cancelled or has left is never executed. */
function expectAsker(request: IncomingRequest): void {
  if (request.signal.aborted) throw new HubError('ERR_CANCELLED', 'The asker cancelled this call.');
}

/** "This use only" leaves no grant behind, so the answer itself decides. */
function byAnswer(call: GatedCall, { effect }: Answer): GateVerdict {
  if (effect === 'allow') return { kind: 'pass', rule: 'your answer: this use' };
  return {
    kind: 'deny',
    code: 'ERR_PERMISSION_DENIED',
    rule: 'your answer: this use',
    message: `The user refused ${call.tool} this time (${call.scope}).`,
  };
}
