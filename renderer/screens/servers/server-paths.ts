// Which server is open, and at which of its tabs: `github`, `github/log`.

export const serverTabs = ['now', 'log', 'tools', 'resources', 'prompts', 'environment', 'sandbox', 'config'] as const;
export type ServerTab = (typeof serverTabs)[number];

export function detailPath(serverId: string, tab: ServerTab): string {
  return tab === 'now' ? serverId : `${serverId}/${tab}`;
}

export function readDetailPath(selected: string | null): { serverId: string | null; tab: ServerTab } {
  const [serverId = null, name] = selected?.split('/') ?? [];
  return { serverId, tab: serverTabs.find(tab => tab === name) ?? 'now' };
}
