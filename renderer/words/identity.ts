// Who is who: the colour and monogram of every client, and the name, client and browser behind an id.
import { isHeld } from '../store/agent-mode.ts';
import { t } from './language.ts';
import { monogram, monograms } from './monogram.ts';
import type { Snapshot } from '../../contract/schemas/snapshot.ts';
import type { Party } from '../../contract/schemas/trace.ts';

export interface Identity {
  readonly name: string;
  /** 1 to 10, or null for somebody without a colour. */
  readonly colour: number | null;
  readonly mono: string;
  /** False draws the outline only: gone, or paused. */
  readonly active: boolean;
}

/** Monogram of each client by id, made unique in the order in which the clients were made; those without a credential come last. */
export function clientMonograms(clients: Snapshot['clients']): Readonly<Record<string, string>> {
  const list = Object.values(clients).sort(
    (a, b) => Number(b.verified) - Number(a.verified) || a.createdAt - b.createdAt,
  );
  const letters = monograms(list.map(client => client.name));
  return Object.fromEntries(list.map((client, index) => [client.id, letters[index] ?? '??']));
}

export function clientIdentity(snapshot: Snapshot, clientId: string, fallback = t('Unknown client')): Identity {
  const client = snapshot.clients[clientId];
  if (!client) return { name: fallback, colour: null, mono: monogram(fallback), active: false };
  const active = Object.values(snapshot.agents).some(a => a.clientId === clientId && a.state.kind === 'connected');
  return {
    name: client.name,
    colour: client.colour,
    mono: clientMonograms(snapshot.clients)[clientId] ?? '??',
    active,
  };
}

export function agentIdentity(snapshot: Snapshot, agentId: string, fallback = t('Unknown agent')): Identity {
  const agent = snapshot.agents[agentId];
  if (!agent) return { name: fallback, colour: null, mono: monogram(fallback), active: false };
  const active = agent.state.kind === 'connected' && !isHeld(snapshot.hub, agent);
  return { ...clientIdentity(snapshot, agent.clientId, agent.name), active };
}

/** The agent behind one end of a trace entry, or null for browsers, servers and the hub. */
export function partyIdentity(snapshot: Snapshot, party: Party): Identity | null {
  return party.kind === 'agent' ? agentIdentity(snapshot, party.id, party.label) : null;
}

export function browserName(snapshot: Snapshot, browserId: string): string {
  return snapshot.browsers[browserId]?.name ?? t('a browser that is gone');
}
