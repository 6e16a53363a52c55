// The official registry of MCP servers, asked over the network when somebody wants the catalogue anew. What it says is data: rows that do not
// fit are left out.
import { createHash } from 'node:crypto';
import { isRecord } from '../../../../../contract/json.ts';
import {
  CatalogEntrySchema,
  RegistryPageSchema,
  RegistryServerSchema,
} from '../../../../../contract/schemas/harbor-a.ts';
import { createGuardedFetch } from '../../../outbound/guarded-fetch.ts';
import { reachOfServer } from '../../../outbound/reach.ts';
import { boundedResponse } from '../../../servers/remote/bounded-body.ts';
import type { CatalogEntry } from '../../../../../contract/schemas/harbor-a.ts';

export const officialRegistry = 'https://registry.modelcontextprotocol.io';
export const registryId = 'official_registry';

const pageSize = 100;
const maxPages = 10;
const fetchMs = 10_000;
const maxBytes = 8 * 1024 * 1024;

/** Rejects with one sentence where it cannot be asked or answers with something else. */
export async function readRegistry(
  registry: string,
  query: string | undefined,
  signal: AbortSignal,
): Promise<CatalogEntry[]> {
  const guarded = createGuardedFetch({ reach: reachOfServer(registry) });
  const found: CatalogEntry[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < maxPages; page += 1) {
    const asked = new URL('/v0/servers', registry);
    asked.searchParams.set('limit', String(pageSize));
    if (query) asked.searchParams.set('search', query);
    if (cursor) asked.searchParams.set('cursor', cursor);
    const response = await guarded(asked.href, {
      headers: { accept: 'application/json' },
      signal: AbortSignal.any([signal, AbortSignal.timeout(fetchMs)]),
    });
    if (!response.ok) throw new Error(`${asked.host} answers with ${response.status}`);
    const read = RegistryPageSchema.parse(await boundedResponse(response, maxBytes).json());
    found.push(...read.servers.flatMap(entryOf));
    cursor = read.cursor ?? read.metadata?.nextCursor ?? undefined;
    if (!cursor) break;
  }
  return found;
}

function entryOf(row: unknown): CatalogEntry[] {
  const inner = isRecord(row) && isRecord(row.server) ? row.server : row;
  const parsed = RegistryServerSchema.safeParse(inner);
  if (!parsed.success) return [];
  const { name, description, repository, websiteUrl, packages = [], remotes = [] } = parsed.data;
  const endpointUrl = remotes.find(({ url }) => url)?.url ?? '';
  const repositoryUrl = repository?.url ?? '';
  const entry = CatalogEntrySchema.safeParse({
    id: idOf(endpointUrl, repositoryUrl, name),
    name,
    source: registryId,
    endpointUrl,
    description,
    homepageUrl: websiteUrl ?? repositoryUrl,
    repositoryUrl,
    packages: packages.flatMap(({ registryType, registry_type, registry_name, identifier, name: named, ...more }) => ({
      registryType: registryType ?? registry_type ?? registry_name ?? 'npm',
      identifier: identifier ?? named ?? '',
      environmentVariables: (more.environmentVariables ?? more.environment_variables ?? []).filter(isVariable),
    })),
  });
  return entry.success ? [entry.data] : [];
}

function isVariable(value: unknown): boolean {
  return isRecord(value) && typeof value.name === 'string' && /^[A-Za-z_][A-Za-z0-9_]{0,127}$/.test(value.name);
}

function idOf(...parts: readonly string[]): string {
  return createHash('sha256')
    .update(`${registryId}:${parts.join(':')}`)
    .digest('hex')
    .slice(0, 16);
}
