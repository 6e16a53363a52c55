// A server as an entry of `mcpServers` or `servers`, in the dialect of one app.
import { mapSecretPlaces, referenceTo } from '../../secrets/references.ts';
import { guessedKind } from '../import/read-entry.ts';
import type { ExportFormat } from '../../../../contract/imports.ts';
import type { ServerConfig } from '../../../../contract/schemas/servers.ts';

export interface JsonForm {
  readonly table: 'mcpServers' | 'servers';
  /** What stands for a secret. */
  secret(name: string): string;
  /** Whether commands name their type too. */
  readonly types: boolean;
  readonly address: 'url' | 'serverUrl';
  /** Whether it lists what is asked for. */
  readonly inputs: boolean;
}

const plain: JsonForm = { table: 'mcpServers', secret: referenceTo, types: false, address: 'url', inputs: false };
const ofEnv = (name: string) => `\${env:${name}}`;
/** Claude Code fills in variables alone. */
const bare = (name: string) => (/^[A-Za-z_]\w*$/.test(name) ? `\${${name}}` : referenceTo(name));

export const jsonForms: Readonly<Record<Exclude<ExportFormat, 'codex'>, JsonForm>> = {
  'mcp.json': plain,
  'claude-desktop': plain,
  'claude-code': { ...plain, secret: bare, types: true },
  cursor: { ...plain, secret: ofEnv },
  vscode: { table: 'servers', secret: name => `\${input:${name}}`, types: true, address: 'url', inputs: true },
  windsurf: { ...plain, secret: ofEnv, address: 'serverUrl' },
};

/** Members that say nothing are left out. */
export function jsonEntry(form: JsonForm, given: ServerConfig): Record<string, unknown> {
  const config = mapSecretPlaces(given, (_name, text) =>
    text.replace(/\$\{secret:([^{}]*)\}/g, (_all, name: string) => form.secret(name)),
  );
  switch (config.kind) {
    case 'stdio': {
      const { command, args, env, cwd } = config;
      return { ...(form.types && { type: 'stdio' }), command, args, ...full('env', env), ...(cwd && { cwd }) };
    }
    case 'http':
    case 'sse': {
      const { kind, url, headers, oauth } = config;
      const saysType = form.types || guessedKind(url) !== kind;
      const ours = form === plain && oauth ? { oauth } : {};
      return { ...(saysType && { type: kind }), [form.address]: url, ...full('headers', headers), ...ours };
    }
    case 'fleet':
    case 'javascript':
    case 'wasm': {
      const { kind, ...rest } = config;
      return { type: kind, ...rest };
    }
  }
}

/** A table that is left out where it is empty. */
export function full(name: string, table: Readonly<Record<string, string>>): Record<string, unknown> {
  return Object.keys(table).length === 0 ? {} : { [name]: table };
}
