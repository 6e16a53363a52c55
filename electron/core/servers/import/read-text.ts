// Text that somebody pasted or picked: which app's file it is shows in its shape.
import { isRecord } from '../../../../contract/json.ts';
import { isAddress, nameOfAddress } from '../../../../contract/server-address.ts';
import { readUserAndProjects } from './claude-code-file.ts';
import { readCodexFile } from './codex-file.ts';
import { readTable } from './mcp-servers-file.ts';
import { nameOf, readEntry, refused } from './read-entry.ts';
import { parseJson } from './read-server.ts';
import { readServersAndInputs } from './vscode-file.ts';
import type { ReadServer } from './read-server.ts';

/** Reads any of the known forms. Throws HubError with one sentence when there is no server in it. */
export function readServersText(text: string, home: string | null): ReadServer[] {
  const servers = readAny(text.replace(/^\uFEFF/, ''), home);
  if (servers.length === 0) throw refused({ kind: 'no-server-text' });
  return servers;
}

function readAny(text: string, home: string | null): ReadServer[] {
  if (text.trim() === '') throw refused({ kind: 'text-empty' });
  if (isAddress(text)) return [addressServer(text.trim())];
  if (isToml(text)) return readCodexFile(text, home);
  const value = parseJson(text);
  if (!isRecord(value)) throw refused({ kind: 'no-server-text' });
  // Whose it is cannot be told, so what any app would fill in is not taken for the value.
  const app = { home, placeholders: 'both' as const };
  if ('mcpServers' in value || isRecord(value.projects)) return readUserAndProjects(value, app);
  if (isTableOfServers(value.servers) || (isRecord(value.mcp) && 'servers' in value.mcp)) {
    return readServersAndInputs(value, home);
  }
  if (looksLikeServer(value)) throw refused({ kind: 'server-without-name' });
  return isTableOfServers(value) ? readTable(value, 'mcpServers', app) : [];
}

function addressServer(address: string): ReadServer {
  const name = nameOf(nameOfAddress(address));
  return { name, from: null, config: readEntry(name, { url: address }), problem: null };
}

function isToml(text: string): boolean {
  return !/^\s*(?:\{|\/[/*])/.test(text) && /\bmcp_servers\b/.test(text);
}

function isTableOfServers(value: unknown): value is Record<string, unknown> {
  return isRecord(value) && Object.values(value).length > 0 && Object.values(value).every(looksLikeServer);
}

function looksLikeServer(value: unknown): boolean {
  return isRecord(value) && ['command', 'url', 'serverUrl', 'httpUrl'].some(key => typeof value[key] === 'string');
}
