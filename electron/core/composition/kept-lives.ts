// What an earlier run of the hub left, taken over: agents that may come back, and the end of whatever was of those that may not.
import { partyOf } from '../agent-connections/agent-connection.ts';
import { isElsewhere } from '../servers/lifecycle/server-state.ts';
import { seen } from '../trace/excerpt.ts';
import { hubParty } from './boot.ts';
import type { Agent } from '../../../contract/schemas/entities.ts';
import type { KeptTask } from '../store/kept-lives.ts';
import type { TraceTap, Verdict } from '../trace/tap.ts';
import type { Registries } from './registries.ts';

/** To be called once events are followed, and before any way in is open. */
export function restoreLives(registries: Registries, trace: TraceTap): void {
  const { agents, browsers, clients, grants, limiter, servers, tabs, tasks } = registries;
  agents.returning.restore(id => clients.get(id) !== null);
  const isKnown = (id: string) => agents.get(id) !== null;
  grants.expectAgents(isKnown);
  limiter.expectAgents(isKnown);
  tabs.expectOwners(isKnown);
  // What ran on this machine has ended with its hub.
  const remote = new Set(servers.list().flatMap(({ id, kind }) => (isElsewhere(kind) ? [id] : [])));
  tasks.forget(({ agentId, serverId }) => !isKnown(agentId) || !remote.has(serverId));
  for (const task of tasks.running()) {
    const agent = agents.get(task.agentId);
    if (!agent) continue;
    tasks.hold(task, task.byRules, limiter.begin(agent.id, limiter.seen(agent, null)).end);
    const { seq, close } = openRow(trace, agent, task);
    tasks.goesOnAs(task, seq);
    tasks.whenEnded(task, { rule: null, waitedMs: 0 }, close);
  }
  for (const id of tabs.waitingBrowsers()) if (!browsers.isApproved(id)) tabs.browserRemoved(id);
}

/** A row that was open when its hub ended is not kept: a task that goes on has another one in the next hub's trace. */
function openRow(trace: TraceTap, agent: Agent, { tool }: KeptTask) {
  const call = { dir: 'in', kind: 'request', method: 'tools/call', tool, parent: null } as const;
  const seq = trace.open({ ...call, from: partyOf(agent), to: hubParty, message: seen('', undefined) });
  return { seq, close: (verdict: Verdict) => trace.close(seq, { ...verdict, message: null }) };
}
