// Names of resources and prompts where several servers stand behind one: whose a name is, and which of two equal ones gives way.
import { isRecord } from '../../../contract/json.ts';

export interface ServerName {
  readonly serverId: string;
  /** As the server knows it. */
  readonly name: string;
}

/** `pilothouse+{serverId}:{uri}`, the form that names the server. */
export function prefixedUri(serverId: string, uri: string): string {
  return `pilothouse+${serverId}:${uri}`;
}

/** The server and its own URI, or null for a URI that names no server. */
export function readPrefixedUri(uri: string): ServerName | null {
  const [, serverId, name] = /^pilothouse\+([a-z0-9][a-z0-9-]{0,30}):(.+)$/s.exec(uri) ?? [];
  return serverId !== undefined && name !== undefined ? { serverId, name } : null;
}

/** `{serverId}__{prompt}`. */
export function prefixedPrompt(serverId: string, prompt: string): string {
  return `${serverId}__${prompt}`;
}

/** Server ids hold no `_`, so the first `__` ends one. */
export function readPrefixedPrompt(name: string): ServerName | null {
  const end = name.indexOf('__');
  return end > 0 ? { serverId: name.slice(0, end), name: name.slice(end + 2) } : null;
}

export type Listed = Readonly<Record<string, unknown>>;

/** All items in the order of their servers. The first with a URI keeps it, each later one is listed under the form that names its server. */
export function withOwnUris(
  lists: readonly { readonly serverId: string; readonly items: readonly Listed[] }[],
  key: 'uri' | 'uriTemplate',
): Listed[] {
  const taken = new Set<unknown>();
  return lists.flatMap(({ serverId, items }) =>
    items.map(item => {
      const uri = item[key];
      if (typeof uri !== 'string') return item;
      const isFirst = !taken.has(uri);
      taken.add(uri);
      return isFirst ? item : { ...item, [key]: prefixedUri(serverId, uri) };
    }),
  );
}

/** The `uri` of params, or an empty one. */
export function uriOf(params: unknown): string {
  return isRecord(params) && typeof params.uri === 'string' ? params.uri : '';
}
