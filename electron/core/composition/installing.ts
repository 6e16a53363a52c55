// What installs packages, joined when somebody wants that for the first time.
import { reasonOf } from '../../../contract/reason.ts';
import { serverFolder, WorkFolders } from '../servers/config/work-folders.ts';
import { InstallJobs } from '../servers/install/install-jobs.ts';
import { InstallUpdates } from '../servers/install/install-updates.ts';
import { trialFolder } from '../servers/install/installed-server.ts';
import { Installs } from '../servers/install/installs.ts';
import { StartTimes } from '../servers/process/start-times.ts';
import type { Installing } from '../panel/install-handlers.ts';
import type { InstallSources } from '../servers/install/install-sources.ts';
import type { InstallsOptions } from '../servers/install/installs-options.ts';
import type { KeptInstalls } from '../servers/install/kept-installs.ts';
import type { PackageStore } from '../servers/install/package-store.ts';
import type { ServerSupervisor } from '../servers/lifecycle/server-supervisor.ts';
import type { ChildLedger } from '../servers/process/child-ledger.ts';
import type { Runtimes } from '../servers/runtimes/runtimes.ts';
import type { BaseParts } from './base-parts.ts';
import type { Boot } from './boot.ts';

export interface InstallingParts {
  /** What is kept of them. */
  readonly books: { readonly packages: PackageStore; readonly kept: KeptInstalls };
  readonly servers: ServerSupervisor;
  readonly runtimes: Runtimes;
  readonly children: ChildLedger;
  /** The catalogue, the bundles and the policy. */
  readonly sources: InstallSources;
}

export interface OpenInstalling extends Installing {
  readonly jobs: InstallJobs;
}

export function openInstalling(boot: Boot, base: BaseParts, given: InstallingParts): OpenInstalling {
  const options = optionsOf(boot, base, given);
  const jobs = new InstallJobs(options);
  return { jobs, installs: new Installs(options, jobs), updates: new InstallUpdates(jobs, options) };
}

function optionsOf(
  { platform }: Boot,
  { home, secretStore, mask, problems }: BaseParts,
  { books, servers, runtimes, children: ledger, sources }: InstallingParts,
): InstallsOptions {
  const { os, machine } = platform;
  const userHome = machine.homeDir;
  const now = () => platform.now();
  const serverFolders = new WorkFolders({ root: serverFolder(home.path), userHome, now });
  return {
    ...{ servers, sources, runtimes, os, userHome },
    kept: books.kept,
    secrets: secretStore,
    failed: error => problems.report('store', reasonOf(error)),
    // The folder that servers run in is made when they start.
    workFolderOf: id => serverFolders.of(id),
    workFolders: new WorkFolders({ root: trialFolder(home.path), userHome, now }),
    surroundings: {
      ...{ os, ledger },
      env: () => runtimes.env,
      starts: new StartTimes(os),
      mask: text => mask.text(text),
      packages: books.packages,
      versionOf: command => runtimes.versionOf(command),
      openBundle: path => sources.openBundle(path),
      machine: {
        homeDir: userHome,
        get env() {
          return runtimes.env;
        },
      },
    },
  };
}
