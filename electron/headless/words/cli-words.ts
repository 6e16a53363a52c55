// What the command line says to a person, in each language, by subject; what programs read of it (`--json`) has none.
import type { Reason } from '../../../contract/reasons.ts';
import type { BrowserWords } from './browser-words.ts';
import type { BundleWords } from './bundle-words.ts';
import type { CatalogueWords } from './catalogue-words.ts';
import type { ClientWords } from './client-words.ts';
import type { DoctorWords } from './doctor-words.ts';
import type { FleetAuditWords } from './fleet-audit-words.ts';
import type { FleetListWords } from './fleet-list-words.ts';
import type { FleetPolicyWords } from './fleet-policy-words.ts';
import type { FleetShareWords } from './fleet-share-words.ts';
import type { FleetWords } from './fleet-words.ts';
import type { GatewayWords } from './gateway-words.ts';
import type { GrantWords } from './grant-words.ts';
import type { HubWords } from './hub-words.ts';
import type { ImportWords } from './import-words.ts';
import type { InstallWords } from './install-words.ts';
import type { PluginWords } from './plugin-words.ts';
import type { PolicyWords } from './policy-words.ts';
import type { ServerWords } from './server-words.ts';
import type { SiteWords } from './site-words.ts';
import type { TelemetryWords } from './telemetry-words.ts';
import type { WatchWords } from './watch-words.ts';

/** Names, paths and ids go in as they are; who prints makes their unseen characters visible. */
export interface CliWords
  extends HubWords,
    BrowserWords,
    BundleWords,
    CatalogueWords,
    ClientWords,
    DoctorWords,
    FleetWords,
    FleetAuditWords,
    FleetListWords,
    FleetPolicyWords,
    FleetShareWords,
    GatewayWords,
    GrantWords,
    ImportWords,
    InstallWords,
    PluginWords,
    PolicyWords,
    ServerWords,
    SiteWords,
    TelemetryWords,
    WatchWords {
  /** What the hub says: why it refused, what does not work. */
  readonly reason: (reason: Reason) => string;
}
