// What the panel asks about installing packages: each request is one thing that the user wants.
import { done } from './done.ts';
import type { PanelHandlers } from '../../../contract/schemas/panel-requests.ts';
import type { InstallUpdates } from '../servers/install/install-updates.ts';
import type { Installs } from '../servers/install/installs.ts';

export interface InstallServices {
  readonly installs: Installs;
  readonly updates: InstallUpdates;
}

export function createInstallHandlers({ installs, updates }: InstallServices) {
  return {
    'installs:plan': params => installs.plan(params),
    'installs:begin': async params => ({ serverId: await installs.begin(params) }),
    'installs:fill': params => done(installs.fill(params)),
    'installs:stop': ({ serverId }) => done(installs.stop(serverId)),
    'installs:resume': ({ serverId }) => done(installs.resume(serverId)),
    'installs:cancel': ({ serverId }) => done(installs.cancel(serverId)),
    'installs:try': ({ serverId }) => done(installs.tryAgain(serverId)),
    'installs:look': async ({ serverId }) => ({ version: await updates.look(serverId) }),
    'installs:prepare': ({ serverId }) => done(updates.prepare(serverId)),
    'installs:update': ({ serverId, version }) => done(updates.update(serverId, version)),
    'installs:back': ({ serverId }) => done(updates.back(serverId)),
    'installs:remove': ({ serverId }) => done(installs.remove(serverId)),
    'installs:unused': () => installs.unused(),
    'installs:clear-unused': () => installs.clearUnused(),
  } satisfies Partial<PanelHandlers>;
}
