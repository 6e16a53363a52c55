// Built hubs in a fleet with the rights that are printed: those that share a server which counts its calls, and one whose agents use it.
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { fleetRights, rightsText } from '../../electron/core/fleet/link/fleet-rights.ts';
import { usePlace } from './hub-process.ts';
import { startNats } from './nats-server.ts';
import { repositoryRoot } from './provided.ts';
import type { HubPlace, HubProcess } from './hub-process.ts';
import type { NatsServer } from './nats-server.ts';
import type { PanelClient } from './panel-client.ts';

const serverPath = path.join(repositoryRoot, 'test/fixtures/servers/working.mjs');

export interface Member {
  readonly name: string;
  readonly place: HubPlace;
  readonly hub: HubProcess;
  readonly panel: PanelClient;
}

/** One user for each hub, with the printed rights of one that takes calls to the group, and its name as password. */
export function fleetServer(...hubs: string[]): Promise<NatsServer> {
  return configuredFleetServer('', ...hubs);
}

/** The same with more in its configuration. */
export async function configuredFleetServer(config: string, ...hubs: string[]): Promise<NatsServer> {
  const nats = await startNats({ config: `${config}\n${accountWith(hubs)}` });
  onTestFinished(() => nats.remove());
  return nats;
}

/** Those of `alone` are named for no group. */
export function accountWith(hubs: readonly string[], alone: readonly string[] = []): string {
  const rightsOf = (hub: string) =>
    rightsText(fleetRights('pilothouse', hub, { serves: alone.includes(hub) ? [] : ['worker'] }));
  const users = hubs.map(hub => `{ user: ${hub}, password: ${hub}, permissions: ${rightsOf(hub)} }`);
  return `accounts { FLEET { jetstream: enabled, users: [ { user: admin, password: admin }\n${users.join('\n')} ] } }`;
}

const as = (user: string) => ({ kind: 'password', user, password: user }) as const;

export async function member(address: string, name: string): Promise<Member> {
  const place = usePlace();
  const hub = await place.serve();
  const panel = await place.panel(hub);
  await panel.request('fleet:init', { address, credential: as('admin') }).catch(() => {});
  await panel.request('fleet:join', { address, name, credential: as(name) });
  return { name, place, hub, panel };
}

/** Its server runs and is shared with mia, whose agents it lets read. */
export async function owner(address: string, name: string, readOnly = true): Promise<Member> {
  const one = await member(address, name);
  const text = JSON.stringify({ mcpServers: { worker: { command: process.execPath, args: [serverPath] } } });
  await one.panel.request('servers:add', { kind: 'json', text });
  await approve(one.panel, 'worker');
  const whom = { hubs: ['mia'], roles: [], tools: null, readOnly, description: '' };
  await one.panel.request('fleet:share', { serverId: 'worker', share: 'worker', ...whom });
  return one;
}

async function approve(panel: PanelClient, serverId: string): Promise<void> {
  await panel.waitFor(({ servers }) => serverId in servers, 'it is added');
  await panel.request('servers:approve', { serverId, hash: panel.snapshot.servers[serverId]?.hash ?? '' });
  await panel.waitFor(({ servers }) => servers[serverId]?.state.kind === 'running', 'it runs');
}

/** An agent of a hub that uses what is shared, as one of the group when `hub` is null. */
export async function agentOf({ place, panel }: Member, hub: string | null, toolName: 'work' | 'act' = 'work') {
  const { serverId } = await panel.request('fleet:use', { hub, share: 'worker' });
  await approve(panel, serverId);
  const agent = await place.httpAgent(await panel.request('clients:create', { name: 'Claude Code', start: 'ask' }));
  const tool =
    (await agent.client.listTools()).tools.find(({ name }) => name === `${serverId}__${toolName}`)?.name ?? '';
  if (tool === '') throw new Error(`${serverId} has no tool ${toolName}.`);
  return (name: string, more: object = {}) => agent.call(tool, { name, ...more });
}

export const busy = ({ panel }: Member) => Object.values(panel.snapshot.agents).some(({ inFlight }) => inFlight > 0);
