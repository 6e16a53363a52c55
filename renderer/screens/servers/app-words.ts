// What apps and their files are called.
import type { ExportFormat, ImportApp, ServerApp } from '../../../contract/imports.ts';

const serverAppWords: Readonly<Record<ServerApp, string>> = {
  'claude-desktop': 'Claude Desktop',
  'claude-code': 'Claude Code',
  cursor: 'Cursor',
  vscode: 'VS Code',
  windsurf: 'Windsurf',
  codex: 'Codex',
};

export const appWords: Readonly<Record<ImportApp, string>> = {
  ...serverAppWords,
  harbor: 'Harbor',
  'built-in': 'Pilothouse',
};

export const formatWords: Readonly<Record<ExportFormat, string>> = { 'mcp.json': 'mcp.json', ...serverAppWords };

/** In the order of choosing. */
export const formats = Object.keys(formatWords) as ExportFormat[];
