// A whole hub in this process, on a home of its own and a clock that a test moves; its user allows what is asked.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { createHub, type Hub } from '../../../electron/core/hub.ts';
import { nodePlatform } from '../../../electron/core/platform/node-platform.ts';
import { repositoryRoot } from '../../support/provided.ts';
import { createTempHome } from '../../support/temp-home.ts';
import type { EndpointId } from '../../../contract/entities.ts';
import type { PanelParams, PanelRequestName, PanelResult } from '../../../contract/schemas/panel-requests.ts';
import type { SocketFiles } from './agents.ts';
import type { PlayedClock } from './clock.ts';

const noon = 1_790_000_000_000;

export class HubInProcess {
  readonly #temp = createTempHome();
  readonly #clock: PlayedClock;
  #hub: Hub | null = null;
  #unwatch = () => {};

  constructor(clock: PlayedClock) {
    this.#clock = clock;
  }

  get home(): string {
    return this.#temp.home;
  }

  /** The one that runs; null while it is restarted. */
  get current(): Hub | null {
    return this.#hub;
  }

  get hub(): Hub {
    if (!this.#hub) throw new Error('The hub does not run.');
    return this.#hub;
  }

  /** Where a way in is open; the first of its places. */
  address(id: EndpointId): string {
    return this.hub.snapshot().endpoints[id]?.address.split(', ')[0] ?? '';
  }

  get claudezilla(): SocketFiles {
    const folder = join(this.#temp.folder, '.claudezilla');
    return { socket: join(folder, 'claudezilla.sock'), token: join(folder, 'claudezilla-auth.token') };
  }

  async request<N extends PanelRequestName>(name: N, params: PanelParams<N>): Promise<PanelResult<N>> {
    const connection = this.hub.panel.connect(() => {});
    const reply = await connection.request(name, params);
    connection.close();
    if (!reply.ok) throw new Error(`${name}: ${reply.error.message}`);
    return reply.value as PanelResult<N>;
  }

  /** A credential, by itself for agents that may work in their own tabs, with the secret of its shims. */
  async client(
    name: string,
    start: 'ask' | 'own-tabs' = 'own-tabs',
  ): Promise<{ clientId: string; clientSecret: string }> {
    const { client } = await this.request('clients:create', { name, start });
    const clientSecret = readFileSync(join(this.home, 'secrets', 'clients', client.id), 'utf8');
    return { clientId: client.id, clientSecret };
  }

  async start(): Promise<void> {
    const base = nodePlatform();
    const { folder, home } = this.#temp;
    const hub = createHub({
      ...base,
      machine: { ...base.machine, homeDir: folder },
      env: { DBUS_SYSTEM_BUS_ADDRESS: '' },
      say: () => {},
      // Another program would tell, in its own time; the test moves the time.
      peerInode: async () => null,
      connectionProcess: async () => null,
      // None of the machine's own is a browser of this test.
      listProcesses: async () => [],
      now: () => noon + this.#clock.now,
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
    });
    await hub.start();
    this.#hub = hub;
    this.#approveAll();
  }

  /** As when the user quits and opens it again. */
  async restart(): Promise<void> {
    await this.stop();
    await this.start();
  }

  async stop(): Promise<void> {
    this.#unwatch();
    const hub = this.#hub;
    this.#hub = null;
    await hub?.stop();
  }

  async end(): Promise<void> {
    await this.stop();
    this.#temp.remove();
  }

  /** Every browser that waits is let in. */
  #approveAll(): void {
    const approve = () => {
      for (const { id, state } of Object.values(this.#hub?.snapshot().browsers ?? {}))
        if (state.kind === 'pending') void connection.request('browsers:approve', { browserId: id });
    };
    const connection = this.hub.panel.connect(({ event }) => event === 'state:patch' && approve());
    this.#unwatch = () => connection.close();
  }
}
