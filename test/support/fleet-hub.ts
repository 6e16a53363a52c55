// A hub in this process without its ways in, joined to a fleet at a real nats-server: what shares and uses servers of other hubs.
import { join } from 'node:path';
import { Kvm } from '@nats-io/kv';
import { AgentConnection } from '../../electron/core/agent-connections/agent-connection.ts';
import { createAgentServices } from '../../electron/core/composition/agent-parts.ts';
import { createBaseParts } from '../../electron/core/composition/base-parts.ts';
import { createBoot } from '../../electron/core/composition/boot.ts';
import { Closers } from '../../electron/core/composition/closers.ts';
import { createFleetShared } from '../../electron/core/composition/fleet-shared-parts.ts';
import { followEvents } from '../../electron/core/composition/follow-events.ts';
import { createRegistries } from '../../electron/core/composition/registries.ts';
import { followTasks } from '../../electron/core/composition/task-parts.ts';
import { openFleetWire } from '../../electron/core/fleet/link/fleet-wire.ts';
import { repositoryRoot } from './provided.ts';
import { quietPlatform } from './quiet-platform.ts';
import { createTempHome } from './temp-home.ts';
import type { FleetState } from '../../contract/schemas/fleet.ts';
import type { Message, MessageId } from '../../contract/schemas/messages.ts';

export type FleetHub = Awaited<ReturnType<typeof startFleetHub>>;

export const everythingPath = join(
  repositoryRoot,
  'node_modules/@modelcontextprotocol/server-everything/dist/index.js',
);

function fleetState(address: string, name: string): FleetState {
  return {
    ...{ address, name, prefix: 'pilothouse', roles: [], credential: 'none', tls: false, joinedAt: 0, since: 0 },
    ...{ state: 'online', reason: null, roundTripMs: null, signers: [], policy: null },
    shows: { agents: false, servers: false, questions: false },
    outbox: { audit: 0, traces: 0, dropped: 0 },
  };
}

/** What of it speaks to the fleet is begun by whoever has the connection. */
export async function openFleetHub(url: string, name: string) {
  const temp = createTempHome();
  const { folder, home } = temp;
  const closers = new Closers();
  const boot = createBoot(
    {
      ...quietPlatform({
        folder,
        home,
        env: { PATH: process.env.PATH, HOME: folder, SHELL: '/bin/false', DBUS_SYSTEM_BUS_ADDRESS: '' },
      }),
      listProcesses: async () => [],
    },
    closers,
  );
  const parts = await createBaseParts(boot);
  const registries = await createRegistries(boot, parts);
  const agentServices = createAgentServices(boot, parts, registries);
  const leaveTasks = followTasks(boot, registries, agentServices.router);
  followEvents(boot.events, parts, registries);
  const shared = await createFleetShared(boot, parts, registries, agentServices);
  parts.state.setHub({ fleet: fleetState(url, name) });
  const { servers } = registries;
  const runs = async (id: string) => {
    await servers.changes.approve(id, servers.get(id)?.hash ?? '');
    await servers.start(id);
  };
  return {
    name,
    shared,
    registries,
    agentServices,
    state: parts.state,
    /** A program of this machine as a server that runs. */
    serve: async (server: string, command: string, args: readonly string[]) => {
      const config = { kind: 'stdio' as const, command, args: [...args], env: {} };
      const [id = ''] = await servers.changes.addAll([{ name: server, config }]);
      await runs(id);
      return id;
    },
    /** What another hub shares, approved and running. */
    use: async (hub: string | null, share: string) => {
      const id = await shared.shares.use({ hub, share });
      await runs(id);
      return id;
    },
    request: async (id: string, method: string, params: unknown, signal?: AbortSignal) => {
      const client = await servers.clientFor(id, null);
      return client.request(method, params, { parent: null, timeoutMs: 30_000, ...(signal && { signal }) });
    },
    /** An agent that sees one server, and calls its tools by this hub's own front: with its rules, limits and trace. */
    agent: async (serverId: string) => {
      const client =
        registries.clients.get('agent') ?? (await registries.clients.create('Agent', 'ask', 'agent')).client;
      const waiting = new Map<MessageId, (message: Message) => void>();
      const connection = new AgentConnection(
        agentServices,
        { client, instance: serverId, transport: 'http', program: null, disconnect: () => {} },
        (_, message) => {
          if (message.kind === 'result' || message.kind === 'error') waiting.get(message.id ?? '')?.(message);
        },
        { serverId },
      );
      let last = 0;
      return (tool: string, args: object) =>
        new Promise<Message>(resolve => {
          const id = ++last;
          waiting.set(id, message => {
            waiting.delete(id);
            resolve(message);
          });
          const params = { name: tool, arguments: args };
          connection.receive(JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params }));
        });
    },
    close: async () => {
      leaveTasks();
      await closers.close();
      temp.remove();
    },
  };
}

export async function startFleetHub(url: string, name: string) {
  const hub = await openFleetHub(url, name);
  const wire = await openFleetWire('pilothouse', name, {
    servers: url,
    maxReconnectAttempts: -1,
    reconnectTimeWait: 50,
  });
  await new Kvm(wire.connection).create(wire.subjects.bucket('shares'), {});
  const memberships = await Promise.all(hub.shared.members.map(({ member }) => member.begin(wire)));
  return {
    ...hub,
    wire,
    leave: () => Promise.all(memberships.map(one => one.end())),
    end: async () => {
      await Promise.all(memberships.map(one => one.end()));
      await wire.connection.close();
      await hub.close();
    },
  };
}
