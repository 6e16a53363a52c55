// What an approval of a server is bound to, and what is read before it is given.
import { createHash } from 'node:crypto';
import { visibleText } from './visible-text.ts';
import type { ServerConfig } from '../../contract/servers.ts';

/** sha256 (hex) over a canonical JSON of command, args, sorted environment names and folder. Values of variables may change. */
export function approvalHash(config: ServerConfig): string {
  const { command, args, cwd = null } = config;
  const text = JSON.stringify({ command, args, env: Object.keys(config.env).sort(), cwd });
  return createHash('sha256').update(text).digest('hex');
}

/** The whole command line for reading: quoted where needed, control and bidirectional characters visible, never cut. */
export function commandLineOf(config: Pick<ServerConfig, 'command' | 'args'>): string {
  return [config.command, ...config.args].map(quotedForReading).join(' ');
}

function quotedForReading(text: string): string {
  const shown = visibleText(text);
  if (shown === text && /^[\p{L}\p{N}_/.:@%+,-][\p{L}\p{N}_/.:@%+,=-]*$/u.test(text)) return text;
  return `'${shown.replaceAll("'", "'\\''")}'`;
}
