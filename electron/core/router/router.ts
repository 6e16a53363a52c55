// The one way of a call: plan, clearance, target, answer. A refusal is an answer too, and says what decided.
import { toErrorValue } from '../../../contract/errors.ts';
import { isRecord } from '../../../contract/json.ts';
import { originOf } from '../../../contract/sites.ts';
import { Refused } from '../gates/refusal.ts';
import { listName } from '../tools/tool-names.ts';
import { mapResult } from './agent-call.ts';
import { AllowedCall } from './allowed-call.ts';
import { askedOf } from './asked-of-call.ts';
import { callEnd } from './call-end.ts';
import { Withdrawn } from './calls-under-way.ts';
import { Clearance } from './clearance.ts';
import { refusalNow } from './decision-now.ts';
import { findCallable } from './find-callable.ts';
import { planCall } from './plan-call.ts';
import { planUse } from './plan-use.ts';
import { readRun, withRun } from './run-of-call.ts';
import { expectNow, withTask } from './task-calls.ts';
import { timedCall } from './timed-call.ts';
import { denies, passes } from './verdicts.ts';
import type { Agent, Client } from '../../../contract/schemas/entities.ts';
import type { ToolResult } from '../../../contract/schemas/messages.ts';
import type { GatedCall, UserCall } from '../gates/gate.ts';
import type { Refusal } from '../gates/refusal.ts';
import type { Callable, PageCallable } from '../tools/callable.ts';
import type { ToolCatalogue } from '../tools/tool-catalogue.ts';
import type { IncomingRequest } from '../wire/incoming-request.ts';
import type { AgentCall, CallAnswer, ServerRequest } from './agent-call.ts';
import type { Carrier, Task } from './allowed-call.ts';
import type { Plan } from './applicant.ts';
import type { Allowed, ClearanceOptions } from './clearance.ts';
import type { FairTurns } from './fair-turns.ts';
import type { Permit } from './permit.ts';
import type { DecidedPlace, HubView, PageSeen, ServerManagement, ServerRead } from './plan-call.ts';
import type { HubUse } from './plan-use.ts';
import type { MayRead } from './refusal-facts.ts';
import type { FollowedTask, HeldTasks } from './task-calls.ts';
import type { TimedCall } from './timed-call.ts';

export interface RouterOptions extends Omit<ClearanceOptions, 'now'>, Carrier {
  /** Set for the router of the user's own calls, and of no other: that it is theirs is known by the way it came. */
  readonly byUser?: UserCall & { readonly client: Client };
  readonly view: HubView;
  readonly catalogue: ToolCatalogue;
  /** Why the tool of a page that has gone cannot be called. */
  readonly pageMoved: (tool: PageCallable) => Error;
  /** Whose call begins next; each begins at once when absent. */
  readonly turns?: Pick<FairTurns, 'enter'>;
  /** What servers carry out after they have answered; absent where nothing is to be held for that. */
  readonly tasks?: HeldTasks;
}

/**
 * Carries out a request that was let pass; `expectAllowed` is to be asked after everything that it waits for. What it began is to end with
 * `signal`: its asker has left, or what let it pass has ended.
 */
export type Act<T> = (expectAllowed: () => void, signal: AbortSignal) => Promise<T>;

/** How an allowed request is carried out. */
type Run = <T>(allowed: Allowed, work: (signal: AbortSignal) => Promise<T>) => Promise<T>;

export class Router {
  readonly #options: RouterOptions;
  readonly #clearance: Clearance;

  constructor(options: RouterOptions) {
    this.#options = options;
    this.#clearance = new Clearance({ ...options, now: () => options.view.now() });
  }

