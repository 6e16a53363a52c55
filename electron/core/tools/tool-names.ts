// Tool names: `{serverId}/{tool}` and, spec 002, `{pluginId}::{tool}` inside the hub; `{serverId}__{tool}` in MCP lists, because model APIs
// refuse `/`, `:` and long names.
import { hash } from 'node:crypto';
import { isPluginId } from '../../../contract/plugins.ts';

const maxListName = 46;
const hashLength = 8;

/** Of a server or of a plugin: no server's id has the form of a plugin's. */
export function toolId(offerer: string, tool: string): string {
  return isPluginId(offerer) ? pluginToolId(offerer, tool) : `${offerer}/${tool}`;
}

export function pluginToolId(pluginId: string, tool: string): string {
  return `${pluginId}::${tool}`;
}

/** The plugin that the id of a tool begins with, up to the first `::`; null for every other name. */
export function pluginIdIn(name: string): string | null {
  const end = name.indexOf('::');
  const id = end === -1 ? '' : name.slice(0, end);
  return isPluginId(id) ? id : null;
}

/** The server that either name of a tool begins with, or null. */
export function serverIdIn(name: string): string | null {
  return /^([a-z0-9][a-z0-9-]{0,30})(?:\/|__)/.exec(name)?.[1] ?? null;
}

/** The name in MCP lists: only `[A-Za-z0-9_-]`, at most 46 characters; what had to change ends in a stable hash. */
export function listName(offerer: string, tool: string): string {
  const plain = `${offerer}__${tool}`;
  const safe = plain.replace(/[^A-Za-z0-9_-]/g, '_');
  if (safe === plain && safe.length <= maxListName) return plain;
  const mark = hash('sha256', plain, 'hex').slice(0, hashLength);
  return `${safe.slice(0, maxListName - hashLength - 1)}_${mark}`;
}
