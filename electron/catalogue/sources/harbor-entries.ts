// Entries as Harbor writes them, as descriptions of the official form.
import { curatedServers } from '../../../contract/curated-servers.ts';
import { isRecord } from '../../../contract/json.ts';
import type { SourcePage } from './source-page.ts';

/** Those that Harbor offers by itself. */
export function harborPage(): SourcePage {
  const servers = curatedServers.map(server => ({
    name: server.id,
    title: server.name,
    description: server.description,
    websiteUrl: server.homepageUrl,
    repository: { url: server.homepageUrl },
    packages: [
      {
        registryType: server.packageType,
        identifier: server.packageId,
        packageArguments: server.arguments ?? [],
        environmentVariables: [...(server.variables ?? []), ...(server.moreVariables ?? [])],
      },
    ],
  }));
  return { servers, total: servers.length };
}

/** A row of Harbor's catalogue, or what was given where it is none. */
export function fromHarbor(given: unknown): unknown {
  if (!isRecord(given) || typeof given['id'] !== 'string' || typeof given['name'] !== 'string') return given;
  const { id, name, description, homepageUrl, repositoryUrl, endpointUrl, packages } = given;
  const url = typeof endpointUrl === 'string' && endpointUrl !== '' ? endpointUrl : null;
  return {
    name: id,
    title: name,
    description: typeof description === 'string' ? description : '',
    websiteUrl: typeof homepageUrl === 'string' ? homepageUrl : null,
    repository: typeof repositoryUrl === 'string' ? { url: repositoryUrl } : null,
    packages: Array.isArray(packages) ? (packages as unknown[]) : [],
    remotes: url === null ? [] : [{ type: 'streamable-http', url }],
  };
}
