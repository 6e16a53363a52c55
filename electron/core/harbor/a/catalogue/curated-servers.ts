// What Harbor's first extension is told of the servers that it offers by itself.
import { curatedServers } from '../../../../../contract/curated-servers.ts';
import type { CuratedServer } from '../../../../../contract/curated-servers.ts';
import type { CatalogEntry } from '../../../../../contract/schemas/harbor-a.ts';

export function curatedServer(id: string): CuratedServer | undefined {
  return curatedServers.find(server => server.id === id);
}

/** As a row of the catalogue. */
export function curatedEntry({
  id,
  name,
  description,
  homepageUrl,
  packageType,
  packageId,
  variables = [],
}: CuratedServer): CatalogEntry {
  return {
    id,
    name,
    description,
    source: 'curated',
    endpointUrl: '',
    homepageUrl,
    repositoryUrl: homepageUrl,
    packages: [{ registryType: packageType, identifier: packageId, environmentVariables: [...variables] }],
  };
}
