// The pages of a registry of the official API (v0.1), one after another by their cursors.
import { ServerPageSchema } from '../../../contract/schemas/server-json.ts';
import { SourceTrouble } from './source-trouble.ts';
import type { PoliteAsker } from './polite-asker.ts';
import type { SourceLimits } from './source-limits.ts';
import type { SourcePage } from './source-page.ts';

export interface RegistryQuestion {
  readonly address: string;
  /** Only what changed since then, as the registry writes times; null asks for the newest version of everything. */
  readonly since: string | null;
  /** Where it goes on; absent for the first page. */
  readonly from?: string | undefined;
  readonly asker: PoliteAsker;
  readonly limits: SourceLimits;
}

const pageSize = 100;

/** Rejects with SourceTrouble. What was given until then is good. */
export async function* registryPages(question: RegistryQuestion): AsyncGenerator<SourcePage> {
  const { asker, limits } = question;
  const place = new URL(question.address).host;
  const seen = new Set<string>();
  let cursor = question.from;
  for (let page = 0; page < limits.pages; page += 1) {
    const { status, value } = await asker.json(listAddress(question, cursor));
    if (status !== 200) throw new SourceTrouble({ kind: 'catalogue-answered', place, status });
    const parsed = ServerPageSchema.safeParse(value).data;
    if (!parsed) throw new SourceTrouble({ kind: 'catalogue-unreadable', place, expected: 'registry' });
    const next = parsed.metadata?.nextCursor || undefined;
    yield { servers: parsed.servers, total: parsed.metadata?.total ?? null, next: next ?? null };
    if (next === undefined) return;
    cursor = next;
    if (seen.has(cursor)) throw new SourceTrouble({ kind: 'catalogue-goes-round', place });
    seen.add(cursor);
  }
  throw new SourceTrouble({ kind: 'catalogue-too-many', place, most: limits.pages * pageSize });
}

/** All versions of one server, of which it may keep many. Null where the registry knows none of that name. */
export async function registryVersions({ address, asker }: RegistryQuestion, name: string): Promise<SourcePage | null> {
  const place = new URL(address).host;
  const url = underOf(address, `v0.1/servers/${encodeURIComponent(name)}/versions`);
  url.searchParams.set('include_deleted', 'true');
  const { status, value } = await asker.json(url);
  if (status === 404) return null;
  if (status !== 200) throw new SourceTrouble({ kind: 'catalogue-answered', place, status });
  const parsed = ServerPageSchema.safeParse(value).data;
  if (!parsed) throw new SourceTrouble({ kind: 'catalogue-unreadable', place, expected: 'registry' });
  return { servers: parsed.servers, total: null };
}

function listAddress({ address, since }: RegistryQuestion, cursor: string | undefined): URL {
  const url = underOf(address, 'v0.1/servers');
  url.searchParams.set('limit', String(pageSize));
  // A change is told of each version, also of one that is not the newest or not there any more.
  if (since === null) url.searchParams.set('version', 'latest');
  else url.searchParams.set('updated_since', since);
  if (cursor !== undefined) url.searchParams.set('cursor', cursor);
  return url;
}

/** A registry may lie below a path of its host. */
function underOf(address: string, path: string): URL {
  const base = new URL(address);
  base.search = '';
  base.hash = '';
  base.pathname = `${base.pathname.replace(/\/+$/, '')}/${path}`;
  return base;
}
