// Whether what is installed may run, by the policy and by the files of its package. Loaded with the hub: servers start before anybody installs anything.
import { judged } from './install-sources.ts';
import type { Reason } from '../../../../contract/reasons.ts';
import type { ServerConfig } from '../../../../contract/schemas/servers.ts';
import type { InstalledVersion, InstallRow } from '../../store/installs-table.ts';
import type { InstallSources } from './install-sources.ts';
import type { KeptInstalls } from './kept-installs.ts';
import type { PackageStore } from './package-store.ts';

export interface InstallJudgeOptions {
  readonly kept: Pick<KeptInstalls, 'find'>;
  readonly packages: Pick<PackageStore, 'foldersIn' | 'faultIn'>;
  readonly sources: Pick<InstallSources, 'judge' | 'addressOf'>;
}

export class InstallJudge {
  readonly #options: InstallJudgeOptions;

  constructor(options: InstallJudgeOptions) {
    this.#options = options;
  }

  /** Asked before each start of its server. */
  mayStart(serverId: string, config: ServerConfig): Promise<Reason | null> | null {
    const { kept, packages, sources } = this.#options;
    const row = kept.find(serverId);
    if (!row && packages.foldersIn(config).length === 0) return null;
    const refusal = row && refusalOf(row, row.current, sources);
    return refusal ? Promise.resolve(refusal) : packages.faultIn(config);
  }
}

/** Why the policy forbids what it is; null where it does not. */
export function refusalOf(
  { origin }: Pick<InstallRow, 'origin'>,
  version: InstalledVersion,
  sources: Pick<InstallSources, 'judge' | 'addressOf'>,
): Reason | null {
  return judged(origin, version.way, version.version || version.way.version, sources);
}
