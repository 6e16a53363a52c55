// What the panel asks about installing packages: each request is one thing that the user wants.
import { done } from './done.ts';
import type { PanelHandlers } from '../../../contract/schemas/panel-requests.ts';
import type { InstallUpdates } from '../servers/install/install-updates.ts';
import type { Installs } from '../servers/install/installs.ts';

/** What installs packages, once it is loaded. */
export interface Installing {
  readonly installs: Installs;
  readonly updates: InstallUpdates;
}

export interface InstallServices {
  /** Rejects with HubError where it cannot be loaded. */
  installing(): Promise<Installing>;
}

export function createInstallHandlers({ installing }: InstallServices) {
  const installs = async () => (await installing()).installs;
  const updates = async () => (await installing()).updates;
  return {
    'installs:plan': async params => (await installs()).plan(params),
    'installs:begin': async params => ({ serverId: await (await installs()).begin(params) }),
    'installs:fill': async params => done((await installs()).fill(params)),
    'installs:stop': async ({ serverId }) => done((await installs()).stop(serverId)),
    'installs:resume': async ({ serverId }) => done((await installs()).resume(serverId)),
    'installs:cancel': async ({ serverId }) => done((await installs()).cancel(serverId)),
    'installs:try': async ({ serverId }) => done((await installs()).tryAgain(serverId)),
    'installs:look': async ({ serverId }) => ({ version: await (await updates()).look(serverId) }),
    'installs:prepare': async ({ serverId }) => done((await updates()).prepare(serverId)),
    'installs:update': async ({ serverId, version }) => done((await updates()).update(serverId, version)),
    'installs:back': async ({ serverId }) => done((await updates()).back(serverId)),
    'installs:remove': async ({ serverId }) => done((await installs()).remove(serverId)),
    'installs:unused': async () => (await installs()).unused(),
    'installs:clear-unused': async () => (await installs()).clearUnused(),
  } satisfies Partial<PanelHandlers>;
}
