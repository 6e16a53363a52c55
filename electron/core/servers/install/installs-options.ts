// What installing works with: servers, what was kept, where packages come from, and what there is of this machine.
import type { ServerSupervisor } from '../lifecycle/server-supervisor.ts';
import type { PackageSurroundings } from './install-package.ts';
import type { InstallSources } from './install-sources.ts';
import type { InstalledServerParts } from './installed-server.ts';
import type { KeptInstalls } from './kept-installs.ts';
import type { PlanSurroundings } from './plan-install.ts';
import type { TrialSurroundings } from './trial.ts';

export interface InstallsOptions extends InstalledServerParts, TrialSurroundings {
  readonly servers: ServerSupervisor;
  readonly kept: KeptInstalls;
  readonly sources: InstallSources;
  readonly surroundings: PackageSurroundings;
  readonly runtimes: PlanSurroundings['runtimes'];
  readonly os: NodeJS.Platform;
  /** Hears what did not work of that for which nobody waits. */
  readonly failed: (error: unknown) => void;
}
