// Who is who: the colour and monogram of every client, and the name, client and browser behind an id.
import { agentNameIn, soleAsker } from '../../contract/agent-name.ts';
import { chatClientId } from '../../contract/chat.ts';
import { clientMonograms, monogram, monograms } from '../../contract/monogram.ts';
import { siteClientId } from '../../contract/sites.ts';
import { visibleText } from '../../contract/visible-text.ts';
import { isHeld } from '../store/agent-mode.ts';
import { t } from './language.ts';
import type { Prompt } from '../../contract/schemas/permissions.ts';
import type { Snapshot } from '../../contract/schemas/snapshot.ts';
import type { Party } from '../../contract/schemas/trace.ts';

export interface Identity {
  readonly name: string;
  /** 1 to 10; `you` for the user, also where Chat asks for them; null for somebody without a colour. */
  readonly colour: number | 'you' | null;
  readonly mono: string;
  /** False draws the outline only: gone, or paused. */
  readonly active: boolean;
}

/** Of Chat, which is a client like any other but for its colour: it is the user who asks. */
export const chatMark = { colour: 'you', mono: 'CH', active: true } as const;

export function clientIdentity(snapshot: Snapshot, clientId: string, fallback = t('Unknown client')): Identity {
  const client = snapshot.clients[clientId];
  if (!client) return { name: fallback, colour: null, mono: monogram(fallback), active: false };
  const active = Object.values(snapshot.agents).some(a => a.clientId === clientId && a.state.kind === 'connected');
  const { name, colour } = client;
  if (clientId === chatClientId) return { name, ...chatMark, active };
  return { name, colour, mono: clientMonograms(snapshot.clients)[clientId] ?? '??', active };
}

export function agentIdentity(snapshot: Snapshot, agentId: string, fallback = t('Unknown agent')): Identity {
  const agent = snapshot.agents[agentId];
  if (!agent) return { name: fallback, colour: null, mono: monogram(fallback), active: false };
  const active = agent.state.kind === 'connected' && !isHeld(snapshot.hub, agent);
  const client = clientIdentity(snapshot, agent.clientId, agent.name);
  const name = agentNameIn(agent, client.name);
  return { ...client, name, active, ...(agent.clientId === siteClientId && { mono: monogram(name) }) };
}

/** Who asks a question: its agent, or their client where several of its agents ask the same. */
export function askerIdentity(snapshot: Snapshot, prompt: Prompt): Identity {
  const { clientId, agentName: claimed } = prompt;
  const agentId = soleAsker(prompt);
  const known = agentId !== null && snapshot.agents[agentId] !== undefined;
  return known ? agentIdentity(snapshot, agentId) : clientIdentity(snapshot, clientId, claimed);
}

/** The agent behind one end of a trace entry, or null for browsers, servers and the hub. */
export function partyIdentity(snapshot: Snapshot, party: Party): Identity | null {
  return party.kind === 'agent' ? agentIdentity(snapshot, party.id, party.label) : null;
}

/** Drawn full while it is connected; `kind` is what it says of itself. */
export function browserIdentity(snapshot: Snapshot, browserId: string): Identity & { readonly kind: string } {
  const browser = snapshot.browsers[browserId];
  const name = browserName(snapshot, browserId);
  if (!browser) return { name, colour: null, mono: monogram(name), active: false, kind: '' };
  const { colour, family, version, os, state } = browser;
  const kind =
    version === '' ? familyNames[family] : t('{version} on {os}', { version: `${familyNames[family]} ${version}`, os });
  const mono = browserMonograms(snapshot.browsers)[browserId] ?? '??';
  return { name, colour, mono, active: state.kind === 'connected', kind: visibleText(kind) };
}

const familyNames = { chromium: 'Chromium', firefox: 'Firefox' } as const;

/** By id, made unique in an order that no new name changes. */
function browserMonograms(browsers: Snapshot['browsers']): Readonly<Record<string, string>> {
  const list = Object.values(browsers).sort((a, b) => a.colour - b.colour || (a.id < b.id ? -1 : 1));
  const letters = monograms(list.map(({ name }) => name));
  return Object.fromEntries(list.map(({ id }, index) => [id, letters[index] ?? '??']));
}

/** Whether a tab or a call has to be said to be in which browser. */
export function tellsBrowsers({ browsers }: Pick<Snapshot, 'browsers'>): boolean {
  return Object.keys(browsers).length > 1;
}

export function browserName(snapshot: Pick<Snapshot, 'browsers'>, browserId: string): string {
  return snapshot.browsers[browserId]?.name ?? t('a browser that is gone');
}
