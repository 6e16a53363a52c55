// Tells of names that nobody in the fleet has heard of before the user is asked: they may come yet, or be mistyped.
import { askHub } from '../core/ask-hub.ts';
import { printAside } from '../core/platform/terminal.ts';
import type { CliWords } from './words/cli-words.ts';

const mostNamed = 20;

/** Hubs and roles that a share names. */
export async function sayUnknownSharers(
  home: string,
  { hub, role }: { readonly hub: readonly string[]; readonly role: readonly string[] },
  words: CliWords,
): Promise<void> {
  const { fleetHubs } = await askHub(home, 'status', {});
  const others = Object.values(fleetHubs).flatMap(({ name, isSelf }) => (isSelf ? [] : [name]));
  sayUnknown(hub, others, words.fleetHubsUnknown);
  if (role.length === 0) return;
  const { roles } = await askHub(home, 'fleet:policy', {});
  sayUnknown(role, [...new Set(Object.values(roles).flat())], words.fleetRolesUnknown);
}

/** An agent that is to be stopped: by its name, its client or its program. */
export async function sayUnknownAgent(home: string, agent: string, words: CliWords): Promise<void> {
  const { agents, clients, fleetHubs } = await askHub(home, 'status', {});
  const known = new Set([
    ...Object.values(agents).map(({ name }) => name),
    ...Object.values(clients).map(({ name }) => name),
    ...Object.values(fleetHubs).flatMap(hub => (hub.agents ?? []).map(({ name }) => name)),
  ]);
  const others = Object.values(agents).flatMap(({ claimedName, clientId, program }) => {
    const file = program?.path?.split(/[\\/]/).at(-1) ?? '';
    return [claimedName, clientId, file.replace(/\.exe$/i, '')];
  });
  // As hubs compare them.
  const folded = (name: string) => name.trim().toLowerCase();
  const all = new Set([...known, ...others, ...Object.keys(clients)].map(folded));
  if (agent === '*' || all.has(folded(agent))) return;
  printAside(`pilothouse: ${words.fleetAgentUnknown(agent, [...known].slice(0, mostNamed))}`);
}

function sayUnknown(
  asked: readonly string[],
  known: readonly string[],
  said: (unknown: readonly string[], known: readonly string[]) => string,
): void {
  const unknown = asked.filter(name => !known.includes(name));
  if (unknown.length > 0) printAside(`pilothouse: ${said(unknown, known.slice(0, mostNamed))}`);
}
