// Which site may call tools of a plugin: the grants of web origins that speak of it.
import type { Grant } from '../../../../contract/schemas/permissions.ts';
import type { Snapshot } from '../../../../contract/schemas/snapshot.ts';

/** The one used or made last first. */
export function consentRows({ grants }: Pick<Snapshot, 'grants'>, pluginId: string): Grant[] {
  return Object.values(grants)
    .filter(({ subject, scope, resource }) => {
      if (subject.kind !== 'origin' || scope !== 'plugins:call') return false;
      return resource.kind === 'any' || (resource.kind === 'plugin' && resource.pluginId === pluginId);
    })
    .sort((a, b) => (b.lastUsedAt ?? b.createdAt) - (a.lastUsedAt ?? a.createdAt));
}

/** Its tools without the plugin's id, which stands above the table; null where it speaks of all. */
export function consentTools({ tools }: Pick<Grant, 'tools'>, pluginId: string): readonly string[] | null {
  const prefix = `${pluginId}::`;
  return tools?.map(tool => (tool.startsWith(prefix) ? tool.slice(prefix.length) : tool)) ?? null;
}
