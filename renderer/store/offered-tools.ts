// Which tools agents get, and which wait for a person to review them.
import type { Tool } from '../../contract/schemas/entities.ts';
import type { Snapshot } from '../../contract/schemas/snapshot.ts';

/** Whether a person should look at it. */
export function asksForReview({ held }: Pick<Tool, 'held'>): boolean {
  return held === 'new' || held === 'changed';
}

/** Whether any agent may get the tool. */
export function isOffered({ on, held }: Pick<Tool, 'on' | 'held'>): boolean {
  return on && held === null;
}

/** How many tools of each server wait for a review; servers without any are not in it. */
export function reviewsWaiting(tools: Snapshot['tools']): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const tool of Object.values(tools)) {
    if (tool.source.kind !== 'server' || !asksForReview(tool)) continue;
    counts.set(tool.source.serverId, (counts.get(tool.source.serverId) ?? 0) + 1);
  }
  return counts;
}