  /** Carries out a call or refuses it. Rejects only for a cancelled asker. */
  async call(call: AgentCall): Promise<CallAnswer<ToolResult>> {
    const turn = this.#options.turns?.enter(call.agentOf().id);
    if (turn) await turn;
    let timed: TimedCall;
    try {
      const callable = this.#find(call.params.name, call.agentOf());
      timed = timedCall(call, callable);
    } catch (error) {
      return unlessLeft(call.request, error);
    }
    const { deadline } = timed;
    try {
      const answer = await this.#carryOut(timed.call);
      return deadline?.error && answer.kind !== 'result' ? unlessLeft(call.request, deadline.error) : answer;
    } catch (error) {
      return unlessLeft(call.request, deadline?.error ?? error);
    } finally {
      deadline?.end();
    }
  }

  async #carryOut(call: AgentCall): Promise<CallAnswer<ToolResult>> {
    const { view } = this.#options;
    const { agentOf, params, request, arrivedAs = agentOf() } = call;
    const { name, arguments: args = {} } = params;
    try {
      const run = readRun(params);
      // Looked up each time: while a call waits, its tool may be switched off, held back or lost.
      const find = this.#finder(name, agentOf);
      let callable = find();
      if (callable.kind === 'browser' && !callable.tool.byHub) this.#options.binding?.goOn(arrivedAs);
      const plan: Plan = page => {
        call.expectStill?.();
        return this.#asOwn(planCall(view, agentOf(), (callable = find()), args, run, page));
      };
      const mayRead: MayRead = (origin, at) => passes(page => this.#reading(agentOf, args, page), { origin, at });
      const allowed = await this.#clearance.obtain(plan, askedOf(call), { ...call, mayRead });
      const task: Task = {
        callable,
        plan,
        call,
        mayRead,
        picture: page => this.#picture(agentOf, args, page),
        dialog: page => this.#dialog(agentOf, args, page),
        isUnreadable: (tab, at) => this.#isUnreadable(agentOf, tab, at),
      };
      const { begun } = allowed;
      call.onBegun?.();
      const carriedOut = await new AllowedCall(task, allowed, this.#clearance, this.#options).carryOut();
      const answer = withTask(
        this.#options.tasks,
        callable,
        { agentId: allowed.call.agent.id, seq: request.seq },
        carriedOut,
        begun.end,
      );
      expectAsker(request, answer);
      return mapResult(answer, result => withRun(result, begun.run));
    } catch (error) {
      return unlessLeft(request, error);
    }
  }

  /** The same for a request that reads from a server. Every approved client may read. */
  read<T>(agentOf: () => Agent, request: ServerRequest, act: Act<T>): Promise<CallAnswer<T>> {
    const { serverId, method } = request;
    return this.#pass(agentOf, { kind: 'read', id: `${serverId}/${method}`, serverId }, request, act);
  }

  /** The same for what the hub has of a server itself, such as what it wrote. */
  inspect<T>(agentOf: () => Agent, request: ServerRequest, act: Act<T>): Promise<CallAnswer<T>> {
    const { serverId, method } = request;
    return this.#pass(agentOf, { kind: 'read', id: `${serverId}/${method}`, serverId, inHub: true }, request, act);
  }

  /** The same for a request that the hub does not know: it needs what a call of a tool needs. */
  act<T>(agentOf: () => Agent, request: ServerRequest, act: Act<T>): Promise<CallAnswer<T>> {
    const { serverId, method } = request;
    const tool = {
      kind: 'server',
      id: `${serverId}/${method}`,
      serverId,
      listName: listName(serverId, method),
      tool: { name: method },
      readOnly: false,
    } as const;
    return this.#pass(agentOf, tool, request, act);
  }

  /** The same for what changes a server itself: it is started, stopped, configured or removed. */
  manage<T>(agentOf: () => Agent, request: ServerRequest, act: Act<T>): Promise<CallAnswer<T>> {
    const { serverId, method } = request;
    return this.#pass(agentOf, { kind: 'manage', id: `${serverId}/${method}`, serverId }, request, act);
  }

  /** The same for what the hub has itself, which may go on for long: it ends as soon as it would be refused. */
  use<T>(agentOf: () => Agent, use: HubUse, act: Act<T>): Promise<CallAnswer<T>> {
    const { underWay, view } = this.#options;
    const plan = () => this.#asOwn(planUse(view, agentOf(), use));
    return this.#decide(plan, use, act, (allowed, work) =>
      underWay.carryOut(() => allowed.refusal(), use.request.signal, work),
    );
  }

