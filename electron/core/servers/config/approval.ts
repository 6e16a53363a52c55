// What an approval of a server is bound to, and what is read before it is given.
import { createHash } from 'node:crypto';
import { visibleCommand, visibleText } from '../../../../contract/visible-text.ts';
import type { ServerConfig } from '../../../../contract/schemas/servers.ts';

type Values = Readonly<Record<string, string>>;

/** sha256 (hex) over a canonical JSON of the config as it is stored, so with `${secret:NAME}` in place of secrets. */
export function approvalHash(config: ServerConfig): string {
  return hashOf(approved(config, pairsOf));
}

/**
 * The same with names alone of variables and headers. Definitions of tools are pinned to it, and approvals were bound to it
 * before values were: such a one still fits where there are no variables, because the two are one then.
 */
export function commandHash(config: ServerConfig): string {
  return hashOf(approved(config, values => Object.keys(values).sort()));
}

function hashOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex');
}

/** In the order of the names. */
function pairsOf(values: Values): [string, string][] {
  return Object.keys(values)
    .sort()
    .map(name => [name, values[name] ?? '']);
}

/** The members stand in a fixed order, because the stored hash of an approval must fit for ever. */
function approved(config: ServerConfig, variables: (values: Values) => unknown): unknown {
  switch (config.kind) {
    case 'stdio': {
      const { command, args, cwd = null } = config;
      return { command, args, env: variables(config.env), cwd };
    }
    case 'http':
    case 'sse': {
      const { kind, url, headers, oauth } = config;
      return {
        kind,
        url,
        headers: variables(headers),
        ...(oauth && { oauth: { clientId: oauth.clientId, scope: oauth.scope } }),
      };
    }
    case 'fleet':
      return { kind: config.kind, url: config.url };
    case 'javascript':
      return { kind: config.kind, file: config.file, env: variables(config.env), hosts: config.hosts };
    case 'wasm': {
      const { kind, file, args, folders } = config;
      return { kind, file, args, env: variables(config.env), folders: folders.map(({ path, as }) => ({ path, as })) };
    }
  }
}

/** The names of a server's variables, or of the headers that it is called with, in order. */
export function envNamesOf(config: ServerConfig): string[] {
  return Object.keys('env' in config ? config.env : config.headers).sort();
}

/** All of what runs or is reached, for reading: quoted where needed, control and bidirectional characters visible, never cut. */
export function commandLineOf(config: ServerConfig): string {
  // No shell reads an address, so what it may hold needs no quotes.
  if ('url' in config && /^[\x21-\x7e]+$/.test(config.url)) return config.url;
  return words(config).map(quotedForReading).join(' ');
}

/** In short: the program, the host, or the file. */
export function programOf(config: ServerConfig): string {
  if ('url' in config) return visibleText(new URL(config.url).host);
  const path = config.kind === 'stdio' ? config.command : config.file;
  return visibleCommand(path.split(/[\\/]/).at(-1) || path);
}

function words(config: ServerConfig): string[] {
  switch (config.kind) {
    case 'stdio':
      return [config.command, ...config.args];
    case 'http':
    case 'sse':
    case 'fleet':
      return [config.url];
    case 'javascript':
      return [config.file];
    case 'wasm':
      return [config.file, ...config.args];
  }
}

function quotedForReading(text: string): string {
  const shown = visibleCommand(text);
  if (shown === text && /^[\p{L}\p{N}_/.:@%+,-][\p{L}\p{N}_/.:@%+,=-]*$/u.test(text)) return text;
  return `'${shown.replaceAll("'", "'\\''")}'`;
}
