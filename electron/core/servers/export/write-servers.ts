// Servers in the form of another app's file. Secrets are named in it, as the app itself names what it fills in.
import { stringify } from 'smol-toml';
import { secretNamesIn } from '../../secrets/references.ts';
import { codexEntry } from './codex-entry.ts';
import { jsonEntry, jsonForms } from './json-entry.ts';
import type { ExportFormat } from '../../../../contract/imports.ts';
import type { Reason } from '../../../../contract/reasons.ts';
import type { ExportedServers } from '../../../../contract/schemas/imports.ts';
import type { ServerConfig } from '../../../../contract/schemas/servers.ts';

export interface StoredConfig {
  readonly id: string;
  readonly name: string;
  readonly config: ServerConfig;
}

interface Named extends StoredConfig {
  /** What it is called in the file. */
  readonly key: string;
}

const fileNames: Readonly<Record<ExportFormat, string>> = {
  'mcp.json': 'mcp.json',
  'claude-desktop': 'claude_desktop_config.json',
  'claude-code': '.mcp.json',
  cursor: 'mcp.json',
  vscode: 'mcp.json',
  windsurf: 'mcp_config.json',
  codex: 'config.toml',
};

/** The text of the file, and what it cannot hold with the reason. */
export function writeServers(format: ExportFormat, servers: readonly StoredConfig[]): ExportedServers {
  const skipped: ExportedServers['skipped'] = [];
  const fitting = servers.filter(({ id, config }) => {
    const reason = reasonToSkip(format, config);
    if (reason !== null) skipped.push({ serverId: id, reason });
    return reason === null;
  });
  const named = withKeys(format, fitting);
  const text = format === 'codex' ? codexText(named) : jsonText(format, named);
  return { text, fileName: fileNames[format], skipped };
}

function reasonToSkip(format: ExportFormat, { kind }: ServerConfig): Reason | null {
  if (format === 'mcp.json') return null;
  if (kind === 'javascript' || kind === 'wasm') return { kind: 'only-ours' };
  if (format === 'claude-desktop' && kind !== 'stdio') return { kind: 'claude-desktop-commands' };
  if (format === 'codex' && kind === 'sse') return { kind: 'codex-no-sse' };
  return null;
}

/** Their names where each is one of a kind, else their ids. Codex takes only plain names. */
function withKeys(format: ExportFormat, servers: readonly StoredConfig[]): Named[] {
  const uses = new Map<string, number>();
  for (const { id, name } of servers) {
    uses.set(name, (uses.get(name) ?? 0) + 1);
    if (id !== name) uses.set(id, (uses.get(id) ?? 0) + 1);
  }
  return servers.map(server => {
    const isPlain = format === 'codex' ? /^[\w-]+$/.test(server.name) : server.name !== '__proto__';
    return { ...server, key: isPlain && uses.get(server.name) === 1 ? server.name : server.id };
  });
}

function jsonText(format: Exclude<ExportFormat, 'codex'>, servers: readonly Named[]): string {
  const form = jsonForms[format];
  const entries = Object.fromEntries(servers.map(({ key, config }) => [key, jsonEntry(form, config)]));
  const inputs = form.inputs ? { inputs: inputsFor(servers) } : {};
  return `${JSON.stringify({ ...inputs, [form.table]: entries }, null, 2)}\n`;
}

/** VS Code asks for each and keeps it itself. */
function inputsFor(servers: readonly Named[]): Record<string, unknown>[] {
  const names = new Set(servers.flatMap(({ config }) => secretNamesIn(config)));
  return [...names].map(name => ({ type: 'promptString', id: name, description: name, password: true }));
}

function codexText(servers: readonly Named[]): string {
  const tables = Object.fromEntries(servers.map(({ key, config }) => [key, codexEntry(config)]));
  return stringify({ mcp_servers: tables });
}
