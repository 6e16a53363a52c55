// The panel's requests about the browsers of this machine and their manifests.
import { installManifest, uninstallManifest } from '../../../native-host/manifests/installer.ts';
import { installForMachine, machineWide } from '../../../native-host/manifests/machine-wide.ts';
import { repairManifest } from '../../../native-host/manifests/repair.ts';
import { switchBrowsers } from '../../../native-host/manifests/switching.ts';
import { done } from './done.ts';
import type { browserRequests } from '../../../contract/schemas/browser-requests.ts';
import type { PanelHandlers } from '../../../contract/schemas/panel-requests.ts';
import type { MachineBrowsers } from '../browsers/machine/machine-browsers.ts';
import type { ManifestWatch } from '../browsers/machine/manifest-watch.ts';

type Handled = keyof typeof browserRequests | 'manifests:list' | 'manifests:install' | 'manifests:uninstall';

export interface MachineBrowserServices {
  readonly machineBrowsers: MachineBrowsers;
  readonly manifestWatch: Pick<ManifestWatch, 'look' | 'lookAtRegistry'>;
}

export function createMachineBrowserHandlers(services: MachineBrowserServices): Pick<PanelHandlers, Handled> {
  const { machineBrowsers: machine, manifestWatch: watch } = services;
  /** Places are looked at again at once, so that no problem stays that was solved. */
  const looked = async <T>(work: Promise<T>): Promise<T> => work.finally(() => watch.look());
  return {
    'browsers:list': () => machine.list(),
    'browsers:who-answers': async ({ browserId }) => ({ answers: await machine.whoAnswers(browserId) }),
    'browsers:look': async () => ({ againMs: await watch.lookAtRegistry() }),
    'browsers:start': ask => done(machine.start(ask)),
    'browsers:open-extensions': ask => machine.openExtensions(ask),
    'browsers:add-folder': async ({ folder }) => ({ browserId: await looked(machine.addFolder(folder)) }),
    'browsers:remove-folder': ({ browserId }) => done(looked(machine.removeFolder(browserId))),
    'manifests:list': async () => ({ rows: await machine.manifestRows() }),
    'manifests:install': async ({ browserId, host, replace, system }) => {
      const install = system ? installForMachine : installManifest;
      return { row: await looked(install(machine.context(host), browserId, replace)) };
    },
    'manifests:install-all': async () => {
      const ask = { act: 'install', dryRun: false, replace: false } as const;
      return { results: await looked(switchBrowsers(machine.context(), ask)) };
    },
    'manifests:repair': async ({ browserId, host, system }) => {
      const context = machine.context(host);
      const work = system ? installForMachine(context, browserId, true) : repairManifest(context, browserId);
      return { row: await looked(work) };
    },
    'manifests:machine-wide': ({ browserId, host }) => machineWide(machine.context(host), browserId),
    'manifests:uninstall': async ({ browserId, host }) => ({
      row: await looked(uninstallManifest(machine.context(host), browserId)),
    }),
  };
}
