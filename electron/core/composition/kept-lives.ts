// What an earlier run of the hub left, taken over: agents that may come back, and the end of whatever was of those that may not.
import type { Registries } from './registries.ts';

/** To be called once events are followed, and before any way in is open. */
export function restoreLives(registries: Registries): void {
  const { agents, browsers, clients, grants, limiter, servers, tabs, tasks } = registries;
  agents.returning.restore(id => clients.get(id) !== null);
  const isKnown = (id: string) => agents.get(id) !== null;
  grants.expectAgents(isKnown);
  limiter.expectAgents(isKnown);
  tabs.expectOwners(isKnown);
  // What ran on this machine has ended with its hub.
  const remote = new Set(servers.list().flatMap(({ id, kind }) => (kind === 'http' || kind === 'sse' ? [id] : [])));
  tasks.forget(({ agentId, serverId }) => !isKnown(agentId) || !remote.has(serverId));
  for (const task of tasks.running()) {
    const agent = agents.get(task.agentId);
    if (agent) tasks.hold(task, task.byRules, limiter.begin(agent.id, limiter.seen(agent, null)).end);
  }
  for (const id of tabs.waitingBrowsers()) if (!browsers.isApproved(id)) tabs.browserRemoved(id);
}