  /**
   * What an agent asks about a task: answered while the call that began it would still be allowed. Waits while all is paused, before and
   * after it is asked.
   */
  async follow<T>(
    agentOf: () => Agent,
    task: FollowedTask,
    request: IncomingRequest,
    act: Act<T>,
  ): Promise<CallAnswer<T>> {
    const refusal = () => this.taskRefusal(agentOf(), task);
    const { pauses, view } = this.#options;
    const asker = { pauses, signal: request.signal, agentId: agentOf().id };
    const since = view.now();
    const expectAllowed = () => {
      const refused = refusal();
      if (refused) throw new Withdrawn(refused);
    };
    try {
      await expectNow(refusal, asker);
      // What a server says of its failure is no more to be handed out than a result.
      const outcome = await settled(act(expectAllowed, request.signal));
      await expectNow(refusal, asker);
      const result = outcome();
      return { kind: 'result', result, rule: null, waitedMs: 0 };
    } catch (error) {
      if (error instanceof Refused) return { kind: 'refusal', refusal: error.refusal, waitedMs: view.now() - since };
      return unlessLeft(request, error);
    }
  }

  /** Why the call that began a task would not be allowed by now; null while it would. */
  taskRefusal(agent: Agent, { tool, byRules }: FollowedTask): Refusal | null {
    const { catalogue, view } = this.#options;
    const plan = () => this.#asOwn(planCall(view, agent, findCallable(catalogue, view, tool, agent), {}));
    try {
      return refusalNow(plan, plan(), byRules);
    } catch (error) {
      return error instanceof Refused ? error.refusal : { kind: 'no-target', error: toErrorValue(error) };
    }
  }

