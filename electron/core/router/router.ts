// The one way of a call: plan, clearance, target, verdict. Every refusal names its rule.
import { toErrorValue } from '../../../contract/errors.ts';
import { isRecord } from '../../../contract/json.ts';
import { originOf } from '../../../contract/sites.ts';
import { runGates } from '../gates/gates.ts';
import { AnsweredError } from '../wire/rpc-error.ts';
import { AllowedCall } from './allowed-call.ts';
import { askedOf } from './asked-of-call.ts';
import { callEnd } from './call-end.ts';
import { Withdrawn } from './calls-under-way.ts';
import { Clearance } from './clearance.ts';
import { findCallable } from './find-callable.ts';
import { planCall } from './plan-call.ts';
import { readRun, withRun } from './run-of-call.ts';
import { failure, refusal, verdict } from './verdicts.ts';
import type { Agent, Client, Tab } from '../../../contract/schemas/entities.ts';
import type { ToolCallParams, ToolResult } from '../../../contract/schemas/messages.ts';
import type { GatedCall, UserCall } from '../gates/gate.ts';
import type { CallLimiter } from '../limits/call-limits.ts';
import type { Callable } from '../tools/callable.ts';
import type { ToolCatalogue } from '../tools/tool-catalogue.ts';
import type { IncomingRequest } from '../wire/peer.ts';
import type { Carrier, Task } from './allowed-call.ts';
import type { Refusal } from './calls-under-way.ts';
import type { ClearanceOptions, Plan } from './clearance.ts';
import type { HubView, PageSeen, ServerRead } from './plan-call.ts';

export interface RouterOptions extends Omit<ClearanceOptions, 'now'>, Carrier {
  /** Set for the router of the user's own calls, and of no other: that it is theirs is known by the way it came. */
  readonly byUser?: UserCall & { readonly client: Client };
  readonly view: HubView;
  readonly catalogue: ToolCatalogue;
  readonly limiter: Pick<CallLimiter, 'begin'>;
}

/** A request on its way to a server that is no call of a tool. */
export interface Passing {
  readonly serverId: string;
  readonly method: string;
  readonly params: unknown;
  readonly request: IncomingRequest;
}

/** Carries out a request that was let pass; `expectAllowed` is to be asked after everything that it waits for. */
export type Act<T> = (expectAllowed: () => void) => Promise<T>;

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
      return await this.#call(agentOf, params, request);
    } catch (error) {
      if (request.signal.aborted || (request.takesErrors && error instanceof AnsweredError)) throw error;
      const { code, message, data } = toErrorValue(error);
      request.verdict ??= verdict('error', code, message, null, 0);
      return refusal(code, message, data);
    }
  }

  /** The same for a request that reads from a server; what it throws is the asker's error. Every approved client may read. */
  read<T>(agentOf: () => Agent, passing: Passing, act: Act<T>): Promise<T> {
    const { serverId, method } = passing;
    return this.#pass(agentOf, { kind: 'read', id: `${serverId}/${method}`, serverId }, passing, act);
  }

  /** The same for a request that the hub does not know: it needs what a call of a tool needs. */
  act<T>(agentOf: () => Agent, passing: Passing, act: Act<T>): Promise<T> {
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
    act: Act<T>,
  ): Promise<T> {
    const args = isRecord(params) ? params : {};
    const plan = () => this.#asOwn(planCall(this.#options.view, agentOf(), callable, args));
    const allowed = await this.#clearance.obtain(plan, args, request);
    const { call, rule, waitedMs } = allowed;
    const { end } = this.#options.limiter.begin(call.agent.id, call.limits);
    request.begun = true;
    let sent = false;
    const expectAllowed = () => {
      throwRefusal(allowed.refusal());
      sent = true;
    };
    try {
      const result = await act(expectAllowed);
      request.verdict = verdict('ok', null, null, rule, waitedMs);
      return result;
    } catch (error) {
      request.verdict = failure(error, rule, waitedMs);
      const ended = callEnd({ error, last: error, sent, cancelled: request.signal.aborted });
      if (ended) this.#clearance.ended(allowed, ended);
      throw error;
    } finally {
      end();
    }
  }

  async #call(agentOf: () => Agent, params: ToolCallParams, request: IncomingRequest): Promise<ToolResult> {
    const { catalogue, view, limiter } = this.#options;
    const { name, arguments: args = {} } = params;
    const run = readRun(params);
    // Looked up each time: while a call waits, its tool may be switched off, held back or lost.
    const find = (tool: string) => findCallable(catalogue, view, tool, agentOf().clientId);
    const plan: Plan = page => this.#asOwn(planCall(view, agentOf(), find(name), args, run, page));
    const task: Task = {
      callable: find(name),
      plan,
      params,
      request,
      picture: page => this.#picture(agentOf, args, page),
      isUnreadable: tab => this.#isUnreadable(agentOf, tab),
    };
    const allowed = await this.#clearance.obtain(plan, askedOf(params, request.own), request);
    const begun = limiter.begin(allowed.call.agent.id, allowed.call.limits);
    request.begun = true;
    try {
      return withRun(await new AllowedCall(task, allowed, this.#clearance, this.#options).carryOut(), begun.run);
    } finally {
      begun.end();
    }
  }

  /** Whether rules deny the same agent to read a tab's page at that address; what nobody has decided is not denied. */
  #isUnreadable(agentOf: () => Agent, { tabId, url }: Pick<Tab, 'tabId' | 'url'>): boolean {
    const { catalogue, view } = this.#options;
    const callable = findCallable(catalogue, view, 'get_page_text', agentOf().clientId);
    const said = runGates(this.#asOwn(planCall(view, agentOf(), callable, { tabId }, null, { origin: originOf(url) })));
    return said.kind === 'deny' && said.code === 'ERR_PERMISSION_DENIED';
  }

  /** A picture of what the tab shows, as the same agent would take it. */
  #picture(agentOf: () => Agent, { tabId }: Record<string, unknown>, page: PageSeen | undefined): GatedCall {
    const { catalogue, view } = this.#options;
    const callable = findCallable(catalogue, view, 'computer', agentOf().clientId);
    return this.#asOwn(planCall(view, agentOf(), callable, { action: 'screenshot', tabId }, null, page));
  }

  #asOwn(call: GatedCall): GatedCall {
    const { byUser } = this.#options;
    return byUser ? { ...call, client: byUser.client, byUser } : call;
  }
}

function throwRefusal(refused: Refusal | null): void {
  if (refused) throw new Withdrawn(refused);
}
