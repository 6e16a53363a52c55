// The hub's real parts behind an endpoint in this process, for what a hub of its own would hide: all but what carries out calls.
import { randomBytes } from 'node:crypto';
import { FirstTabs } from '../../../electron/core/agent-connections/first-tabs.ts';
import { AgentRegistry } from '../../../electron/core/agents/agent-registry.ts';
import { BrowserRegistry } from '../../../electron/core/browsers/browser-registry.ts';
import { ClientRegistry } from '../../../electron/core/clients/client-registry.ts';
import { builtInClients } from '../../../electron/core/compat/built-in-clients.ts';
import { buildBrowser, buildClient, noPageAnswers } from '../../support/hub-fixtures.ts';
import { createWorld } from '../../unit/core/router/router-world.ts';

export function createServices() {
  const made = createWorld();
  made.world.client = buildClient({ start: 'own-tabs' });
  const common = { state: made.state, now: Date.now, randomBytes };
  const hub = { kind: 'hub', id: 'hub', label: 'Hub' } as const;
  const agents = new AgentRegistry({ ...common, onLeft: () => {} });
  const persist = { put: async () => {}, seen: () => {}, remove: async () => {} };
  const secrets = { write: async () => {}, remove: async () => {} };
  const clients = new ClientRegistry({ ...common, rows: [], builtIn: builtInClients, persist, secrets });
  const browsers = new BrowserRegistry({
    ...common,
    tabs: made.tabs,
    tap: made.tap,
    hub,
    rows: [],
    persist,
    answers: noPageAnswers,
  });
  browsers.connected = () => [buildBrowser({ os: 'Linux' })];
  const { catalogue, gateway, router, shortcuts, tap, tabs } = made;
  const calling = { shortcuts, firstTabs: new FirstTabs(), images: { scale: async () => null } };
  const agentServices = {
    agents,
    browsers,
    tabs,
    catalogue,
    gateway,
    router,
    tap,
    hub,
    hubId: 'hub-1',
    version: '0.1.0',
    ...calling,
  };
  return { made, agents, services: { platform: common, agentServices, clients, browsers, tabs, state: made.state } };
}
