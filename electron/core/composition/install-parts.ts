// Installing of packages, joined: their folders and rows before there are servers, and what the user asks for once these are there.
import { join } from 'node:path';
import { reasonOf } from '../../../contract/reason.ts';
import { LatePart } from '../platform/late-part.ts';
import { InstallJudge } from '../servers/install/install-judge.ts';
import { KeptInstalls } from '../servers/install/kept-installs.ts';
import { PackageStore } from '../servers/install/package-store.ts';
import type { ServerConfig } from '../../../contract/schemas/servers.ts';
import type { InstallServices } from '../panel/install-handlers.ts';
import type { InstallFacts } from '../servers/lifecycle/supervisor-options.ts';
import type { BaseParts } from './base-parts.ts';
import type { Boot } from './boot.ts';
import type { InstallingParts } from './installing.ts';

export interface InstallBooks {
  readonly packages: PackageStore;
  readonly kept: KeptInstalls;
  /** What servers know of it. One that is installed does not start before it can be judged. */
  readonly facts: InstallFacts;
  /** Who judges them from now on; null where the hub ends before there was anybody. */
  judgedBy(judge: InstallJudge | null): void;
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
    const known = await judge;
    return known ? known.mayStart(id, config) : { kind: 'was-stopped' };
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
function awaitedJudge(): { readonly promise: Promise<InstallJudge | null> } & Pick<InstallBooks, 'judgedBy'> {
  let judgedBy: InstallBooks['judgedBy'] = () => {};
  const promise = new Promise<InstallJudge | null>(resolve => {
    judgedBy = resolve;
  });
  return { promise, judgedBy };
}

/** Servers are judged from now on; what installs them is loaded when that is wanted first. */
export function createInstalls(
  boot: Boot,
  base: BaseParts,
  given: InstallingParts & { readonly books: InstallBooks },
): InstallServices {
  const { closers, events } = boot;
  const { kept, packages, judgedBy } = given.books;
  judgedBy(new InstallJudge({ kept, packages, sources: given.sources }));
  const late = new LatePart(async () => (await import('./installing.ts')).openInstalling(boot, base, given));
  events.on('serverRemoved', async ({ serverId }) => {
    const opened = late.now ?? (kept.find(serverId) ? await late.open() : null);
    await opened?.installs.forget(serverId);
  });
  events.on('rulesChanged', () => late.now?.jobs.policyChanged());
  // What is under way stops, and shows as stopped at the next start.
  closers.add(async () => (await late.ending())?.jobs.stopAll());
  return { installing: () => late.open() };
}
