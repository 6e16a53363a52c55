// `~/.claude.json` of Claude Code: servers of the user, and those of each project. A project's own `.mcp.json` is a plain mcp.json.
import { isRecord } from '../../../../contract/json.ts';
import { readTable } from './mcp-servers-file.ts';
import { refused, shown } from './read-entry.ts';
import { parseJson } from './read-server.ts';
import type { AppText } from './placeholders.ts';
import type { ReadServer } from './read-server.ts';

/** Reads the file; servers of a project say which. Throws HubError when it is no such JSON. */
export function readClaudeCodeFile(text: string, home: string | null): ReadServer[] {
  return readUserAndProjects(parseJson(text), { home, placeholders: 'bare' });
}

/** The same of JSON that is parsed already. */
export function readUserAndProjects(value: unknown, app: AppText): ReadServer[] {
  if (!isRecord(value)) throw refused({ kind: 'no-server-file', found: shown(value), needs: 'mcpServers-or-projects' });
  const projects = isRecord(value.projects) ? value.projects : {};
  const ofProjects = Object.entries(projects).flatMap(([folder, project]) =>
    isRecord(project) ? readTable(project.mcpServers, 'mcpServers', app, folder) : [],
  );
  return [...readTable(value.mcpServers, 'mcpServers', app), ...ofProjects];
}

/** The folders of all projects that the file knows; none when it cannot be read. */
export function claudeCodeProjects(text: string): string[] {
  try {
    const value = parseJson(text);
    return isRecord(value) && isRecord(value.projects) ? Object.keys(value.projects) : [];
  } catch {
    return [];
  }
}
