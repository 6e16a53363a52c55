// What the policy says of a server that there is: by the install that it came of, and by the packages that its command starts.
import { startedPackages } from '../servers/config/started-packages.ts';
import { judgedWay } from '../servers/install/install-sources.ts';
import type { CataloguePolicy } from '../permissions/policy/catalogue-policy.ts';
import type { KeptInstalls } from '../servers/install/kept-installs.ts';
import type { ServerSupervisorOptions } from '../servers/lifecycle/supervisor-options.ts';
import type { InstallRow } from '../store/installs-table.ts';
import type { BaseParts } from './base-parts.ts';

/** What was installed is judged as it stood in the catalogue, what was added otherwise by the packages that its command starts. */
export function policyForServers(
  state: BaseParts['state'],
  kept: Pick<KeptInstalls, 'find'>,
  { judge, judgePackage }: Pick<CataloguePolicy, 'judge' | 'judgePackage'>,
): NonNullable<ServerSupervisorOptions['forbids']> {
  const ofInstall = ({ origin, current: { way, version } }: InstallRow) => {
    const source = origin.kind === 'entry' ? (state.get('catalogueSources', origin.sourceId)?.address ?? null) : null;
    return judge(judgedWay(origin, way, version || null, source));
  };
  return (serverId, config) => {
    const install = kept.find(serverId);
    const reasons = [install ? ofInstall(install) : null, ...startedPackages(config).map(judgePackage)];
    return reasons.find(reason => reason !== null) ?? null;
  };
}
