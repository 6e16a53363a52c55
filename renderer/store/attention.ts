// What only a person can answer, and what a person has to look at: the badges, and the count in the title bar.
import type { Browser } from '../../contract/schemas/entities.ts';
import type { Prompt } from '../../contract/schemas/permissions.ts';
import type { Confirmation } from '../../contract/schemas/rule-changes.ts';
import type { Server } from '../../contract/schemas/servers.ts';
import type { Snapshot } from '../../contract/schemas/snapshot.ts';
import type { SiteQuestion } from '../../contract/schemas/web-agent.ts';

/** Open prompts, the oldest first. */
export function openPrompts(snapshot: Snapshot): Prompt[] {
  return Object.values(snapshot.prompts).sort(
    (a, b) => a.askedAt - b.askedAt || a.id.localeCompare(b.id, 'en', { numeric: true }),
  );
}

/** Changes that a program outside of the panel asked for, the oldest first. */
export function openConfirmations(snapshot: Snapshot): Confirmation[] {
  return Object.values(snapshot.confirmations).sort((a, b) => a.askedAt - b.askedAt || Number(a.id) - Number(b.id));
}

/** Questions of web pages, the oldest first. */
export function openSiteQuestions(snapshot: Pick<Snapshot, 'siteQuestions'>): SiteQuestion[] {
  return Object.values(snapshot.siteQuestions).sort(
    (a, b) => a.askedAt - b.askedAt || a.id.localeCompare(b.id, 'en', { numeric: true }),
  );
}

/** Everything that is answered under Permissions. */
export function questionCount(snapshot: Snapshot): number {
  return openPrompts(snapshot).length + openSiteQuestions(snapshot).length + openConfirmations(snapshot).length;
}

export function pendingBrowsers(snapshot: Snapshot): (Browser & { state: { kind: 'pending'; code: string } })[] {
  return Object.values(snapshot.browsers).filter(
    (browser): browser is Browser & { state: { kind: 'pending'; since: number; code: string } } =>
      browser.state.kind === 'pending',
  );
}

/** Servers that a person has to look at. */
export function troubledServers(snapshot: Snapshot): Server[] {
  const kinds = new Set(['blocked', 'crashed', 'failed', 'unauthorized', 'degraded', 'waiting']);
  return Object.values(snapshot.servers).filter(server => kinds.has(server.state.kind));
}

/** The id of a problem with an agent's file begins with it; the row's id follows. */
const agentProblem = 'agent-config-';

/** Where on Connect a problem of the hub is repaired; null for one that is none of a connection. */
export function problemPlace(id: string): string | null {
  const [kind, name = '', host] = id.split(':');
  if (kind === 'browser')
    return host === undefined || host === 'pilothouse' ? `connect/browsers/${name}` : 'connect/who';
  return id.startsWith(agentProblem) ? `connect/agents/${id.slice(agentProblem.length)}` : null;
}

/** Questions only a person can answer: prompts, changes that wait, and browsers that wait for approval. */
export function waitingCount(snapshot: Snapshot): number {
  return questionCount(snapshot) + pendingBrowsers(snapshot).length;
}
