// What the fixture hub answers about clients and agents: credentials are made, named, ended; agents leave; calls took what they took.
import type { PanelHandlers } from '../../../contract/schemas/panel-requests.ts';
import type { CollectionName, Snapshot } from '../../../contract/schemas/snapshot.ts';

interface Inside {
  readonly snapshot: () => Snapshot;
  readonly change: (collection: CollectionName, id: string, value: unknown) => void;
}

type Handled =
  | Exclude<Extract<keyof PanelHandlers, `clients:${string}`>, 'clients:new-token'>
  | 'agents:disconnect'
  | 'agents:set-browser'
  | 'agents:free'
  | 'agents:figures';

export function peopleAnswers({ snapshot, change }: Inside): Pick<PanelHandlers, Handled> {
  const now = Date.now;
  const setClient = (clientId: string, fields: object) => {
    change('clients', clientId, { ...snapshot().clients[clientId], ...fields });
    return {};
  };
  return {
    'clients:create': ({ name, start }) => {
      const client = {
        id: `client-${now()}`,
        name,
        verified: true,
        start,
        colour: 8,
        createdAt: now(),
        lastSeenAt: null,
      };
      change('clients', client.id, client);
      const command = '/home/ana/.pilothouse/launcher/pilothouse';
      return {
        client,
        stdio: { command, args: ['mcp', '--client', client.id], line: `${command} mcp --client ${client.id}` },
        http: { url: 'http://127.0.0.1:3456/mcp', token: 'ph_3q9fV7mZ0cKx2TnB8yRwL5dHs1UaJe6G' },
      };
    },
    'clients:rename': ({ clientId, name }) => setClient(clientId, { name }),
    'clients:admit': ({ clientId, admitted }) => setClient(clientId, { admitted }),
    'clients:set-start': ({ clientId, start }) => setClient(clientId, { start }),
    'clients:set-listing': ({ clientId, listing }) => setClient(clientId, { listing }),
    'clients:set-sees-hub': ({ clientId, on }) => setClient(clientId, { seesHub: on }),
    'clients:tool-costs': () => ({
      whole: { tools: 213, bytes: 148_212 },
      groups: { tools: 3, bytes: 1_874 },
      search: { tools: 2, bytes: 1_412 },
    }),
    'clients:revoke': ({ clientId }) => {
      change('clients', clientId, null);
      return {};
    },
    'agents:disconnect': ({ agentId }) => {
      change('agents', agentId, {
        ...snapshot().agents[agentId],
        state: { kind: 'gone', since: now(), reason: 'you disconnected it' },
      });
      return {};
    },
    'agents:free': ({ agentId }) => {
      const { plan: _, ...agent } = snapshot().agents[agentId] ?? {};
      change('agents', agentId, agent);
      return {};
    },
    'agents:set-browser': ({ agentId, browserId }) => {
      change('agents', agentId, { ...snapshot().agents[agentId], browserId });
      return {};
    },
    'agents:figures': () => ({
      figures: Object.values(snapshot().agents).map(({ id: agentId, calls }, index) =>
        calls === 0
          ? { agentId, calls, p50Ms: null, p95Ms: null }
          : { agentId, calls: Math.min(500, calls), p50Ms: 8.4 + index * 5, p95Ms: 318 + index * 297 },
      ),
    }),
  };
}
