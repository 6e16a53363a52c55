// `~/.codex/config.toml` of Codex: the tables `[mcp_servers.NAME]`, commands and Streamable HTTP.
import { parse, TomlError } from 'smol-toml';
import { isRecord } from '../../../../contract/json.ts';
import { referenceTo } from '../../secrets/references.ts';
import { secretName } from './placeholders.ts';
import { readEntry, readTexts, refused, shown } from './read-entry.ts';
import { readEach } from './read-server.ts';
import type { ServerConfig } from '../../../../contract/schemas/servers.ts';
import type { ReadServer } from './read-server.ts';

/** Reads the file. Throws HubError when it is no TOML. */
export function readCodexFile(text: string, home: string | null): ReadServer[] {
  const servers = parsed(text).mcp_servers;
  if (servers === undefined) return [];
  if (!isRecord(servers))
    throw refused({ kind: 'no-server-table', member: 'mcp_servers', found: shown(servers), form: 'table' });
  return readEach(servers, { home, placeholders: 'none' }, { read: readCodexEntry });
}

function parsed(text: string): Record<string, unknown> {
  try {
    return parse(text);
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    // The message goes on with the lines around, in which there may be a secret.
    const cause = error.message.split('\n')[0]?.replace(/^Invalid TOML document: /, '') ?? '';
    throw refused({ kind: 'no-toml', cause, line: error.line, column: error.column });
  }
}

/** Variables that Codex takes from its own environment are secrets of their name here. */
function readCodexEntry(name: string, entry: unknown): ServerConfig {
  if (!isRecord(entry)) throw refused({ kind: 'entry-no-object', name, found: shown(entry), form: 'table' });
  const { command, args, env, cwd, url } = entry;
  if (url === undefined) {
    const passed = readNames(name, entry.env_vars).map(variable => [variable, reference(variable)]);
    const given = { ...Object.fromEntries(passed), ...readTexts(name, 'env', env) };
    return readEntry(name, { command, args, cwd, env: given });
  }
  const bearer = entry.bearer_token_env_var;
  const headers = {
    ...readTexts(name, 'http_headers', entry.http_headers),
    ...Object.fromEntries(
      Object.entries(readTexts(name, 'env_http_headers', entry.env_http_headers)).map(([header, variable]) => [
        header,
        reference(variable),
      ]),
    ),
    ...(typeof bearer === 'string' ? { Authorization: `Bearer ${reference(bearer)}` } : {}),
  };
  return readEntry(name, { type: 'http', url, headers });
}

/** Each is a name, or a table with one. */
function readNames(name: string, value: unknown): string[] {
  if (value === undefined) return [];
  const names = Array.isArray(value) ? value.map(item => (isRecord(item) ? item.name : item)) : [null];
  if (names.every(item => typeof item === 'string')) return names;
  throw refused({ kind: 'entry-names', name, found: shown(value) });
}

function reference(variable: string): string {
  return referenceTo(secretName(variable));
}
