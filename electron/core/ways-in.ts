// The hub's ways in and their state: the hub endpoint and MCP over HTTP. A busy port is shown, never silently replaced.
import { listenHubEndpoint } from '../../native-host/endpoints/hub-endpoint.ts';
import { acceptShim } from './agents/stdio-agents.ts';
import { acceptCli } from './cli-peer.ts';
import { listenMcpHttp } from './http/mcp-http.ts';
import { portHolder } from './http/port-holder.ts';
import type { Endpoint } from '../contract/entities.ts';
import type { PeerHello } from '../contract/endpoint.ts';
import type { FrameChannel } from '../../native-host/framing/frame-channel.ts';
import type { AgentHall } from './agents/agent-connection.ts';
import type { BrowserRegistry } from './browsers/browser-registry.ts';
import type { CliCommands } from './cli-peer.ts';
import type { ClientRegistry } from './clients/client-registry.ts';
import type { Closers } from './closers.ts';
import type { DataHome } from './data-home.ts';
import type { HubPlatform } from './platform.ts';
import type { Problems } from './problems.ts';
import type { StatePublisher } from './state/publisher.ts';

export interface WaysInOptions {
  readonly platform: HubPlatform;
  readonly home: DataHome;
  readonly state: StatePublisher;
  readonly problems: Problems;
  readonly closers: Closers;
  readonly hall: AgentHall;
  readonly clients: ClientRegistry;
  readonly browsers: BrowserRegistry;
  readonly commands: CliCommands;
}

export class WaysIn {
  readonly #options: WaysInOptions;
  #mcpPort: number | null = null;

  constructor(options: WaysInOptions) {
    this.#options = options;
  }

  mcpUrl(): string | null {
    return this.#mcpPort === null ? null : `http://127.0.0.1:${this.#mcpPort}/mcp`;
  }

  async open(): Promise<void> {
    await this.#openHubEndpoint();
    await this.#openMcpHttp();
  }

  async #openHubEndpoint(): Promise<void> {
    const { platform, home, closers, clients } = this.#options;
    const endpoint = await listenHubEndpoint({
      home: platform.home,
      runtimeDir: platform.runtimeDir,
      key: home.hubKey,
      pid: process.pid,
      startedAt: Math.round(performance.timeOrigin),
      clientSecret: clientId => (clients.get(clientId) ? home.clientSecrets.read(clientId) : null),
      onPeer: (hello, channel) => this.#welcome(hello, channel),
      refuse: hello => this.#options.browsers.refuse(hello),
      onRefused: reason => platform.log.warn({ endpoint: 'hub' }, reason),
    });
    closers.add(() => endpoint.close());
    this.#show({
      id: 'hub',
      title: 'Hub endpoint, for relays and pilothouse mcp',
      address: endpoint.path,
      switchable: false,
      state: { kind: 'listening' },
    });
  }

  async #openMcpHttp(): Promise<void> {
    const { platform, closers, hall, clients, problems } = this.#options;
    const shown = (port: number) => ({
      id: 'mcp-http' as const,
      title: 'MCP over HTTP, for agents',
      address: `http://127.0.0.1:${port}/mcp`,
      switchable: false,
    });
    try {
      const listening = await listenMcpHttp({
        hall,
        clients,
        port: platform.mcpPort,
        randomBytes: size => platform.randomBytes(size),
      });
      closers.add(() => listening.close());
      this.#mcpPort = listening.port;
      this.#show({ ...shown(listening.port), state: { kind: 'listening' } });
    } catch (error) {
      const busy = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
      const reason = error instanceof Error ? error.message : String(error);
      const by = busy ? await portHolder(platform.mcpPort) : '';
      const remedy = 'Stop it, or start with another --mcp-port';
      this.#show({
        ...shown(platform.mcpPort),
        state: busy ? { kind: 'held', by, remedy } : { kind: 'failed', reason },
      });
      problems.report(
        'mcp-http',
        busy
          ? `Port ${platform.mcpPort} is held by ${by}. ${remedy}; agents over stdio are not touched.`
          : `MCP over HTTP did not open on port ${platform.mcpPort}: ${reason}.`,
      );
    }
  }

  #welcome(hello: PeerHello, channel: FrameChannel): void {
    const { hall, clients, browsers, commands } = this.#options;
    switch (hello.role) {
      case 'relay':
        return browsers.accept(hello, channel);
      case 'mcp':
        return acceptShim(hall, clients, hello, channel);
      case 'cli':
        return acceptCli(channel, commands);
    }
  }

  #show(endpoint: Endpoint): void {
    this.#options.state.set('endpoints', endpoint.id, endpoint);
  }
}
