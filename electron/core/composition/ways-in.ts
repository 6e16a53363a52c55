// All ways in but the panel: the hub endpoint for relays and shims, MCP over HTTP, and the endpoints of other programs.
import { listenHubEndpoint } from '../../../native-host/endpoints/hub-endpoint.ts';
import { acceptShim } from '../agent-connections/stdio-agents.ts';
import { acceptCli } from '../cli/cli-peer.ts';
import { CompatEndpoints } from '../compat/compat-endpoints.ts';
import { createCompatEndpoints } from '../compat/endpoint-table.ts';
import { McpHttpWayIn } from '../http/mcp-http-way-in.ts';
import { ShownEndpoints } from '../state/shown-endpoints.ts';
import type { PeerHello } from '../../../contract/schemas/endpoint.ts';
import type { FrameChannel } from '../../../native-host/framing/frame-channel.ts';
import type { AgentServices } from '../agent-connections/agent-services.ts';
import type { CliCommands } from '../cli/cli-peer.ts';
import type { HubPlatform } from '../platform/platform.ts';
import type { BaseParts } from './base-parts.ts';
import type { Closers } from './closers.ts';
import type { Registries } from './registries.ts';

export interface WaysInOptions extends BaseParts, Registries {
  readonly platform: HubPlatform;
  readonly closers: Closers;
  readonly agentServices: AgentServices;
}

export class WaysIn {
  readonly #options: WaysInOptions;
  readonly #mcp: McpHttpWayIn;
  readonly #compat: CompatEndpoints;
  #commands: CliCommands | null = null;

  constructor(options: WaysInOptions) {
    this.#options = options;
    const { agents, closers, state, store } = options;
    this.#mcp = new McpHttpWayIn({
      ...options,
      settings: store.settings,
      disconnectClient: (clientId, reason) => agents.disconnectClient(clientId, reason),
    });
    const endpoints = createCompatEndpoints(options);
    this.#compat = new CompatEndpoints({ endpoints, state, settings: store.settings });
    closers.add(() => this.#compat.close());
  }

  /** MCP over HTTP, which the panel sets. */
  get mcp(): McpHttpWayIn {
    return this.#mcp;
  }

  /** Those of other programs, each of which the panel switches. */
  get compat(): CompatEndpoints {
    return this.#compat;
  }

  /** `commands` is what the command line may ask. */
  async open(commands: CliCommands): Promise<void> {
    this.#commands = commands;
    await this.#openHubEndpoint();
    await this.#mcp.open();
    this.#options.closers.add(() => this.#mcp.close());
    await this.#compat.open();
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
    const { agentServices, clients, browsers, platform } = this.#options;
    switch (hello.role) {
      case 'relay':
        return browsers.accept(hello, channel);
      case 'mcp':
        return acceptShim(agentServices, clients, hello, channel);
      case 'cli':
        return this.#commands ? acceptCli(channel, this.#commands, platform.os) : channel.close();
    }
  }
}
