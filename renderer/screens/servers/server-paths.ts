// Where on Servers something is: a server and one of its tabs (`github`, `github/log`), or the plugins with one of them: `plugins:decode@plugins.example`.

export const serverTabs = ['now', 'log', 'tools', 'resources', 'prompts', 'environment', 'sandbox', 'config'] as const;
export type ServerTab = (typeof serverTabs)[number];

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

export function detailPath(serverId: string, tab: ServerTab): string {
  return tab === 'now' ? serverId : `${serverId}/${tab}`;
}

export function readDetailPath(selected: string | null): { serverId: string | null; tab: ServerTab } {
  const [serverId = null, name] = selected?.split('/') ?? [];
  return { serverId, tab: serverTabs.find(tab => tab === name) ?? 'now' };
}
