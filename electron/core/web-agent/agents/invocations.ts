// Calls of agents: from a page to an agent of another page, or of its own, or on another machine.
import { pageAsks } from '../../../../contract/web-agent.ts';
import { wait } from '../../platform/wait.ts';
import { AnsweredError } from '../../wire/rpc-error.ts';
import { use } from '../carry-out.ts';
import { PageFault } from '../page-fault.ts';
import { bookOf, expectGranted } from '../page-standing.ts';
import { agentBounds, expectPayload } from './agent-bounds.ts';
import { isServed } from './agent-served.ts';
import { failureOf, readAnswer } from './invocation.ts';
import type { Page } from '../page.ts';
import type { PageAsked } from '../page-asked.ts';
import type { PageServices } from '../page-services.ts';
import type { AgentDirectory } from './agent-directory.ts';
import type { Invocation, InvocationAnswer, InvocationResult } from './invocation.ts';
import type { PageAgent } from './page-agent.ts';
import type { PageWorks } from './page-works.ts';
import type { RemoteAgents } from './remote-agents.ts';

/** An agent that has not answered by then never will; its document is no longer held to its callers. */
const neverMs = 6 * 3_600_000;

export interface InvocationParts {
  readonly directory: AgentDirectory;
  readonly works: PageWorks;
  readonly remotes: RemoteAgents;
}

export class Invocations {
  readonly #services: PageServices;
  readonly #parts: InvocationParts;
  /** By agent: calls that it has not answered, whether somebody still waits for them or not. */
  readonly #unanswered = new Map<string, number>();
  #lastId = 0;

  constructor(services: PageServices, parts: InvocationParts) {
    this.#services = services;
    this.#parts = parts;
  }

  /** A refusal or failure is part of the result. Rejects only where the caller has left. */
  async invoke(
    asked: PageAsked,
    from: PageAgent,
    invocation: Invocation,
    signal: AbortSignal,
  ): Promise<InvocationResult> {
    const { platform } = this.#services;
    const startedAt = platform.now();
    const answer = await this.#invoke(asked, from, invocation, signal).catch(failureOf);
    signal.throwIfAborted();
    return { ...answer, executionTime: Math.max(0, platform.now() - startedAt) };
  }

  async #invoke(
    asked: PageAsked,
    from: PageAgent,
    invocation: Invocation,
    signal: AbortSignal,
  ): Promise<InvocationAnswer> {
    const { directory, remotes } = this.#parts;
    const { page } = asked;
    expectPayload(invocation.input, 'The input');
    expectNoLoop(page, invocation.agentId);
    from.usage.invocationsMade += 1;
    directory.active(from);
    const agent = directory.find(page, invocation.agentId);
    if (!agent) return remotes.invoke(asked, invocation, signal);
    if (agent.page.origin === page.origin) return this.#ask(asked, from, agent, invocation, signal).catch(failureOf);
    expectGranted(bookOf(this.#services), page, ['agents:crossOrigin']);
    const about = { scope: 'agents:crossOrigin', site: agent.page.origin } as const;
    return use(this.#services, asked, about, async (expectAllowed, whileAllowed) => {
      expectAllowed();
      // What the page itself said about its failure is passed on as it is.
      return this.#ask(asked, from, agent, invocation, AbortSignal.any([signal, whileAllowed])).catch(failureOf);
    });
  }

  async #ask(
    asked: PageAsked,
    from: PageAgent,
    agent: PageAgent,
    { task, input, timeoutMs }: Invocation,
    signal: AbortSignal,
  ): Promise<InvocationAnswer> {
    if (!isServed(this.#services, agent)) throw notFound(agent.id);
    if (!agent.acceptsInvocations)
      throw new PageFault('ERR_NOT_ACCEPTED', `The agent ${agent.name} does not accept calls.`);
    this.#expectFree(agent);
    agent.usage.invocationsReceived += 1;
    this.#parts.directory.active(agent);
    this.#lastId += 1;
    const invocationId = `invocation-${this.#lastId}-${this.#services.platform.randomBytes(6).toString('hex')}`;
    const params = { invocationId, agentId: agent.id, from: from.id, task, input };
    const answer = this.#begin(agent, asked.page, params, asked.request.seq);
    const ms = Math.max(1, Math.min(timeoutMs, asked.time.leftMs));
    return readAnswer(await within(answer, ms, signal, agent.name));
  }

  /** The question goes on until it is answered, whoever still waits for that: until then its document is at work. */
  #begin(agent: PageAgent, caller: Page, params: object, parent: number): Promise<unknown> {
    const work = this.#parts.works.begin(agent.page, agent.id, caller);
    this.#count(agent, 1);
    const never = new AbortController();
    const answer = agent.page.ask(pageAsks.invoke, params, { parent, signal: never.signal, timeoutMs: neverMs });
    answer
      .then(
        () => work.answered(),
        // Where the connection was lost its handler may go on.
        (error: unknown) =>
          error instanceof AnsweredError || error instanceof PageFault ? work.answered() : work.lost(),
      )
      .finally(() => this.#count(agent, -1));
    return answer;
  }

  #expectFree({ id, name }: PageAgent): void {
    const open = this.#unanswered.get(id) ?? 0;
    if (open >= agentBounds.unanswered)
      throw new PageFault('ERR_RATE_LIMITED', `The agent ${name} has ${open} calls to answer; call it when it has.`);
  }

  #count({ id }: PageAgent, by: number): void {
    const open = (this.#unanswered.get(id) ?? 0) + by;
    if (open > 0) this.#unanswered.set(id, open);
    else this.#unanswered.delete(id);
  }
}

function notFound(id: string): PageFault {
  return new PageFault(
    'ERR_AGENT_NOT_FOUND',
    `There is no agent ${JSON.stringify(id.slice(0, 100))}; agent.agents.discover() tells which there are.`,
  );
}

/** Agents that call each other in a circle would never come to an end. */
function expectNoLoop({ work }: Page, agentId: string): void {
  if (work.agents.has(agentId))
    throw new PageFault(
      'ERR_INVOCATION_FAILED',
      `The agent ${agentId.slice(0, 100)} works on this already; an agent is not called by what it has called.`,
      { agents: [...work.agents] },
    );
  if (work.depth >= agentBounds.depth)
    throw new PageFault(
      'ERR_INVOCATION_FAILED',
      `Agents call each other ${agentBounds.depth} deep at most, and this call would be deeper.`,
    );
}

/** The answer, while somebody waits for it. */
function within(answer: Promise<unknown>, timeoutMs: number, signal: AbortSignal, name: string): Promise<unknown> {
  return wait<unknown>({
    signal,
    timeoutMs,
    begin: settle => {
      answer.then(
        value => settle(() => value),
        (error: unknown) =>
          settle(() => {
            throw error;
          }),
      );
      return () => {};
    },
    onTimeout: () => {
      throw new PageFault('ERR_TIMEOUT', `The agent ${name} did not answer within ${Math.round(timeoutMs)} ms.`);
    },
    onAbort: () => {
      throw signal.reason as Error;
    },
  });
}
