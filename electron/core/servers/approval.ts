// What an approval of a server is bound to, and what is read before it is given.
import { createHash } from 'node:crypto';
import { visibleText } from './visible-text.ts';
import type { ServerConfig } from '../../contract/servers.ts';

/** sha256 (hex) over a canonical JSON of the config, with names alone of variables and headers: their values may change. */
export function approvalHash(config: ServerConfig): string {
  return createHash('sha256')
    .update(JSON.stringify(approved(config)))
    .digest('hex');
}

/** The members stand in a fixed order, because the stored hash of an approval must fit for ever. */
function approved(config: ServerConfig): unknown {
  switch (config.kind) {
    case 'stdio': {
      const { command, args, cwd = null } = config;
      return { command, args, env: envNamesOf(config), cwd };
    }
    case 'http':
    case 'sse': {
      const { kind, url, headers, oauth } = config;
      const names = Object.keys(headers).sort();
      return { kind, url, headers: names, ...(oauth && { oauth: { clientId: oauth.clientId, scope: oauth.scope } }) };
    }
    case 'javascript':
      return { kind: config.kind, file: config.file, env: envNamesOf(config), hosts: config.hosts };
    case 'wasm': {
      const { kind, file, args, folders } = config;
      return { kind, file, args, env: envNamesOf(config), folders: folders.map(({ path, as }) => ({ path, as })) };
    }
  }
}

/** The names of a server's variables, or of the headers that it is called with, in order. */
export function envNamesOf(config: ServerConfig): string[] {
  return Object.keys('env' in config ? config.env : config.headers).sort();
}

/** All of what runs or is reached, for reading: quoted where needed, control and bidirectional characters visible, never cut. */
export function commandLineOf(config: ServerConfig): string {
  return words(config).map(quotedForReading).join(' ');
}

/** In short: the program, the host, or the file. */
export function programOf(config: ServerConfig): string {
  if ('url' in config) return visibleText(new URL(config.url).host);
  const path = config.kind === 'stdio' ? config.command : config.file;
  return visibleText(path.split(/[\\/]/).at(-1) || path);
}

function words(config: ServerConfig): string[] {
  switch (config.kind) {
    case 'stdio':
      return [config.command, ...config.args];
    case 'http':
    case 'sse':
      return [config.url];
    case 'javascript':
      return [config.file];
    case 'wasm':
      return [config.file, ...config.args];
  }
}

function quotedForReading(text: string): string {
  const shown = visibleText(text);
  if (shown === text && /^[\p{L}\p{N}_/.:@%+,-][\p{L}\p{N}_/.:@%+,=-]*$/u.test(text)) return text;
  return `'${shown.replaceAll("'", "'\\''")}'`;
}
