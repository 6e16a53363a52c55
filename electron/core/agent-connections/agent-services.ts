// What the connections of all agents share.
import type { Party } from '../../../contract/schemas/trace.ts';
import type { AgentRegistry } from '../agents/agent-registry.ts';
import type { RecentRefusals } from '../agents/recent-refusals.ts';
import type { BrowserRegistry } from '../browsers/browser-registry.ts';
import type { Gateway } from '../gateway/gateway.ts';
import type { SeesServer } from '../gateway/view-options.ts';
import type { ImageScaler } from '../images/image-scaler.ts';
import type { Router } from '../router/router.ts';
import type { TabRegistry } from '../tabs/tab-registry.ts';
import type { ShortcutRegistry } from '../tools/shortcut-registry.ts';
import type { ToolCatalogue } from '../tools/tool-catalogue.ts';
import type { ToolListings } from '../tools/tool-listing.ts';
import type { TraceTap } from '../trace/tap.ts';
import type { FirstTabs } from './first-tabs.ts';

export interface AgentServices {
  readonly browsers: Pick<BrowserRegistry, 'connected' | 'forAgent'>;
  readonly tabs: Pick<TabRegistry, 'ownedBy'>;
  readonly agents: AgentRegistry;
  readonly catalogue: ToolCatalogue;
  readonly listings: ToolListings;
  readonly refusals: Pick<RecentRefusals, 'note'>;
  readonly shortcuts: Pick<ShortcutRegistry, 'find'>;
  readonly gateway: Gateway;
  readonly router: Router;
  readonly firstTabs: FirstTabs;
  readonly images: Pick<ImageScaler, 'scale'>;
  readonly tap: TraceTap;
  readonly hub: Party;
  /** What a request carries that has passed this hub already (`wire/hops.ts`). */
  readonly hubId: string;
  readonly version: string;
  /** Resolves when the servers that are to run have started, or after a few seconds: until then tools may be missing. */
  readonly toolsReady?: Promise<void>;
  /** Where clients are told of some servers alone. */
  readonly sees?: SeesServer;
  /** Ids of the hub's requests begin here: an agent that comes back may still answer an earlier hub. 1 when absent. */
  readonly firstId?: () => number;
}
