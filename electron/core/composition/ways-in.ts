// The hub's own ways in: the hub endpoint for relays and shims, and MCP over HTTP.
import { listenHubEndpoint } from '../../../native-host/endpoints/hub-endpoint.ts';
import { acceptShim } from '../agent-connections/stdio-agents.ts';
import { acceptCli } from '../cli/cli-peer.ts';
import { McpWay } from '../http/mcp-way.ts';
import { ShownEndpoints } from '../state/shown-endpoints.ts';
import type { PeerHello } from '../../../contract/schemas/endpoint.ts';
import type { FrameChannel } from '../../../native-host/framing/frame-channel.ts';
import type { AgentHall } from '../agent-connections/agent-connection.ts';
import type { AgentRegistry } from '../agents/agent-registry.ts';
import type { BrowserRegistry } from '../browsers/browser-registry.ts';
import type { CliCommands } from '../cli/cli-peer.ts';
import type { ClientRegistry } from '../clients/client-registry.ts';
import type { DataHome } from '../home/data-home.ts';
import type { HubPlatform } from '../platform/platform.ts';
import type { Problems } from '../state/problems.ts';
import type { StatePublisher } from '../state/publisher.ts';
import type { SettingsTable } from '../store/settings-table.ts';
import type { Closers } from './closers.ts';

export interface WaysInOptions {
  readonly platform: HubPlatform;
  readonly home: DataHome;
  readonly state: StatePublisher;
  readonly problems: Problems;
  readonly closers: Closers;
  readonly hall: AgentHall;
  readonly clients: ClientRegistry;
  readonly browsers: BrowserRegistry;
  readonly agents: AgentRegistry;
  readonly settings: SettingsTable;
  readonly commands: CliCommands;
}

export class WaysIn {
  readonly #options: WaysInOptions;
  readonly #mcp: McpWay;

  constructor(options: WaysInOptions) {
    this.#options = options;
    const { agents } = options;
    this.#mcp = new McpWay({
      ...options,
      disconnectClient: (clientId, reason) => agents.disconnectClient(clientId, reason),
    });
  }

  /** MCP over HTTP, which the panel sets. */
  get mcp(): McpWay {
    return this.#mcp;
  }

  async open(): Promise<void> {
    await this.#openHubEndpoint();
    await this.#mcp.open();
    this.#options.closers.add(() => this.#mcp.close());
  }

  async #openHubEndpoint(): Promise<void> {
    const { platform, home, closers, clients } = this.#options;
    const shown = new ShownEndpoints(this.#options.state);
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
      onCrowded: () => shown.crowded('hub'),
    });
    closers.add(() => endpoint.close());
    shown.show({
      id: 'hub',
      address: endpoint.path,
      switchable: false,
      state: { kind: 'listening' },
    });
  }

  #welcome(hello: PeerHello, channel: FrameChannel): void {
    const { hall, clients, browsers, commands, platform } = this.#options;
    switch (hello.role) {
      case 'relay':
        return browsers.accept(hello, channel);
      case 'mcp':
        return acceptShim(hall, clients, hello, channel);
      case 'cli':
        return acceptCli(channel, commands, platform.os);
    }
  }
}
