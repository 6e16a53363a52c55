// Installing of packages, joined: their folders and rows before there are servers, and what the user asks for once these are there.
import { join } from 'node:path';
import { reasonOf } from '../../../contract/reason.ts';
import { serverFolder, WorkFolders } from '../servers/config/work-folders.ts';
import { InstallJobs } from '../servers/install/install-jobs.ts';
import { InstallUpdates } from '../servers/install/install-updates.ts';
import { trialFolder } from '../servers/install/installed-server.ts';
import { Installs } from '../servers/install/installs.ts';
import { KeptInstalls } from '../servers/install/kept-installs.ts';
import { PackageStore } from '../servers/install/package-store.ts';
import { StartTimes } from '../servers/process/start-times.ts';
import type { ServerConfig } from '../../../contract/schemas/servers.ts';
import type { InstallServices } from '../panel/install-handlers.ts';
import type { InstallSources } from '../servers/install/install-sources.ts';
import type { InstallsOptions } from '../servers/install/installs-options.ts';
import type { ServerSupervisor } from '../servers/lifecycle/server-supervisor.ts';
import type { InstallFacts } from '../servers/lifecycle/supervisor-options.ts';
import type { ChildLedger } from '../servers/process/child-ledger.ts';
import type { Runtimes } from '../servers/runtimes/runtimes.ts';
import type { BaseParts } from './base-parts.ts';
import type { Boot } from './boot.ts';

export interface InstallBooks {
  readonly packages: PackageStore;
  readonly kept: KeptInstalls;
  /** What servers know of it. One that is installed does not start before it can be judged. */
  readonly facts: InstallFacts;
  /** Who judges them from now on; null where the hub ends before there was anybody. */
  judgedBy(installs: Installs | null): void;
}

/** What was kept of installs, for the servers that are made with it. */
export async function createInstallBooks(
  { platform }: Boot,
  { home, store, state, problems }: BaseParts,
): Promise<InstallBooks> {
  const { installs: table } = store;
  const failed = (error: unknown) => problems.report('store', reasonOf(error));
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
  const now = () => platform.now();
  const kept = new KeptInstalls({ rows: await table.list(), state, packages, persist: table, now });
  kept.begin();
  const { promise: judge, judgedBy } = awaitedJudge();
  const judged: InstallFacts['mayStart'] = async (id, config) => {
    const installs = await judge;
    return installs ? installs.mayStart(id, config) : { kind: 'was-stopped' };
  };
  const isInstalled = (id: string, config: ServerConfig) =>
    kept.find(id) !== null || packages.foldersIn(config).length > 0;
  const facts: InstallFacts = {
    folder: packages.folder,
    stateOf: id => kept.stateOf(id),
    mayStart: (id, config) => (isInstalled(id, config) ? judged(id, config) : null),
  };
  return { packages, kept, facts, judgedBy };
}

/** Servers begin to start while the parts that judge them are still being made. */
function awaitedJudge(): { readonly promise: Promise<Installs | null> } & Pick<InstallBooks, 'judgedBy'> {
  let judgedBy: InstallBooks['judgedBy'] = () => {};
  const promise = new Promise<Installs | null>(resolve => {
    judgedBy = resolve;
  });
  return { promise, judgedBy };
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
  const jobs = new InstallJobs(options);
  const installs = new Installs(options, jobs);
  books.judgedBy(installs);
  events.on('serverRemoved', ({ serverId }) => installs.forget(serverId));
  events.on('rulesChanged', () => jobs.policyChanged());
  // What is under way stops, and shows as stopped at the next start.
  closers.add(() => jobs.stopAll());
  return { installs, updates: new InstallUpdates(jobs, options) };
}

function optionsOf(
  { platform }: Boot,
  { home, secretStore, mask, problems }: BaseParts,
  { books, servers, runtimes, children: ledger, sources }: GivenParts,
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
