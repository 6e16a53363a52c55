// Where on Servers something is: a server with one of its tabs, or the plugins with one of them: `plugins:decode@plugins.example`.

/** No id of a server has a colon. */
const plugins = 'plugins:';

export type ServersPlace =
  | { readonly view: 'servers'; readonly id: string | null }
  | { readonly view: 'plugins'; readonly id: string | null };

export function pluginPath(pluginId?: string | null): string {
  return `${plugins}${pluginId ?? ''}`;
}

export function readServersPath(selected: string | null): ServersPlace {
  if (!selected?.startsWith(plugins)) return { view: 'servers', id: selected };
  return { view: 'plugins', id: selected.slice(plugins.length) || null };
}
