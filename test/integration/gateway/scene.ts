// What the gateway's tests begin with: a real hub with the conformance fixture and server-everything behind it, and SDK clients as agents.
import path from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Client as ClientV1 } from 'sdk-v1/client/index.js';
import { StdioClientTransport as StdioV1 } from 'sdk-v1/client/stdio.js';
import { openPlace, urlOf } from '../../support/hub-process.ts';
import { repositoryRoot } from '../../support/provided.ts';
import type { ServerOptions } from '../../../contract/schemas/servers.ts';
import type { CliOptions, Credential, HubPlace } from '../../support/hub-process.ts';
import type { PanelClient } from '../../support/panel-client.ts';

export const fixturePath = path.join(repositoryRoot, 'test/fixtures/servers/conformance.mjs');
export const everythingPath = path.join(
  repositoryRoot,
  'node_modules/@modelcontextprotocol/server-everything/dist/index.js',
);

type Capabilities = ConstructorParameters<typeof Client>[1] extends { capabilities?: infer C } | undefined ? C : never;

export interface Scene {
  readonly place: HubPlace;
  readonly panel: PanelClient;
  readonly credential: Credential;
  /** Adds a server, approves it and waits until it runs. */
  addServer(
    name: string,
    args: readonly string[],
    options?: Partial<ServerOptions>,
    env?: Readonly<Record<string, string>>,
  ): Promise<void>;
  /** The same for a server behind an address. */
  addRemote(name: string, url: string, options?: Partial<ServerOptions>): Promise<void>;
  /** Lets the credential call every tool of a server from now on. */
  allow(serverId: string): Promise<void>;
  /** An agent on stdio with the official SDK; `serverId` shows that server alone. `prepare` registers handlers before the handshake. */
  agent(options?: AgentOptions): Promise<Client>;
  httpAgent(options?: AgentOptions): Promise<Client>;
  /** The same with the SDK's version 1. */
  agentV1(options?: AgentV1Options): Promise<ClientV1>;
  end(): Promise<void>;
}

export interface AgentOptions {
  readonly serverId?: string;
  readonly capabilities?: Capabilities;
  /** Without a handshake, as MCP 2026-07-28 has it; over HTTP alone. */
  readonly stateless?: boolean;
  readonly prepare?: (client: Client) => void;
}

export interface AgentV1Options {
  readonly serverId?: string;
  readonly capabilities?: Readonly<Record<string, object>>;
  readonly prepare?: (client: ClientV1) => void;
}

/** `options`: how its hub is started. */
export async function openScene(options: CliOptions = {}): Promise<Scene> {
  const place = openPlace();
  const panel = await place.panel(await place.serve([], options));
  const credential = await panel.request('clients:create', { name: 'Agent', start: 'ask' });
  const clients: { close(): Promise<void> }[] = [];
  const made = async (
    { capabilities = {}, prepare, stateless }: AgentOptions,
    transport: Parameters<Client['connect']>[0],
  ) => {
    const versionNegotiation = { mode: stateless ? { pin: '2026-07-28' } : 'legacy' } as const;
    const client = new Client({ name: 'a test', version: '1.0.0' }, { capabilities, versionNegotiation });
    prepare?.(client);
    clients.push(client);
    await client.connect(transport);
    return client;
  };
  const stdio = (serverId?: string) => ({
    command: credential.stdio.command,
    args: [
      ...credential.stdio.args,
      '--well-known-root',
      place.folder,
      ...(serverId === undefined ? [] : ['--server', serverId]),
    ],
    env: { HOME: place.folder, PATH: '/usr/bin:/bin' },
  });
  return {
    place,
    panel,
    credential,
    addServer: (name, args, options, env = {}) =>
      addServer(panel, name, { command: process.execPath, args, env }, options),
    addRemote: (name, url, options) => addServer(panel, name, { type: 'http', url }, options),
    allow: async serverId => {
      const subject = { kind: 'client', id: credential.client.id } as const;
      const whole = { tools: null, reading: false, lifetime: 'always', agentId: null } as const;
      const resource = { kind: 'server', serverId } as const;
      await panel.request('grants:set', { effect: 'allow', subject, scope: 'servers:call', resource, ...whole });
    },
    agent: (options = {}) => made(options, new StdioClientTransport(stdio(options.serverId))),
    httpAgent: (options = {}) => {
      const headers = { authorization: `Bearer ${credential.http.token}` };
      const url = urlOf(credential) + (options.serverId === undefined ? '' : `/${options.serverId}`);
      return made(options, new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
    },
    agentV1: async (options = {}) => {
      const { capabilities = {}, prepare } = options;
      const client = new ClientV1({ name: 'a test', version: '1.0.0' }, { capabilities });
      prepare?.(client);
      clients.push(client);
      await client.connect(new StdioV1(stdio(options.serverId)));
      return client;
    },
    end: async () => {
      for (const client of clients) await client.close().catch(() => {});
      await place.end();
    },
  };
}

async function addServer(
  panel: PanelClient,
  name: string,
  config: Readonly<Record<string, unknown>>,
  options: Partial<ServerOptions> = {},
): Promise<void> {
  const text = JSON.stringify({ mcpServers: { [name]: config } });
  const { serverIds } = await panel.request('servers:add', { kind: 'json', text });
  const [serverId = ''] = serverIds;
  await panel.waitFor(({ servers }) => serverId in servers, 'the server is there');
  const server = panel.snapshot.servers[serverId];
  if (!server) throw new Error(`${name} was not added.`);
  await panel.request('servers:set-options', { serverId, options: { ...server.options, ...options } });
  await panel.request('servers:approve', { serverId, hash: server.hash });
  await panel.waitFor(({ servers }) => servers[serverId]?.state.kind === 'running', `${name} runs`);
}
