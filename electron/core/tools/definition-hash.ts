// What of a tool's definition an approval is bound to: everything that a model or a gate goes by.
import { createHash } from 'node:crypto';
import { canonicalJson } from '../../../contract/json.ts';

/** MCP 2025-11-25 "Tool". Icons and `_meta` may change: no model reads them. */
const pinned = ['name', 'title', 'description', 'inputSchema', 'outputSchema', 'annotations', 'execution'] as const;

/** sha256 (hex) over a canonical JSON of the pinned members: their order means nothing. */
export function definitionHash(tool: Readonly<Record<string, unknown>>): string {
  const members = pinned.map(key => [key, tool[key] ?? null]);
  return createHash('sha256').update(canonicalJson(members)).digest('hex');
}
