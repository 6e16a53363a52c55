// A hub in the middle of a working day, as one snapshot: every state of the panel occurs at least once.
import { fixtureAgentConfigs } from './agent-configs.ts';
import { fixtureSources, neverFetched } from './catalogue.ts';
import { fixtureAgents, fixtureBrowsers, fixtureClients, fixtureTabs } from './crew.ts';
import { fixtureGrants, fixturePrompts } from './permissions.ts';
import { fixtureServers, fixtureTools } from './servers.ts';
import { fixtureShortcuts } from './shortcuts.ts';
import type { Snapshot } from '../../../contract/schemas/snapshot.ts';

/** `now` is milliseconds since the epoch; everything in the snapshot lies before it. */
export function fixtureSnapshot(now: number): Snapshot {
  return {
    seq: 4_811,
    hub: {
      version: '0.1.0',
      pid: 47_702,
      startedAt: now - 11_520_000,
      home: '/home/ana/.pilothouse',
      mode: 'running',
      locks: false,
      pauseOnLock: false,
      cliWidens: false,
      policy: { path: '/home/ana/.pilothouse/policy.json', state: 'none', loadedAt: null, error: null, rules: [] },
      learning: null,
      learned: 0,
      modeSince: now - 1_900_000,
      shell: 'headless',
      extensionFolders: {
        chromium: '/home/ana/.pilothouse/extension/chromium',
        firefox: '/home/ana/.pilothouse/extension/firefox',
      },
      problems: [],
    },
    clients: byId(fixtureClients(now)),
    agents: byId(fixtureAgents(now)),
    browsers: byId(fixtureBrowsers(now)),
    unknownExtensions: {},
    pageAnswers: { 'browser-work': { at: now - 40_000, tool: 'read_page' } },
    tabs: Object.fromEntries(fixtureTabs(now).map(tab => [`${tab.browserId}:${tab.tabId}`, tab])),
    servers: byId(fixtureServers(now)),
    tools: byId(fixtureTools()),
    shortcuts: byId(fixtureShortcuts()),
    plugins: {},
    modelProviders: {},
    modelChoices: {},
    sites: {},
    siteQuestions: {},
    installs: {},
    fleetHubs: {},
    fleetServers: {},
    catalogueSources: {},
    grants: byId(fixtureGrants(now)),
    prompts: byId(fixturePrompts(now)),
    confirmations: {},
    agentConfigs: byId(fixtureAgentConfigs(now)),
    endpoints: {
      hub: {
        id: 'hub',
        address: '/run/user/1000/pilothouse/hub-4f1c9a20.sock',
        switchable: false,
        state: { kind: 'listening' },
      },
      'mcp-http': {
        id: 'mcp-http',
        address: 'http://127.0.0.1:3456/mcp',
        switchable: false,
        state: {
          kind: 'held',
          by: { kind: 'process', pid: '4121', program: 'node' },
          remedy: { kind: 'stop-or-other-port' },
        },
      },
      panel: {
        id: 'panel',
        address: 'http://127.0.0.1:40213',
        switchable: false,
        state: { kind: 'listening' },
      },
      claudezilla: {
        id: 'claudezilla',
        address: '/run/user/1000/claudezilla.sock, /home/ana/.claudezilla/claudezilla.sock',
        switchable: true,
        state: claudezillaHeld,
        places: [
          { address: '/run/user/1000/claudezilla.sock', state: { kind: 'listening' } },
          { address: '/home/ana/.claudezilla/claudezilla.sock', state: claudezillaHeld },
        ],
      },
    },
  };
}

const claudezillaHeld = {
  kind: 'held',
  by: { kind: 'process', pid: '5230', program: 'node' },
  remedy: { kind: 'quit-or-leave-off' },
} as const;

/** A hub that was just started for the first time. */
export function emptySnapshot(now: number): Snapshot {
  const { hub, seq, endpoints } = fixtureSnapshot(now);
  const none = {
    clients: {},
    agents: {},
    browsers: {},
    unknownExtensions: {},
    pageAnswers: {},
    tabs: {},
    servers: {},
    tools: {},
    shortcuts: {},
    grants: {},
    prompts: {},
    confirmations: {},
    agentConfigs: {},
    plugins: {},
    modelProviders: {},
    modelChoices: {},
    sites: {},
    siteQuestions: {},
    installs: {},
    fleetHubs: {},
    fleetServers: {},
    catalogueSources: byId(fixtureSources(now).map(neverFetched)),
  };
  return { seq, hub: { ...hub, startedAt: now - 40_000 }, ...none, endpoints };
}

function byId<E extends { id: string }>(entities: readonly E[]): Record<string, E> {
  return Object.fromEntries(entities.map(entity => [entity.id, entity]));
}
