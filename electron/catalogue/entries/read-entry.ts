// What is kept of a server that a source describes. What comes in is hostile: it is checked here, and nothing of it is carried out.
import { isRecord } from '../../../contract/json.ts';
import { OfficialMetaSchema, ServerJsonSchema } from '../../../contract/schemas/server-json.ts';
import { oneLine } from './one-line.ts';
import { readWays } from './read-ways.ts';
import type { Way } from '../../../contract/schemas/catalogue.ts';
import type { ServerJson } from '../../../contract/schemas/server-json.ts';

export type EntryStatus = 'active' | 'deprecated' | 'withdrawn';

/** One version of an entry. */
export interface ReadEntry {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly version: string;
  readonly namespace: string;
  readonly status: EntryStatus;
  readonly statusMessage: string;
  /** Whether the source says that it is the newest; null where it says nothing of that. */
  readonly latest: boolean | null;
  readonly publishedAt: number | null;
  readonly changedAt: number | null;
  readonly uses: number | null;
  /** The source itself says that the namespace is proved. */
  readonly saidVerified: boolean;
  readonly repository: string | null;
  readonly website: string | null;
  readonly ways: readonly Way[];
  readonly tools: readonly { readonly name: string; readonly description: string }[] | null;
}

/** What could not be read: its name as far as it has one, or its file, and where it is wrong; null where it is no description at all. */
export interface LeftOut {
  readonly name: string;
  readonly at: string | null;
}

export type ReadOutcome = { readonly entry: ReadEntry } | { readonly leftOut: LeftOut };

const officialMeta = 'io.modelcontextprotocol.registry/official';
const publisherMeta = 'io.modelcontextprotocol.registry/publisher-provided';
const statuses = { active: 'active', deprecated: 'deprecated', deleted: 'withdrawn' } as const;
const maxTools = 200;
/** Of an entry as it is stored. It goes whole to the hub and the panel, and into the row of each install of it. */
const maxBytes = 256 * 1024;

/** `{ server, _meta }` as registries have it, or the description alone as in a file. */
export function readEntry(given: unknown): ReadOutcome {
  const isWrapped = isRecord(given) && isRecord(given['server']);
  const described: unknown = isWrapped ? given['server'] : given;
  const parsed = ServerJsonSchema.safeParse(described);
  if (!parsed.success) return { leftOut: { name: nameIn(described), at: placeOf(parsed.error) } };
  // What a description says of itself in `_meta` is its publisher's: the registry speaks beside it.
  const said = isWrapped && isRecord(given['_meta']) ? given['_meta'] : {};
  const entry = entryOf(parsed.data, said);
  const bytes = Buffer.byteLength(JSON.stringify(entry));
  if (bytes > maxBytes) return { leftOut: { name: nameIn(described), at: `${Math.ceil(bytes / 1024)} KiB` } };
  return { entry };
}

function entryOf(server: ServerJson, said: Readonly<Record<string, unknown>>): ReadEntry {
  const official = OfficialMetaSchema.safeParse(said[officialMeta]).data;
  const { name, title, description = '' } = server;
  const slash = name.lastIndexOf('/');
  return {
    name,
    title: oneLine(title ?? (slash < 0 ? name : name.slice(slash + 1)), 200),
    description: oneLine(description, 2_000),
    // An entry without one offers whatever is newest where its package comes from.
    version: oneLine(server.version ?? '', 255) || 'latest',
    namespace: slash < 0 ? '' : name.slice(0, slash),
    status: statusOf(official?.status ?? server.status),
    statusMessage: oneLine(official?.statusMessage ?? '', 500),
    latest: official?.isLatest ?? null,
    publishedAt: timeOf(official?.publishedAt),
    changedAt: timeOf(official?.updatedAt) ?? timeOf(official?.publishedAt),
    uses: usesIn(said),
    saidVerified: Object.values(said).some(meta => isRecord(meta) && meta['verified'] === true),
    repository: addressOf(server.repository?.url),
    website: addressOf(server.websiteUrl),
    ways: readWays(server.packages ?? [], server.remotes ?? []),
    tools: toolsIn(server._meta?.[publisherMeta] ?? null),
  };
}

function statusOf(status: string | undefined): EntryStatus {
  return status !== undefined && Object.hasOwn(statuses, status) ? statuses[status as keyof typeof statuses] : 'active';
}

function timeOf(text: string | undefined): number | null {
  const time = text === undefined ? Number.NaN : Date.parse(text);
  return Number.isFinite(time) && time > 0 ? time : null;
}

/** For reading: what is no address of the web is not shown as one. */
export function addressOf(text: string | undefined): string | null {
  if (text === undefined || text.length > 2_000 || !URL.canParse(text)) return null;
  const url = new URL(text);
  return (url.protocol === 'https:' || url.protocol === 'http:') && url.username === '' ? url.href : null;
}

/** Registries count in names of their own. */
function usesIn(said: Readonly<Record<string, unknown>>): number | null {
  for (const meta of Object.values(said)) {
    if (!isRecord(meta)) continue;
    for (const name of ['uses', 'useCount', 'downloads', 'pulls']) {
      const count = meta[name];
      if (typeof count === 'number' && Number.isFinite(count) && count >= 0) return Math.floor(count);
    }
  }
  return null;
}

function toolsIn(meta: unknown): ReadEntry['tools'] {
  const listed = isRecord(meta) && Array.isArray(meta['tools']) ? (meta['tools'] as unknown[]) : null;
  if (!listed) return null;
  return listed.slice(0, maxTools).flatMap(tool => {
    if (typeof tool === 'string') return [{ name: oneLine(tool, 200), description: '' }];
    if (!isRecord(tool) || typeof tool['name'] !== 'string') return [];
    const { description } = tool;
    const text = typeof description === 'string' ? oneLine(description, 1_000) : '';
    return [{ name: oneLine(tool['name'], 200), description: text }];
  });
}

function nameIn(described: unknown): string {
  const name = isRecord(described) ? described['name'] : undefined;
  return typeof name === 'string' ? oneLine(name, 100) : '?';
}

function placeOf({ issues }: { readonly issues: readonly { readonly path: readonly PropertyKey[] }[] }): string {
  return oneLine(issues[0]?.path.join('.') || 'name', 100);
}
