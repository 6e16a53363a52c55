// What those who answer the extension of the second generation may use of the hub.
import type { CarriedServers } from '../../gateway/carried-servers.ts';
import type { Models } from '../../models/models.ts';
import type { OAuthSignIns } from '../../oauth/oauth-sign-ins.ts';
import type { ServerSupervisor } from '../../servers/lifecycle/server-supervisor.ts';
import type { HarborServices } from '../harbor-services.ts';
import type { HarborScripts } from './harbor-scripts.ts';

export interface HarborBServices extends HarborServices {
  readonly servers: ServerSupervisor;
  /** The servers that extensions carry. */
  readonly carried: CarriedServers;
  readonly scripts: HarborScripts;
  readonly oauth: OAuthSignIns;
  readonly models: Models;
}
