// Tool names: `{serverId}/{tool}` inside the hub, `{serverId}__{tool}` in MCP lists, because model APIs refuse `/` and long names.
import { createHash } from 'node:crypto';

const maxListName = 46;
const hashLength = 8;

export function toolId(serverId: string, tool: string): string {
  return `${serverId}/${tool}`;
}

/** The server that either name of a tool begins with, or null. */
export function serverIdIn(name: string): string | null {
  return /^([a-z0-9][a-z0-9-]{0,30})(?:\/|__)/.exec(name)?.[1] ?? null;
}

/** The name in MCP lists: only `[A-Za-z0-9_-]`, at most 46 characters; what had to change ends in a stable hash. */
export function listName(serverId: string, tool: string): string {
  const plain = `${serverId}__${tool}`;
  const safe = plain.replace(/[^A-Za-z0-9_-]/g, '_');
  if (safe === plain && safe.length <= maxListName) return plain;
  const hash = createHash('sha256').update(plain).digest('hex').slice(0, hashLength);
  return `${safe.slice(0, maxListName - hashLength - 1)}_${hash}`;
}
