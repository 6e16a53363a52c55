// The panel's requests about the browsers of this machine and their manifests.
import { installManifest, listEveryManifest, uninstallManifest } from '../../../native-host/manifests/installer.ts';
import { done } from './done.ts';
import type { browserRequests } from '../../../contract/schemas/browser-requests.ts';
import type { PanelHandlers } from '../../../contract/schemas/panel-requests.ts';
import type { ManifestContext } from '../../../native-host/manifests/context.ts';

type Handled = keyof typeof browserRequests | 'manifests:list' | 'manifests:install' | 'manifests:uninstall';

export interface MachineBrowserServices {
  readonly manifests: ManifestContext;
}

export function createMachineBrowserHandlers({ manifests }: MachineBrowserServices): Pick<PanelHandlers, Handled> {
  return {
    'browsers:list': () => ({ browsers: [], offered: [] }),
    'browsers:who-answers': () => ({ answers: [] }),
    'browsers:start': () => done(undefined),
    'browsers:open-extensions': () => ({ isOpen: false, address: 'chrome://extensions' }),
    'browsers:add-folder': ({ folder }) => ({ browserId: folder }),
    'browsers:remove-folder': () => done(undefined),
    'manifests:list': async () => ({ rows: await listEveryManifest(manifests) }),
    'manifests:install': async ({ browserId, host, replace }) => ({
      row: await installManifest({ ...manifests, host }, browserId, replace),
    }),
    'manifests:install-all': () => ({ results: [] }),
    'manifests:repair': async ({ browserId, host }) => ({
      row: await installManifest({ ...manifests, host }, browserId, true),
    }),
    'manifests:uninstall': async ({ browserId, host }) => ({
      row: await uninstallManifest({ ...manifests, host }, browserId),
    }),
  };
}
