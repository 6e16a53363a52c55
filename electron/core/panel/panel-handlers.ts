// What each request of the panel does. One line or two each: the work is in the registries.
import { createAgentConfigHandlers } from './agent-config-handlers.ts';
import { createBundleHandlers } from './bundle-handlers.ts';
import { createCatalogueHandlers } from './catalogue-handlers.ts';
import { createChatHandlers } from './chat-handlers.ts';
import { createCommandHandlers } from './command-handlers.ts';
import { createCompanionHandlers } from './companion-handlers.ts';
import { createDoctorHandlers } from './doctor-handlers.ts';
import { done } from './done.ts';
import { createFleetHandlers } from './fleet-handlers.ts';
import { createImportHandlers } from './import-handlers.ts';
import { createInstallHandlers } from './install-handlers.ts';
import { createMachineBrowserHandlers } from './machine-browser-handlers.ts';
import { createModelHandlers } from './model-handlers.ts';
import { createOAuthHandlers } from './oauth-handlers.ts';
import { createPeopleHandlers } from './people-handlers.ts';
import { createPermissionHandlers } from './permission-handlers.ts';
import { createPluginHandlers } from './plugin-handlers.ts';
import { createReadHandlers } from './read-handlers.ts';
import { createSecretHandlers } from './secret-handlers.ts';
import { createServerHandlers } from './server-handlers.ts';
import { createSettingsHandlers } from './settings-handlers.ts';
import { createShortcutHandlers } from './shortcut-handlers.ts';
import { createSiteHandlers } from './site-handlers.ts';
import { createTabHandlers } from './tab-handlers.ts';
import { createToolHandlers } from './tool-handlers.ts';
import { createTraceHandlers } from './trace-handlers.ts';
import type { PanelHandlers } from '../../../contract/schemas/panel-requests.ts';
import type { PanelServices } from './panel-services.ts';

export function createPanelHandlers(services: PanelServices): PanelHandlers {
  const { state, mode, browsers, grants, panels } = services;
  return {
    'state:get': () => {
      grants.sweep();
      return state.snapshot();
    },
    'panel:seen': ({ seen }, panel) => done(panels.see(panel.send, seen && !panel.gone.aborted)),
    'hub:set-mode': params => done(mode.set(params.mode)),

    ...createPeopleHandlers(services),
    ...createAgentConfigHandlers(services),

    'browsers:approve': ({ browserId, name }) => done(browsers.approve(browserId, name)),
    'browsers:rename': ({ browserId, name }) => done(browsers.rename(browserId, name)),
    'browsers:deny': ({ browserId }) => done(browsers.deny(browserId)),
    'browsers:forget': ({ browserId }) => done(browsers.forget(browserId)),
    ...createCompanionHandlers(services),
    ...createTabHandlers(services),

    ...createServerHandlers(services),
    ...createReadHandlers(services),
    ...createImportHandlers(services),
    ...createBundleHandlers(services),
    ...createInstallHandlers(services),
    ...createPluginHandlers(services),
    ...createOAuthHandlers(services),
    ...createSecretHandlers(services),

    ...createToolHandlers(services),
    ...createShortcutHandlers(services),

    ...createPermissionHandlers(services),

    ...createTraceHandlers(services),

    ...createSettingsHandlers(services),
    ...createCommandHandlers(services),
    ...createChatHandlers(services),

    ...createMachineBrowserHandlers(services),
    ...createDoctorHandlers(services),
    ...createModelHandlers(services),
    ...createSiteHandlers(services),
    ...createFleetHandlers(services),
    ...createCatalogueHandlers(services),
  };
}
