// Where in the catalogue something is: an entry, an install, an opened bundle, the sources.

export type CataloguePlace =
  | { readonly kind: 'entries'; readonly open: EntryName | null; readonly search?: string }
  | { readonly kind: 'add'; readonly entry: EntryName; readonly version: string | null }
  | { readonly kind: 'installs'; readonly serverId: string | null }
  | { readonly kind: 'bundle'; readonly bundleId: string }
  | { readonly kind: 'sources' };

export interface EntryName {
  readonly sourceId: string;
  readonly name: string;
}

/** As much as is searched for. */
const maxSearchChars = 200;

export const sourcesPath = '?sources';

/** Unlike that of any other entry. */
export function entryId({ sourceId, name }: EntryName): string {
  return `?${new URLSearchParams({ source: sourceId, entry: name }).toString()}`;
}

/** The form of an entry; without a version that of its newest. */
export function addPath({ sourceId, name }: EntryName, version: string | null): string {
  return `?${new URLSearchParams({ source: sourceId, add: name, ...(version !== null && { version }) }).toString()}`;
}

/** Without a server all installs. */
export function installPath(serverId: string | null = null): string {
  return serverId === null ? '?installs' : `?${new URLSearchParams({ install: serverId }).toString()}`;
}

export function bundlePath(bundleId: string): string {
  return `?${new URLSearchParams({ bundle: bundleId }).toString()}`;
}

/** The list, with this searched for. */
export function searchPath(query: string): string {
  return `?${new URLSearchParams({ search: query }).toString()}`;
}

/** Reads the selection of the address; anything unknown is the list. */
export function readCataloguePath(selected: string | null): CataloguePlace {
  const found = new URLSearchParams(selected?.startsWith('?') ? selected : '');
  const [source, entry, add] = [found.get('source'), found.get('entry'), found.get('add')];
  const [install, bundle] = [found.get('install'), found.get('bundle')];
  if (bundle) return { kind: 'bundle', bundleId: bundle };
  if (install) return { kind: 'installs', serverId: install };
  if (found.has('installs')) return { kind: 'installs', serverId: null };
  if (found.has('sources')) return { kind: 'sources' };
  if (source && add) return { kind: 'add', entry: { sourceId: source, name: add }, version: found.get('version') };
  const search = found.get('search');
  if (search) return { kind: 'entries', open: null, search: search.slice(0, maxSearchChars) };
  return { kind: 'entries', open: source && entry ? { sourceId: source, name: entry } : null };
}
