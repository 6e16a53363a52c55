// Whose a tool is that is not the browser's, by its name.
import type { Tool } from '../../../contract/schemas/entities.ts';
import type { Snapshot } from '../../../contract/schemas/snapshot.ts';

export function offererName(
  { servers, plugins }: Snapshot,
  source: Exclude<Tool['source'], { kind: 'browser' }>,
): string {
  if (source.kind === 'server') return servers[source.serverId]?.name ?? source.serverId;
  return source.kind === 'page' ? source.origin : (plugins[source.pluginId]?.name ?? source.pluginId);
}
