// Installing of packages, joined: their folders and rows before there are servers, and what the user asks for once these are there.
import { join } from 'node:path';
import { WorkFolders } from '../servers/config/work-folders.ts';
import { InstallUpdates } from '../servers/install/install-updates.ts';
import { trialFolder } from '../servers/install/installed-server.ts';
import { Installs } from '../servers/install/installs.ts';
import { KeptInstalls } from '../servers/install/kept-installs.ts';
import { PackageStore } from '../servers/install/package-store.ts';
import { StartTimes } from '../servers/process/start-times.ts';
import type { InstallServices } from '../panel/install-handlers.ts';
import type { InstallSources } from '../servers/install/install-sources.ts';
import type { InstallsOptions } from '../servers/install/installs.ts';
import type { ServerSupervisor } from '../servers/lifecycle/server-supervisor.ts';
import type { InstallFacts } from '../servers/lifecycle/supervisor-options.ts';
import type { ChildLedger } from '../servers/process/child-ledger.ts';
import type { Runtimes } from '../servers/runtimes/runtimes.ts';
import type { BaseParts } from './base-parts.ts';
import type { Boot } from './boot.ts';

export interface InstallBooks {
  readonly packages: PackageStore;
  readonly kept: KeptInstalls;
  /** What servers know of it, also before `Installs` is there: no server starts by then. */
  readonly facts: InstallFacts;
  installs: Installs | null;
}

/** What was kept of installs, for the servers that are made with it. */
export async function createInstallBooks(
  { platform }: Boot,
  { home, store, state, problems }: BaseParts,
): Promise<InstallBooks> {
  const { installs: table } = store;
  const failed = (error: unknown) => problems.report('store', { kind: 'foreign', text: String(error) });
  const packages = new PackageStore({
    folder: join(home.path, 'packages'),
    rows: await table.packages(),
    persist: {
      put: row => void table.putPackage(row).catch(failed),
      remove: id => void table.removePackage(id).catch(failed),
    },
    randomBytes: size => platform.randomBytes(size),
  });
  await packages.sweep();
  const kept = new KeptInstalls({
    rows: await table.list(),
    state,
    packages,
    persist: table,
    now: () => platform.now(),
  });
  const books: InstallBooks = {
    packages,
    kept,
    facts: {
      folder: packages.folder,
      stateOf: id => kept.stateOf(id),
      mayStart: (id, config) => books.installs?.mayStart(id, config) ?? null,
    },
    installs: null,
  };
  return books;
}

interface GivenParts {
  readonly books: InstallBooks;
  readonly servers: ServerSupervisor;
  readonly runtimes: Runtimes;
  readonly children: ChildLedger;
  readonly sources: InstallSources;
}

/** `sources` are the catalogue, the bundles and the policy. */
export function createInstalls(boot: Boot, base: BaseParts, given: GivenParts): InstallServices {
  const { closers, events } = boot;
  const { books } = given;
  const options = optionsOf(boot, base, given);
  const installs = new Installs(options);
  books.installs = installs;
  books.kept.begin();
  events.on('serverRemoved', ({ serverId }) => installs.forget(serverId));
  events.on('rulesChanged', () => installs.policyChanged());
  closers.add(() => installs.stopAll());
  return { installs, updates: new InstallUpdates(installs, options) };
}

function optionsOf(
  { platform }: Boot,
  { home, secretStore, mask }: BaseParts,
  { books, servers, runtimes, children: ledger, sources }: GivenParts,
): InstallsOptions {
  const { os, machine } = platform;
  const userHome = machine.homeDir;
  return {
    ...{ servers, sources, runtimes, os, userHome },
    kept: books.kept,
    secrets: secretStore,
    workFolders: new WorkFolders({ root: trialFolder(home.path), userHome, now: () => platform.now() }),
    surroundings: {
      ...{ os, ledger },
      env: () => runtimes.env,
      starts: new StartTimes(os),
      mask: text => mask.text(text),
      packages: books.packages,
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
