// What the policy says of a server that there is: by the install that it came of, and by the packages that its command starts.
import { startedPackages } from '../servers/config/started-packages.ts';
import type { Install } from '../../../contract/schemas/installs.ts';
import type { CataloguePolicy } from '../permissions/policy/catalogue-policy.ts';
import type { ServerSupervisorOptions } from '../servers/lifecycle/supervisor-options.ts';
import type { BaseParts } from './base-parts.ts';

/** What was installed is judged as it stood in the catalogue, what was added otherwise by the packages that its command starts. */
export function policyForServers(
  state: BaseParts['state'],
  { judge, judgePackage }: Pick<CataloguePolicy, 'judge' | 'judgePackage'>,
): NonNullable<ServerSupervisorOptions['forbids']> {
  const ofInstall = ({ origin, kind, identifier, version }: Install) => {
    const sourceId = origin.kind === 'entry' ? origin.sourceId : null;
    const source = sourceId === null ? null : (state.get('catalogueSources', sourceId)?.address ?? null);
    const entry = origin.kind === 'entry' ? origin.name : null;
    // A bundle is judged by its own name, as when it was opened.
    const named = entry === null ? origin.name : identifier;
    return judge({ source, sourceId, entry, kind, identifier: named, version: version || null });
  };
  return (serverId, config) => {
    const install = state.get('installs', serverId);
    const reasons = [install ? ofInstall(install) : null, ...startedPackages(config).map(judgePackage)];
    return reasons.find(reason => reason !== null) ?? null;
  };
}
