// What of a tool's definition an approval is bound to: everything that a model or a gate goes by.
import { hash } from 'node:crypto';
import { canonicalJson } from '../../../contract/json.ts';

/** MCP 2025-11-25 "Tool". Icons and `_meta` may change: no model reads them. */
const pinned = ['name', 'title', 'description', 'inputSchema', 'outputSchema', 'annotations', 'execution'] as const;

/** By the definition itself, which is replaced when it changes. */
const known = new WeakMap<object, string>();

/** sha256 (hex) over a canonical JSON of the pinned members: their order means nothing. */
export function definitionHash(tool: Readonly<Record<string, unknown>>): string {
  const before = known.get(tool);
  if (before !== undefined) return before;
  const members = pinned.map(key => [key, tool[key] ?? null]);
  const made = hash('sha256', canonicalJson(members), 'hex');
  known.set(tool, made);
  return made;
}
