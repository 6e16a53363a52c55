// All ways in but the panel: the hub endpoint for relays and shims, MCP over HTTP, and the endpoints of other programs.

import { isPluginHub } from '../../../contract/plugins.ts';
import { publishEndpointRecord } from '../../../native-host/endpoints/endpoint-record.ts';
import { listenHubEndpoint } from '../../../native-host/endpoints/hub-endpoint.ts';
import { acceptProbe } from '../agent-connections/probe-agents.ts';
import { acceptShim } from '../agent-connections/stdio-agents.ts';
import { acceptCli } from '../cli/cli-peer.ts';
import { CompanionWayIn } from '../companion/companion-way-in.ts';
import { CompatEndpoints } from '../compat/compat-endpoints.ts';
import { createCompatEndpoints } from '../compat/endpoint-table.ts';
import { acceptHarbor, refuseHarbor } from '../harbor/harbor-way-in.ts';
import { McpHttpWayIn } from '../http/mcp-http-way-in.ts';
import { ShownEndpoints } from '../state/shown-endpoints.ts';
import type { PeerHello } from '../../../contract/schemas/endpoint.ts';
import type { HubEndpoint } from '../../../native-host/endpoints/hub-endpoint.ts';
import type { FrameChannel } from '../../../native-host/framing/frame-channel.ts';
import type { AgentServices } from '../agent-connections/agent-services.ts';
import type { CliCommands } from '../cli/cli-peer.ts';
import type { ProbeClients } from '../clients/probe-clients.ts';
import type { HarborAParts } from '../harbor/a/harbor-a-parts.ts';
import type { ScrapedMetrics } from '../http/scraped-metrics.ts';
import type { HubPlatform } from '../platform/platform.ts';
import type { BaseParts } from './base-parts.ts';
import type { Closers } from './closers.ts';
import type { Registries } from './registries.ts';

export interface WaysInOptions extends BaseParts, Registries {
  readonly platform: HubPlatform;
  readonly closers: Closers;
  readonly agentServices: AgentServices;
  readonly harborA: HarborAParts;
  /** What `/metrics` shows; null while it is off. */
  readonly scraped: () => ScrapedMetrics | null;
  /** Credentials of the doctor, which list tools and do nothing else. */
  readonly probes: ProbeClients;
}

export class WaysIn {
  readonly #options: WaysInOptions;
  readonly #mcp: McpHttpWayIn;
  readonly #compat: CompatEndpoints;
  #hub: HubEndpoint | null = null;
  #commands: CliCommands | null = null;
  readonly #companion: CompanionWayIn;

  constructor(options: WaysInOptions) {
    this.#options = options;
    const { agents, closers, state, store } = options;
    this.#mcp = new McpHttpWayIn({
      ...options,
      settings: store.settings,
      disconnectClient: (clientId, reason) => agents.disconnectClient(clientId, reason),
      disconnectPages: (isGone, reason) => agents.disconnectPages(isGone, reason),
    });
    this.#companion = new CompanionWayIn({
      ...options,
      keys: options.companionKeys,
      pairing: options.companionPairing,
      settings: store.settings,
      randomBytes: size => options.platform.randomBytes(size),
      onRefused: reason => options.platform.log.warn({ endpoint: 'companion-ws' }, reason),
    });
    const endpoints = createCompatEndpoints(options, this.#companion);
    this.#compat = new CompatEndpoints({ endpoints, state, settings: store.settings });
    closers.add(() => this.#compat.close());
  }

  /** MCP over HTTP, which the panel sets. */
  get mcp(): McpHttpWayIn {
    return this.#mcp;
  }

  /** For browsers that cannot start the relay. */
  get companion(): CompanionWayIn {
    return this.#companion;
  }

  /** That one and those of other programs, each of which the panel switches. */
  get compat(): CompatEndpoints {
    return this.#compat;
  }

  /** Where relays and shims come; null before it is open. */
  get socket(): string | null {
    return this.#hub?.path ?? null;
  }

  /** Writes the record of that place again. */
  async publishRecord(): Promise<void> {
    if (this.#hub) await publishEndpointRecord(this.#options.platform.home, this.#hub.record);
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
    const { platform, home, closers, clients, probes } = this.#options;
    const shown = new ShownEndpoints(this.#options.state);
    const endpoint = await listenHubEndpoint({
      home: platform.home,
      runtimeDir: platform.runtimeDir,
      key: home.hubKey,
      pid: process.pid,
      startedAt: Math.round(performance.timeOrigin),
      clientSecret: clientId =>
        probes.secretOf(clientId) ?? (clients.get(clientId) ? home.clientSecrets.read(clientId) : null),
      onPeer: (hello, channel) => this.#welcome(hello, channel),
      refuse: hello => this.#options.browsers.refuse(hello) ?? refuseHarbor(hello),
      onRefused: reason => platform.log.warn({ endpoint: 'hub' }, reason),
      onCrowded: () => shown.crowded('hub'),
    });
    this.#hub = endpoint;
    closers.add(() => endpoint.close());
    shown.show({
      id: 'hub',
      address: endpoint.path,
      switchable: false,
      state: { kind: 'listening' },
    });
  }

  #welcome(hello: PeerHello, channel: FrameChannel): void {
    const { agentServices, clients, browsers, plugins, platform, probes } = this.#options;
    switch (hello.role) {
      case 'relay':
        if (isPluginHub(hello.argv)) return plugins.accept(channel);
        if (!acceptHarbor(this.#options, hello, channel)) browsers.accept(hello, channel);
        return;
      case 'mcp': {
        const probe = probes.get(hello.clientId);
        return probe
          ? acceptProbe(agentServices, probe, hello, channel)
          : acceptShim(agentServices, clients, hello, channel, size => platform.randomBytes(size));
      }
      case 'cli':
        return this.#commands ? acceptCli(channel, this.#commands, platform.os) : channel.close();
    }
  }
}
