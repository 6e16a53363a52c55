// What apps and their files are called.
import type { ExportFormat, ServerApp } from '../../../contract/imports.ts';

export const appWords: Readonly<Record<ServerApp, string>> = {
  'claude-desktop': 'Claude Desktop',
  'claude-code': 'Claude Code',
  cursor: 'Cursor',
  vscode: 'VS Code',
  windsurf: 'Windsurf',
  codex: 'Codex',
};

export const formatWords: Readonly<Record<ExportFormat, string>> = { 'mcp.json': 'mcp.json', ...appWords };

/** In the order of choosing. */
export const formats = Object.keys(formatWords) as ExportFormat[];
