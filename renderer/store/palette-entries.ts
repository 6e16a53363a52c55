// What the palette offers: places, things and actions of the present state, and which of them a few letters mean.
import type { PanelParams, PanelRequestName } from '../../electron/contract/panel-requests.ts';
import type { Snapshot } from '../../electron/contract/snapshot.ts';
import type { Screen } from '../frame/route.ts';
import { modeOf } from './agent-mode.ts';
import { connectedAgents } from './identity.ts';
import { serverActions } from './server-actions.ts';
import { keyOfTab } from './tab-board.ts';
import { runModeOrder, runModeWords } from '../words/mode-words.ts';
import { visibleText } from '../words/visible-text.ts';

export type PaletteDoes =
  | { readonly go: Screen; readonly id?: string }
  | { readonly ask: Ask }
  | { readonly show: 'shortcuts' };

type Ask = { [N in PanelRequestName]: { readonly name: N; readonly params: PanelParams<N> } }[PanelRequestName];

export interface PaletteEntry {
  /** Unlike any other's. */
  readonly id: string;
  readonly group: string;
  /** Safe to be drawn. */
  readonly text: string;
  readonly does: PaletteDoes;
}

/** So many of one group are shown at most; more letters find the others. */
const perGroup = 8;

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

export function paletteEntries(snapshot: Snapshot, screens: readonly Screen[]): PaletteEntry[] {
  return [
    ...screens.map(screen => entry('Go to', screen, capital(screen), { go: screen })),
    ...modeEntries(snapshot),
    entry('Do', 'add', 'Add a server', { go: 'servers', id: '+' }),
    entry('Do', 'keys', 'Keyboard shortcuts', { show: 'shortcuts' }),
    ...agentEntries(snapshot),
    ...serverEntries(snapshot),
    ...tabEntries(snapshot),
    ...Object.values(snapshot.browsers).map(({ id, name }) => entry('Browsers', id, name, { go: 'tabs' })),
    ...Object.values(snapshot.tools).map(({ id }) => entry('Tools', id, id, { go: 'tools', id })),
  ];
}

/** Those whose words begin with all the words given, else hold them; the state's order stays. */
export function findEntries(entries: readonly PaletteEntry[], query: string): PaletteEntry[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const counts = new Map<string, number>();
  const holds = (text: string) => words.every(word => text.includes(word));
  const starts = (text: string) => words.every(word => text.split(/[\s/_:.-]+/).some(part => part.startsWith(word)));
  const found = entries.filter(({ group, text }) => holds(`${group} ${text}`.toLowerCase()));
  const best = found.filter(({ group, text }) => starts(`${group} ${text}`.toLowerCase()));
  return [...new Set([...best, ...found])].filter(({ group }) => {
    const count = (counts.get(group) ?? 0) + 1;
    counts.set(group, count);
    return count <= perGroup || group === 'Go to';
  });
}

function modeEntries({ hub }: Snapshot): PaletteEntry[] {
  return runModeOrder
    .filter(mode => mode !== hub.mode)
    .map(mode =>
      entry('Do', `mode ${mode}`, `All agents: ${runModeWords[mode].toLowerCase()}`, {
        ask: { name: 'hub:set-mode', params: { mode } },
      }),
    );
}

function agentEntries(snapshot: Snapshot): PaletteEntry[] {
  return connectedAgents(snapshot).flatMap(agent => {
    const { id: agentId, name } = agent;
    const mode = modeOf(snapshot.hub, agent) === 'running' ? 'paused' : 'running';
    return [
      entry('Agents', agentId, name, { go: 'agents', id: agentId }),
      entry('Agents', `mode ${agentId}`, `${name}: ${runModeWords[mode].toLowerCase()}`, {
        ask: { name: 'agents:set-mode', params: { agentId, mode } },
      }),
      entry('Agents', `leave ${agentId}`, `${name}: disconnect`, {
        ask: { name: 'agents:disconnect', params: { agentId } },
      }),
    ];
  });
}

function serverEntries({ servers }: Snapshot): PaletteEntry[] {
  return Object.values(servers).flatMap(server => {
    const { id: serverId, name } = server;
    const { start, stop, restart } = serverActions(server);
    const act = (request: 'servers:start' | 'servers:stop' | 'servers:restart', word: string) =>
      entry('Servers', `${request} ${serverId}`, `${name}: ${word.toLowerCase()}`, {
        ask: { name: request, params: { serverId } },
      });
    return [
      entry('Servers', serverId, name, { go: 'servers', id: serverId }),
      ...(start ? [act('servers:start', start)] : []),
      ...(stop ? [act('servers:stop', stop)] : []),
      ...(restart ? [act('servers:restart', 'Restart')] : []),
    ];
  });
}

function tabEntries({ tabs }: Snapshot): PaletteEntry[] {
  return Object.values(tabs).flatMap(tab => {
    const { browserId, tabId, title, owner } = tab;
    const name = `${title || 'Untitled'}, tab ${tabId}`;
    const takeOver = entry('Tabs', `take ${keyOfTab(tab)}`, `${name}: take over`, {
      ask: { name: 'tabs:take-over', params: { browserId, tabId } },
    });
    return [
      entry('Tabs', keyOfTab(tab), name, { go: 'tabs', id: keyOfTab(tab) }),
      ...(owner.kind === 'you' ? [] : [takeOver]),
    ];
  });
}

function entry(group: string, id: string, text: string, does: PaletteDoes): PaletteEntry {
  return { id: `${group} ${id}`, group, text: visibleText(text), does };
}
