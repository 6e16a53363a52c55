// What the palette offers: places, things and actions of the present state, and which of them a few letters mean.
import { agentName } from '../../contract/agent-name.ts';
import { runModes } from '../../contract/entities.ts';
import { visibleText } from '../../contract/visible-text.ts';
import { modeOf } from '../store/agent-mode.ts';
import { connectedPrograms, connectionsOf } from '../store/connected-agents.ts';
import { keyOfTab } from '../store/tab-board.ts';
import { browserName, tellsBrowsers } from '../words/identity.ts';
import { midSentence, t, tIn } from '../words/language.ts';
import { modeFault, runModeWords } from '../words/mode-words.ts';
import { screenWords } from '../words/screen-words.ts';
import { serverActions } from '../words/server-actions.ts';
import { installPath, sourcesPath } from './catalogue-paths.ts';
import { pluginPath } from './plugin-paths.ts';
import { shortcutPath } from './tool-paths.ts';
import type { Tab } from '../../contract/schemas/entities.ts';
import type { PanelParams, PanelRequestName } from '../../contract/schemas/panel-requests.ts';
import type { Snapshot } from '../../contract/schemas/snapshot.ts';
import type { Screen } from './route.ts';

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

/** What stands above the entries of a kind. */
const groups = {
  go: t('Go to'),
  do: tIn('palette', 'Do'),
  agents: t('Agents'),
  servers: t('Servers'),
  tabs: t('Tabs'),
  browsers: t('Browsers'),
  tools: t('Tools'),
  shortcuts: t('Shortcuts'),
  models: t('Models'),
  plugins: t('Plugins'),
} as const;

export function paletteEntries(snapshot: Snapshot, screens: readonly Screen[]): PaletteEntry[] {
  return [
    ...screens.map(screen => entry(groups.go, screen, screenWords[screen], { go: screen })),
    ...modeEntries(snapshot),
    entry(groups.do, 'add', t('Add a server'), { go: 'servers', id: '+' }),
    entry(groups.do, 'catalogue', t('Find a server in the catalogue'), { go: 'catalogue' }),
    entry(groups.do, 'sources', t('Sources of the catalogue'), { go: 'catalogue', id: sourcesPath }),
    entry(groups.do, 'installs', t('Installs'), { go: 'catalogue', id: installPath() }),
    entry(groups.do, 'add-provider', t('Add provider'), { go: 'models', id: '+key' }),
    entry(groups.do, 'keys', t('Keyboard shortcuts'), { show: 'shortcuts' }),
    ...agentEntries(snapshot),
    ...serverEntries(snapshot),
    ...tabEntries(snapshot),
    ...Object.values(snapshot.browsers).map(({ id, name }) => entry(groups.browsers, id, name, { go: 'tabs' })),
    ...Object.values(snapshot.tools).map(({ id }) => entry(groups.tools, id, id, { go: 'tools', id })),
    ...Object.values(snapshot.modelProviders).map(({ id, name }) =>
      entry(groups.models, id, name, { go: 'models', id }),
    ),
    ...Object.values(snapshot.plugins).map(({ id, name }) =>
      entry(groups.plugins, id, name, { go: 'servers', id: pluginPath(id) }),
    ),
    ...Object.values(snapshot.shortcuts).map(({ id, command }) =>
      entry(groups.shortcuts, id, command, { go: 'tools', id: shortcutPath(id) }),
    ),
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
    return count <= perGroup || group === groups.go;
  });
}

function modeEntries({ hub }: Snapshot): PaletteEntry[] {
  return runModes
    .filter(mode => mode !== hub.mode && modeFault(hub, mode) === null)
    .map(mode =>
      entry(groups.do, `mode ${mode}`, t('All agents: {mode}', { mode: midSentence(runModeWords[mode]) }), {
        ask: { name: 'hub:set-mode', params: { mode } },
      }),
    );
}

function agentEntries(snapshot: Snapshot): PaletteEntry[] {
  return connectedPrograms(snapshot).flatMap(agent => {
    const { id: agentId } = agent;
    const name = agentName(agent);
    const shown = entry(groups.agents, agentId, name, { go: 'agents', id: agentId });
    // What is done to several connections at once, or to one of them, is on their agent's page.
    if (connectionsOf(snapshot, agent).length > 1) return [shown];
    const mode = modeOf(snapshot.hub, agent) === 'running' ? 'paused' : 'running';
    return [
      shown,
      entry(groups.agents, `mode ${agentId}`, t('{name}: {what}', { name, what: midSentence(runModeWords[mode]) }), {
        ask: { name: 'agents:set-mode', params: { agentId, mode } },
      }),
      entry(groups.agents, `leave ${agentId}`, t('{name}: {what}', { name, what: t('disconnect') }), {
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
      entry(groups.servers, `${request} ${serverId}`, t('{name}: {what}', { name, what: midSentence(word) }), {
        ask: { name: request, params: { serverId } },
      });
    return [
      entry(groups.servers, serverId, name, { go: 'servers', id: serverId }),
      ...(start ? [act('servers:start', start)] : []),
      ...(stop ? [act('servers:stop', stop)] : []),
      ...(restart ? [act('servers:restart', t('Restart'))] : []),
    ];
  });
}

function tabName(snapshot: Snapshot, { browserId, tabId, title }: Tab): string {
  const named = { title: title || t('Untitled'), tabId: String(tabId) };
  if (!tellsBrowsers(snapshot)) return t('{title}, tab {tabId}', named);
  return t('{title}, tab {tabId} of {browser}', { ...named, browser: browserName(snapshot, browserId) });
}

function tabEntries(snapshot: Snapshot): PaletteEntry[] {
  return Object.values(snapshot.tabs).flatMap(tab => {
    const { browserId, tabId, owner } = tab;
    const name = tabName(snapshot, tab);
    const takeOver = entry(groups.tabs, `take ${keyOfTab(tab)}`, t('{name}: {what}', { name, what: t('take over') }), {
      ask: { name: 'tabs:take-over', params: { browserId, tabId } },
    });
    return [
      entry(groups.tabs, keyOfTab(tab), name, { go: 'tabs', id: keyOfTab(tab) }),
      ...(owner.kind === 'you' ? [] : [takeOver]),
    ];
  });
}

function entry(group: string, id: string, text: string, does: PaletteDoes): PaletteEntry {
  return { id: `${group} ${id}`, group, text: visibleText(text), does };
}
