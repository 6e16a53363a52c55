// agents.orchestrate.*: every call that an orchestration makes is one of the page that asked for it, and decided as such.
import { numberIn, recordIn } from '../page-asked.ts';
import { agentBounds } from './agent-bounds.ts';
import { decided } from './agent-parts.ts';
import { runParallel } from './parallel.ts';
import { runPipeline } from './pipeline.ts';
import { runRoute } from './route.ts';
import { runSupervisor } from './supervisor.ts';
import type { Page } from '../page.ts';
import type { PageAsked, PageFamily, Payload } from '../page-asked.ts';
import type { AgentParts } from './agent-parts.ts';
import type { Supervising } from './supervisor.ts';
import type { Worker } from './worker-pool.ts';

export function orchestrateHandlers(parts: AgentParts): PageFamily['handlers'] {
  const handle = (run: (supervising: Supervising, asked: PageAsked) => Promise<unknown>) =>
    decided(parts, (asked, signal) => run(supervisingFor(parts, asked, signal), asked));
  return {
    'agent.agents.orchestrate.pipeline': handle(runPipeline),
    'agent.agents.orchestrate.parallel': handle(runParallel),
    'agent.agents.orchestrate.route': handle(runRoute),
    'agent.agents.orchestrate.supervisor': handle(runSupervisor),
  };
}

/** Throws ERR_NOT_REGISTERED where nobody would call. */
function supervisingFor(parts: AgentParts, asked: PageAsked, signal: AbortSignal): Supervising {
  const { services, directory, invocations } = parts;
  const { platform } = services;
  const from = directory.speaker(asked.page);
  const timeoutMs = stepMs(asked.payload);
  return {
    ask: (agentId, task, input) => invocations.invoke(asked, from, { agentId, task, input, timeoutMs }, signal),
    now: () => platform.now(),
    newId: kind => `${kind}-${platform.now()}-${platform.randomBytes(6).toString('hex')}`,
    randomOf: n => platform.randomBytes(4).readUInt32BE() % n,
    workerOf: agentId => workerOf(parts, asked.page, agentId),
  };
}

/** Of each call that is made for it, where its caller says so beside its parts or among them. */
function stepMs(payload: Payload): number {
  const parts = [payload, ...['config', 'pipeline', 'router', 'supervisor'].map(name => recordIn(payload, name) ?? {})];
  const [timeout = agentBounds.usualMs] = parts.flatMap(part => numberIn(part, 'timeout') ?? []);
  return Math.min(agentBounds.mostMs, Math.max(1, timeout));
}

function workerOf({ directory, remotes }: AgentParts, page: Page, id: string): Worker | null {
  const agent = directory.find(page, id) ?? remotes.find(page, id);
  return agent?.acceptsInvocations ? { id, capabilities: agent.capabilities } : null;
}
