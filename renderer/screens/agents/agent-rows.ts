// What the screens say about agents: which are shown, how each one is, which tabs and grants are its own.
import { agentName } from '../../../contract/agent-name.ts';
import { loosestMode } from '../../store/agent-mode.ts';
import { connectedAgents, connectedPrograms, connectionsOf } from '../../store/connected-agents.ts';
import { midSentence, t } from '../../words/language.ts';
import { runModeTones, runModeWords } from '../../words/mode-words.ts';
import type { Agent, Client } from '../../../contract/schemas/entities.ts';
import type { Grant } from '../../../contract/schemas/permissions.ts';
import type { Snapshot } from '../../../contract/schemas/snapshot.ts';
import type { Tone } from '../../words/tone.ts';

/**
 * Agents that match a text, connected ones first, each group in the order in which they came. The connections of one process are one of
 * them, which matches where any of them does.
 */
export function agentsShown(snapshot: Snapshot, filter: string): Agent[] {
  const wanted = filter.toLowerCase();
  const text = (agent: Agent) =>
    [agentName(agent), agent.claimedName, agent.version, agent.transport, agent.program?.path ?? ''].join(' ');
  const rank = (agent: Agent) => (agent.state.kind === 'connected' ? 0 : 1);
  const matches = (agent: Agent) =>
    connectionsOf(snapshot, agent).some(each => text(each).toLowerCase().includes(wanted));
  const gone = Object.values(snapshot.agents).filter(({ state }) => state.kind === 'gone');
  return [...connectedPrograms(snapshot), ...gone]
    .filter(matches)
    .sort((a, b) => rank(a) - rank(b) || a.state.since - b.state.since);
}

/** The row that a connection's agent is shown in; the id itself where there is none. */
export function rowOf(snapshot: Snapshot, rows: readonly Agent[], id: string | null): string | null {
  if (id === null) return null;
  const row = rows.find(agent => connectionsOf(snapshot, agent).some(each => each.id === id));
  return row?.id ?? id;
}

/** Of all connections of its process. */
export function agentStatus(snapshot: Snapshot, agent: Agent): { tone: Tone; word: string } {
  if (agent.state.kind === 'gone') return { tone: 'orphaned', word: t('gone') };
  const connections = connectionsOf(snapshot, agent);
  if (Object.values(snapshot.prompts).some(prompt => connections.some(({ id }) => id === prompt.agentId)))
    return { tone: 'attention', word: t('waits for you') };
  const mode = loosestMode(snapshot.hub, connections);
  if (mode === 'paused' && snapshot.hub.modeHeld) return { tone: runModeTones.paused, word: t('paused by the fleet') };
  if (mode !== 'running') return { tone: runModeTones[mode], word: midSentence(runModeWords[mode]) };
  return { tone: 'running', word: connections.some(({ inFlight }) => inFlight > 0) ? t('working') : t('connected') };
}

export function grantsOf(snapshot: Snapshot, clientId: string): Grant[] {
  return Object.values(snapshot.grants)
    .filter(grant => grant.subject.kind === 'client' && grant.subject.id === clientId)
    .sort((a, b) => b.createdAt - a.createdAt);
}

/** Clients none of whose agents are connected, the most recently seen first. */
export function absentClients(snapshot: Snapshot): Client[] {
  const present = new Set(connectedAgents(snapshot).map(agent => agent.clientId));
  return Object.values(snapshot.clients)
    .filter(client => !present.has(client.id))
    .sort((a, b) => (b.lastSeenAt ?? 0) - (a.lastSeenAt ?? 0));
}
