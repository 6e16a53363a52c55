// `{"mcpServers": {...}}`: Claude Desktop, Cursor (`~/.cursor/mcp.json`), Windsurf (`serverUrl`) and every plain mcp.json.
import { isRecord } from '../../../../contract/json.ts';
import { refused, shown } from './read-entry.ts';
import { parseJson, readEach } from './read-server.ts';
import type { AppText, Placeholders } from './placeholders.ts';
import type { ReadServer, ServersReader } from './read-server.ts';

/** Claude Desktop hands every text on as it is. */
export const readClaudeDesktopFile = readerOf('none');
export const readCursorFile = readerOf('named');
export const readWindsurfFile = readerOf('named');
/** A project's `.mcp.json` of Claude Code. */
export const readProjectFile = readerOf('bare');

/** A member that is missing holds no server. Throws HubError when it is no table. */
export function readTable(table: unknown, member: string, app: AppText, from: string | null = null): ReadServer[] {
  if (table === undefined || table === null) return [];
  if (!isRecord(table)) throw refused({ kind: 'no-server-table', member, found: shown(table), form: 'object' });
  return readEach(table, app, { from });
}

function readerOf(placeholders: Placeholders): ServersReader {
  return (text, home) => {
    const value = parseJson(text);
    if (!isRecord(value)) throw refused({ kind: 'no-server-file', found: shown(value), needs: 'mcpServers' });
    return readTable(value.mcpServers, 'mcpServers', { home, placeholders });
  };
}
