// A hub in this process whose catalogue is a table of the test: what installs, how far that is, and what its servers answer.
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, onTestFinished } from 'vitest';
import { createHub, type Hub } from '../../electron/core/hub.ts';
import { nodePlatform } from '../../electron/core/platform/node-platform.ts';
import { repositoryRoot } from './provided.ts';
import { createTempHome } from './temp-home.ts';
import type { AskedField, Entry, Way } from '../../contract/schemas/catalogue.ts';
import type { Install } from '../../contract/schemas/installs.ts';
import type { PanelParams, PanelRequestName, PanelResult } from '../../contract/schemas/panel-requests.ts';
import type { Server } from '../../contract/schemas/servers.ts';
import type { InstallSources } from '../../electron/core/servers/install/install-sources.ts';

export function buildWay(fields: Partial<Way> = {}): Way {
  return {
    kind: 'npm',
    identifier: '@modelcontextprotocol/server-memory',
    version: '2026.8.31',
    registry: null,
    sha256: null,
    transport: 'stdio',
    address: null,
    runtime: 'npx',
    fields: [],
    runtimeArguments: [],
    arguments: [],
    variables: [],
    headers: [],
    ...fields,
  };
}

export function buildField(fields: Partial<AskedField> = {}): AskedField {
  return {
    key: 'it',
    place: 'argument',
    name: '',
    label: 'It',
    description: '',
    kind: 'text',
    required: false,
    secret: false,
    multiple: false,
    choices: [],
    defaults: [],
    placeholder: '',
    min: null,
    max: null,
    ...fields,
  };
}

export function buildEntry(name: string, ways: readonly Way[], fields: Partial<Entry> = {}): Entry {
  return {
    sourceId: 'official',
    name,
    title: name.split('/').at(-1) ?? name,
    description: '',
    version: ways[0]?.version ?? '1.0.0',
    namespace: name.split('/')[0] ?? '',
    verified: true,
    status: 'active',
    runs: [...new Set(ways.map(({ kind }) => kind))],
    asks: { values: 0, secrets: 0 },
    publishedAt: null,
    changedAt: null,
    uses: null,
    lookAlike: null,
    forbidden: null,
    repository: null,
    website: null,
    sourceName: 'Official registry',
    statusMessage: '',
    ways: [...ways],
    versions: [],
    tools: null,
    ...fields,
  };
}

/** npm goes through whatever this machine does. */
const certificates = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => /CERT|CA_BUNDLE|_PROXY$/i.test(name)),
);

export class InstallHub {
  readonly temp = createTempHome();
  /** By name and version; under its name alone the newest. */
  readonly entries = new Map<string, Entry>();
  /** What is in the place of others of its sources. */
  sources: Partial<InstallSources> = {};
  #hub: Hub | null = null;

  /** Folders before those of the PATH. */
  path: string[] = [];
  env: Record<string, string> = {};

  offer(entry: Entry): Entry {
    this.entries.set(`${entry.name}@${entry.version}`, entry);
    this.entries.set(entry.name, entry);
    return entry;
  }

  get hub(): Hub {
    if (!this.#hub) throw new Error('The hub does not run.');
    return this.#hub;
  }

  async start(): Promise<void> {
    const base = nodePlatform();
    const { folder, home } = this.temp;
    const entryOf: InstallSources['entryOf'] = async (_source, name, version) => {
      const entry = this.entries.get(version === null ? name : `${name}@${version}`);
      if (!entry) throw new Error(`No entry ${name}@${version} is offered by this test.`);
      return entry;
    };
    const platform = {
      ...base,
      machine: { ...base.machine, homeDir: folder },
      env: {
        ...certificates,
        PATH: [...this.path, process.env.PATH].join(':'),
        HOME: folder,
        // As from a terminal whose shell tells nothing more.
        TERM: 'xterm',
        SHELL: '/bin/false',
        DBUS_SYSTEM_BUS_ADDRESS: '',
        ...this.env,
      },
      say: () => {},
      listProcesses: async () => [],
      open: () => ({ url: null, page: null }),
      quit: () => {},
      version: '0.1.0',
      shell: 'headless',
      home,
      runtimeDir: join(home, 'run'),
      appDir: repositoryRoot,
      distDir: join(repositoryRoot, 'dist'),
      nodePath: process.execPath,
      mcpPort: 0,
      wellKnownRoot: folder,
      log: pino({ level: 'silent' }),
    } as const;
    const hub = createHub(platform, {
      entryOf,
      newestOf: (source, name) => entryOf(source, name, null),
      // As near as what its entries name.
      addressOf: () => 'http://127.0.0.1:9/registry',
      ...this.sources,
    });
    await hub.start();
    this.#hub = hub;
  }

  async stop(): Promise<void> {
    const hub = this.#hub;
    this.#hub = null;
    await hub?.stop();
  }

  async end(): Promise<void> {
    await this.stop();
    this.temp.remove();
  }

  async request<N extends PanelRequestName>(name: N, params: PanelParams<N>): Promise<PanelResult<N>> {
    const connection = this.hub.panel.connect(() => {});
    const reply = await connection.request(name, params);
    connection.close();
    if (!reply.ok) throw new Error(reply.error.message);
    return reply.value as PanelResult<N>;
  }

  install(serverId: string): Install | undefined {
    return this.hub.snapshot().installs[serverId];
  }

  server(serverId: string): Server | undefined {
    return this.hub.snapshot().servers[serverId];
  }

  /** The first way of an entry that is offered. */
  begin(name: string, more: Partial<PanelParams<'installs:begin'>> = {}): Promise<string> {
    const { version } = this.entries.get(name) ?? { version: '1.0.0' };
    const from = { kind: 'entry', sourceId: 'official', name, version, way: 0 } as const;
    return this.request('installs:begin', { from, name: name.split('/').at(-1) ?? name, ...more }).then(
      ({ serverId }) => serverId,
    );
  }

  async until(serverId: string, phase: Install['phase']['kind']): Promise<Install> {
    const at = () => this.install(serverId)?.phase;
    await expect
      .poll(() => [at()?.kind, at()?.kind === 'failed' && phase !== 'failed' ? at() : null])
      .toEqual([phase, null]);
    const found = this.install(serverId);
    if (!found) throw new Error(`There is no install of ${serverId}.`);
    return found;
  }

  async approve(serverId: string): Promise<void> {
    await this.request('servers:approve', { serverId, hash: this.server(serverId)?.hash ?? '' });
  }

  async runs(serverId: string): Promise<void> {
    await expect.poll(() => this.server(serverId)?.state).toMatchObject({ kind: 'running' });
  }

  /** Whatever a tool of it answers with, as text. */
  async call(serverId: string, tool: string, args: Record<string, unknown>): Promise<string> {
    const result = await this.request('tools:call', {
      callId: 'call',
      toolId: `${serverId}__${tool}`,
      arguments: args,
      confirmed: true,
    });
    return JSON.stringify(result);
  }
}

/** Ended with the running test. */
export async function openInstallHub(before: (hub: InstallHub) => void = () => {}): Promise<InstallHub> {
  const hub = new InstallHub();
  before(hub);
  onTestFinished(() => hub.end());
  await hub.start();
  return hub;
}
