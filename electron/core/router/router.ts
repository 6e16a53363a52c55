// The one way of a call: plan, clearance, target, verdict. Every refusal names its rule.
import { toErrorValue } from '../../contract/errors.ts';
import { isRecord } from '../../../native-host/dialects/json.ts';
import { AnsweredError } from '../wire/rpc-error.ts';
import { Clearance } from './clearance.ts';
import { findCallable } from './find-callable.ts';
import { planCall } from './plan-call.ts';
import { readRun, withRun } from './run-of-call.ts';
import { refusal, textOf, verdict } from './verdicts.ts';
import type { Agent, Client } from '../../contract/entities.ts';
import type { RunAsk } from '../../contract/limits.ts';
import type { ToolCallParams, ToolResult } from '../../contract/messages.ts';
import type { GatedCall, UserCall } from '../gates/gate.ts';
import type { Callable } from '../tools/callable.ts';
import type { ToolCatalogue } from '../tools/tool-catalogue.ts';
import type { IncomingRequest } from '../wire/peer.ts';
import type { Allowed, ClearanceOptions } from './clearance.ts';
import type { HubView, ServerRead } from './plan-call.ts';

export interface RouterOptions extends Omit<ClearanceOptions, 'now'> {
  /** Set for the router of the user's own calls, and of no other: that it is theirs is known by the way it came. */
  readonly byUser?: UserCall & { readonly client: Client };
  readonly view: HubView;
  readonly catalogue: ToolCatalogue;
  readonly execute: (
    call: GatedCall,
    callable: Callable,
    params: ToolCallParams,
    request: IncomingRequest,
  ) => Promise<ToolResult>;
}

/** A request on its way to a server that is no call of a tool. */
export interface Passing {
  readonly serverId: string;
  readonly method: string;
  readonly params: unknown;
  readonly request: IncomingRequest;
}

export class Router {
  readonly #options: RouterOptions;
  readonly #clearance: Clearance;

  constructor(options: RouterOptions) {
    this.#options = options;
    this.#clearance = new Clearance({ ...options, now: () => options.view.now() });
  }

  /** Carries out a call or refuses it. Never rejects but for a cancelled asker: to an MCP agent a refusal is a result. */
  async call(agentOf: () => Agent, params: ToolCallParams, request: IncomingRequest): Promise<ToolResult> {
    try {
      const { catalogue, view } = this.#options;
      const callable = findCallable(catalogue, view, params.name, agentOf().clientId);
      const allowed = await this.#allow(
        agentOf,
        callable,
        params.arguments ?? {},
        request,
        readRun(params),
        askedOf(params),
      );
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

  #allow(
    agentOf: () => Agent,
    callable: Callable | ServerRead,
    args: Record<string, unknown>,
    request: IncomingRequest,
    run: RunAsk | null,
    asked: unknown = args,
  ): Promise<Allowed> {
    const { view, byUser } = this.#options;
    const plan = () => {
      const call = planCall(view, agentOf(), callable, args, run);
      return byUser ? { ...call, client: byUser.client, byUser } : call;
    };
    return this.#clearance.obtain(plan, asked, request);
  }
}

/** What a call carries, for the user to read: its arguments, and what stands beside them where something does (an answer to an earlier round, a task). */
function askedOf({ name: _name, _meta: _, arguments: args = {}, ...beside }: ToolCallParams): unknown {
  return Object.keys(beside).length === 0 ? args : { arguments: args, ...beside };
}