  async #pass<T>(
    agentOf: () => Agent,
    callable: Callable | ServerRead | ServerManagement,
    asked: ServerRequest,
    act: Act<T>,
  ): Promise<CallAnswer<T>> {
    const args = isRecord(asked.params) ? asked.params : {};
    return this.#decide(() => this.#asOwn(planCall(this.#options.view, agentOf(), callable, args)), asked, act);
  }

  async #decide<T>(
    plan: () => GatedCall,
    { params, request, policy, onWait }: Pick<ServerRequest, 'params' | 'request' | 'policy'> & Pick<HubUse, 'onWait'>,
    act: Act<T>,
    run: Run = (_, work) => work(request.signal),
  ): Promise<CallAnswer<T>> {
    const args = isRecord(params) ? params : {};
    try {
      const allowed = await this.#clearance.obtain(plan, args, {
        request,
        ...(policy && { policy }),
        ...(onWait && { onWait }),
      });
      return await this.#act(allowed, request, act, run);
    } catch (error) {
      return unlessLeft(request, error);
    }
  }

  async #act<T>(allowed: Allowed, request: IncomingRequest, act: Act<T>, run: Run): Promise<CallAnswer<T>> {
    const { rule, waitedMs, begun } = allowed;
    let sent = false;
    const expectAllowed = () => {
      const refused = allowed.refusal();
      if (refused) throw new Withdrawn(refused, waitedMs);
      sent = true;
    };
    try {
      const result = await run(allowed, signal => act(expectAllowed, signal));
      return { kind: 'result', result, rule, waitedMs };
    } catch (error) {
      const ended = callEnd({ error, last: error, sent, cancelled: request.signal.aborted });
      if (ended) this.#clearance.ended(allowed, ended);
      if (error instanceof Refused) throw new Withdrawn(error.refusal, Math.max(error.waitedMs, waitedMs));
      return { kind: 'failure', error, rule, waitedMs };
    } finally {
      begun.end();
    }
  }

  /** Whether rules deny the same agent to read a tab's page at that address; what nobody has decided is not denied. */
  #isUnreadable(
    agentOf: () => Agent,
    { tabId, url }: Parameters<Permit['hidesPage']>[0],
    at: DecidedPlace | undefined,
  ): boolean {
    const { catalogue, view } = this.#options;
    // Also where that tool is switched off, and for a tab that is not made yet: rules are asked, and nothing else.
    const callable = catalogue.find('get_page_text');
    const page = { origin: originOf(url), at };
    return denies(this.#asOwn(planCall(view, agentOf(), callable, { tabId }, null, page)));
  }

  /** An answer to the dialog of what the tab shows, as the same agent would give it. */
  #dialog(agentOf: () => Agent, { tabId }: Record<string, unknown>, page: PageSeen | undefined): GatedCall {
    const { catalogue, view } = this.#options;
    const callable = findCallable(catalogue, view, 'handle_dialog', agentOf());
    return this.#asOwn(planCall(view, agentOf(), callable, { tabId }, null, page));
  }

  /** The text of what the tab shows, as the same agent would ask for it. */
  #reading(agentOf: () => Agent, { tabId }: Record<string, unknown>, page: PageSeen | undefined): GatedCall {
    const { catalogue, view } = this.#options;
    const callable = findCallable(catalogue, view, 'get_page_text', agentOf());
    return this.#asOwn(planCall(view, agentOf(), callable, { tabId }, null, page));
  }

  /** A picture of what the tab shows, as the same agent would take it. */
  #picture(agentOf: () => Agent, { tabId }: Record<string, unknown>, page: PageSeen | undefined): GatedCall {
    const { catalogue, view } = this.#options;
    const callable = findCallable(catalogue, view, 'computer', agentOf());
    return this.#asOwn(planCall(view, agentOf(), callable, { action: 'screenshot', tabId }, null, page));
  }

  #find(name: string, agent: Agent): Callable {
    const { byUser, catalogue, view } = this.#options;
    return findCallable(catalogue, view, name, byUser ? { ...agent, byUser: true } : agent);
  }

  /** As it is at each look. */
  #finder(name: string, agentOf: () => Agent): () => Callable {
    const arrived = this.#find(name, agentOf());
    return () => (arrived.kind === 'page' ? this.#findAgain(arrived, agentOf()) : this.#find(name, agentOf()));
  }

  /** While a call waits, the page that offers its tool may have gone: it was meant for no other. */
  #findAgain(arrived: PageCallable, agent: Agent): Callable {
    const now = this.#options.catalogue.lookUp(arrived.id);
    if (now?.kind === 'page' && now.pageId === arrived.pageId) return this.#find(arrived.id, agent);
    throw this.#options.pageMoved(arrived);
  }

  #asOwn(call: GatedCall): GatedCall {
    const { byUser } = this.#options;
    return byUser ? { ...call, client: byUser.client, byUser } : call;
  }
}

/** The answer to a call that was refused or could not be planned. Throws where nobody waits for one. */
function unlessLeft<T>({ signal }: IncomingRequest, error: unknown): CallAnswer<T> {
  if (error instanceof Refused) return { kind: 'refusal', refusal: error.refusal, waitedMs: error.waitedMs };
  if (signal.aborted) throw error;
  return { kind: 'failure', error, rule: null, waitedMs: 0 };
}

/** Resolves with what gives the result, or throws what it has failed with. */
function settled<T>(work: Promise<T>): Promise<() => T> {
  return work.then(
    result => () => result,
    (error: unknown) => () => {
      throw error;
    },
  );
}

function expectAsker({ signal }: IncomingRequest, answer: CallAnswer<unknown>): void {
  if (signal.aborted && answer.kind === 'failure') throw answer.error;
}
