// What the handlers of the panel's requests may use.
import type { ManifestContext } from '../../../native-host/manifests/context.ts';
import type { AgentConfigs } from '../agent-configs/agent-configs.ts';
import type { AgentRegistry } from '../agents/agent-registry.ts';
import type { BrowserRegistry } from '../browsers/browser-registry.ts';
import type { CompanionPairing } from '../browsers/companion-pairing.ts';
import type { ChatServices } from '../chat/chat-services.ts';
import type { ClientRegistry } from '../clients/client-registry.ts';
import type { CompanionWayIn } from '../companion/companion-way-in.ts';
import type { CompatEndpoints } from '../compat/compat-endpoints.ts';
import type { Gateway } from '../gateway/gateway.ts';
import type { McpHttpWayIn } from '../http/mcp-http-way-in.ts';
import type { CallLimiter } from '../limits/call-limits.ts';
import type { OAuthSignIns } from '../oauth/oauth-sign-ins.ts';
import type { GrantRegistry } from '../permissions/grant-registry.ts';
import type { PromptQueue } from '../permissions/prompt-queue.ts';
import type { CommandPlace } from '../platform/path-command.ts';
import type { HubPlatform } from '../platform/platform.ts';
import type { PluginRegistry } from '../plugins/plugin-registry.ts';
import type { BrowserBinding } from '../router/browser-binding.ts';
import type { SecretMask } from '../secrets/secret-mask.ts';
import type { SecretStore } from '../secrets/secret-store.ts';
import type { OwnHub } from '../servers/config/own-hub.ts';
import type { ServerImporter } from '../servers/import/server-importer.ts';
import type { ServerPackages } from '../servers/import/server-packages.ts';
import type { ServerSupervisor } from '../servers/lifecycle/server-supervisor.ts';
import type { SignIns } from '../servers/remote/sign-in/sign-ins.ts';
import type { StrayDataFinder } from '../servers/stray-data/stray-data.ts';
import type { StatePublisher } from '../state/publisher.ts';
import type { RetentionKeeper } from '../store/retention-keeper.ts';
import type { TabRegistry } from '../tabs/tab-registry.ts';
import type { PrometheusSwitch } from '../telemetry/prometheus/prometheus-switch.ts';
import type { TelemetrySwitch } from '../telemetry/telemetry-switch.ts';
import type { ShortcutRegistry } from '../tools/shortcut-registry.ts';
import type { ToolCatalogue } from '../tools/tool-catalogue.ts';
import type { ToolListings } from '../tools/tool-listing.ts';
import type { ToolPins } from '../tools/tool-pins.ts';
import type { ToolSwitches } from '../tools/tool-switches.ts';
import type { BundleServices } from './bundle-handlers.ts';
import type { CatalogueServices } from './catalogue-handlers.ts';
import type { DoctorServices } from './doctor-handlers.ts';
import type { FleetServices } from './fleet-handlers.ts';
import type { FleetOutboxServices } from './fleet-outbox-handlers.ts';
import type { InstallServices } from './install-handlers.ts';
import type { MachineBrowserServices } from './machine-browser-handlers.ts';
import type { ModelServices } from './model-handlers.ts';
import type { OpenPanels } from './open-panels.ts';
import type { PermissionHandlerServices } from './permission-handlers.ts';
import type { SiteServices } from './site-handlers.ts';
import type { TraceServices } from './trace-handlers.ts';

export interface PanelServices
  extends BundleServices,
    CatalogueServices,
    DoctorServices,
    FleetServices,
    PermissionHandlerServices,
    TraceServices,
    ModelServices,
    FleetOutboxServices,
    SiteServices,
    MachineBrowserServices,
    InstallServices {
  readonly state: StatePublisher;
  readonly panels: Pick<OpenPanels, 'see'>;
  readonly clients: ClientRegistry;
  readonly agents: AgentRegistry;
  readonly agentConfigs: AgentConfigs;
  readonly browsers: BrowserRegistry;
  readonly binding: Pick<BrowserBinding, 'choose'>;
  readonly tabs: TabRegistry;
  readonly servers: ServerSupervisor;
  readonly plugins: PluginRegistry;
  readonly signIns: SignIns;
  readonly oauth: OAuthSignIns;
  readonly importer: Pick<ServerImporter, 'preview' | 'add'>;
  readonly strayData: Pick<StrayDataFinder, 'of' | 'take'>;
  readonly secretStore: SecretStore;
  /** Hides secrets. */
  readonly mask: Pick<SecretMask, 'value'>;
  /** Opens an address in the user's browser; absent where the panel itself is in one. */
  readonly openLink?: ((url: string) => Promise<void>) | undefined;
  readonly desktop?: HubPlatform['desktop'] | undefined;
  readonly catalogue: ToolCatalogue;
  readonly listings: Pick<ToolListings, 'chosen' | 'costsFor'>;
  readonly gateway: Pick<Gateway, 'listShared'>;
  readonly toolPins: ToolPins;
  readonly toolSwitches: ToolSwitches;
  readonly shortcuts: ShortcutRegistry;
  readonly chat: ChatServices;
  readonly prompts: PromptQueue;
  readonly grants: GrantRegistry;
  readonly limiter: CallLimiter;
  readonly retention: RetentionKeeper;
  readonly compat: CompatEndpoints;
  readonly companion: Pick<CompanionWayIn, 'id' | 'pair'>;
  readonly companionPairing: Pick<CompanionPairing, 'cancel'>;
  readonly manifests: ManifestContext;
  /** The launcher of the command line, absolute. */
  readonly launcher: string;
  readonly mcp: McpHttpWayIn;
  readonly liveExport: Pick<TelemetrySwitch, 'now' | 'set' | 'try'>;
  readonly prometheus: Pick<PrometheusSwitch, 'view' | 'set' | 'newToken'>;
  /** Where the command in the PATH stands or would be put, as it is now. */
  commandPlace(): CommandPlace;
  /** What follows from a credential that holds no more. */
  clientRevoked(clientId: string): Promise<void>;
  /** Resolves when whose tab is whose, and who left for good, outlives a kill of the hub. */
  kept(): Promise<void>;
  /** Recognises this hub among servers. */
  readonly ownHub: OwnHub;
  /** Reads what servers are imported from. */
  readonly packages: ServerPackages;
  /** A new id that nobody can guess. */
  randomId(): string;
}
