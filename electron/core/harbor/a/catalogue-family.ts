// The catalogue over the wire: read, searched, refreshed, and what is installed from it.
import { curatedServers } from '../../../../contract/curated-servers.ts';
import { Fault, failingAs, isOn, needText, textIn } from './asked.ts';
import { curatedEntry, curatedServer } from './catalogue/curated-servers.ts';
import { resolveGitHub } from './github.ts';
import { installEntry } from './installer-family.ts';
import type { CuratedServer } from '../../../../contract/curated-servers.ts';
import type { CatalogEntry } from '../../../../contract/schemas/harbor-a.ts';
import type { Answer, Asked, Family } from './asked.ts';
import type { CatalogueAnswer } from './catalogue/catalogue.ts';
import type { HarborAServices } from './harbor-a-services.ts';
import type { HubServers } from './hub-servers.ts';

export function catalogueFamily(services: HarborAServices, hub: HubServers): Family {
  return {
    catalog_get: failingAs('catalog_error', asked => fetched(services, asked, isOn(asked, 'force'))),
    catalog_refresh: failingAs('catalog_error', asked => fetched(services, asked, true)),
    catalog_search: failingAs('catalog_error', async asked =>
      plain(await services.catalogue.search(needText(asked, 'query', "Missing 'query' field for catalog search"))),
    ),
    // Stars and downloads would be asked of others for every server; the catalogue is as its registry says.
    catalog_enrich: () => ({ enriched: 0, failed: 0 }),
    get_curated_servers: () => ({ servers: curatedServers.map(shown) }),
    get_curated_list: () => ({
      servers: curatedServers.map(server => ({ ...shown(server), isInstalled: hub.find(server.id) !== null })),
    }),
    install_curated: failingAs('install_error', async asked => ({
      ...(await installCurated(hub, needText(asked, 'curated_id'))),
      manifestFound: false,
    })),
    install_curated_server: failingAs('install_error', async asked => ({
      success: true,
      ...(await installCurated(hub, needText(asked, 'server_id'))),
    })),
    resolve_server_package: failingAs('resolve_error', asked => resolvePackage(services, asked)),
  };
}

/** News of how it goes, as the extension shows them. */
async function fetched(services: HarborAServices, asked: Asked, force: boolean): Promise<Answer> {
  const tell = (status: string, more: Answer) =>
    asked.tell('status_update', { category: 'catalog', status, timestamp: services.platform.now(), ...more });
  tell('fetching', { message: 'Fetching server listings...' });
  const { signal } = asked.request;
  const answer = await services.catalogue.get({ force, query: textIn(asked, 'query'), signal });
  for (const { ok, id, error } of answer.providerStatus) if (!ok) tell('provider_error', { provider: id, error });
  tell('ready', { message: `${answer.servers.length} servers` });
  return plain(answer);
}

function plain({ servers, providerStatus, fetchedAt, isStale }: CatalogueAnswer): Answer {
  return { servers, providerStatus, fetchedAt, isStale };
}

function shown({ variables: _, moreVariables: __, arguments: ___, ...server }: CuratedServer): Answer {
  return server;
}

async function installCurated(hub: HubServers, id: string): Promise<Answer> {
  const curated = curatedServer(id);
  if (!curated) throw new Fault('not_found', `Curated server not found: ${id}`);
  return installEntry(hub, curatedEntry(curated));
}

async function resolvePackage(services: HarborAServices, asked: Asked): Promise<Answer> {
  const serverId = needText(asked, 'server_id');
  const entry = await services.catalogue.find(serverId);
  if (!entry) throw new Fault('not_found', 'Server not found');
  const [named] = entry.packages;
  if (named?.identifier)
    return { serverId, packageType: named.registryType, packageId: named.identifier, cached: true };
  return { serverId, ...(await resolvedOf(entry, asked.request.signal)), cached: false };
}

async function resolvedOf({ repositoryUrl, homepageUrl }: CatalogEntry, signal: AbortSignal) {
  const found = await resolveGitHub(repositoryUrl || homepageUrl, signal);
  if (!found) return { packageType: null, packageId: null };
  return { packageType: found.type === 'python' ? 'pypi' : 'npm', packageId: found.name };
}
