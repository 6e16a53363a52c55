// Text that somebody pasted or picked: which app's file it is shows in its shape.
import { isRecord } from '../../../../contract/json.ts';
import { isAddress, nameOfAddress } from '../../../../contract/server-address.ts';
import { readServerLink } from '../../../../contract/server-links.ts';
import { splitCommandLine } from '../config/command-line.ts';
import { readUserAndProjects } from './claude-code-file.ts';
import { readCodexFile } from './codex-file.ts';
import { isHarborManifest, readHarborManifest } from './harbor-manifest.ts';
import { isPackageManifest, readPackageManifest } from './harbor-package.ts';
import { commandInputs, readInputs } from './inputs.ts';
import { readTable } from './mcp-servers-file.ts';
import { nameOf, readEntry, refused } from './read-entry.ts';
import { parseJson } from './read-server.ts';
import { hasServers, readServersAndInputs } from './vscode-file.ts';
import { readZedServers } from './zed-file.ts';
import type { ServerLink } from '../../../../contract/server-links.ts';
import type { AppText } from './placeholders.ts';
import type { ReadServer } from './read-server.ts';

/**
 * Reads any of the known forms; under Windows a command line in it keeps its backslashes. Throws HubError with one sentence when there is
 * no server in it.
 */
export function readServersText(text: string, home: string | null, windows = false): ReadServer[] {
  const plain = text.replace(/^\uFEFF/, '');
  const link = readServerLink(plain.trim());
  const servers = link ? readLink(link, home, windows) : readAny(plain, home);
  if (servers.length === 0) throw refused({ kind: 'no-server-text' });
  return servers;
}

function readAny(text: string, home: string | null): ReadServer[] {
  if (text.trim() === '') throw refused({ kind: 'text-empty' });
  if (isAddress(text)) return [addressServer(text.trim())];
  if (isToml(text)) return readCodexFile(text, home);
  const value = parseJson(text);
  if (!isRecord(value)) throw refused({ kind: 'no-server-text' });
  // Whose it is cannot be told, so what any app would fill in is not taken for the value.
  const app = {
    home,
    placeholders: 'both' as const,
    inputs: readInputs(value.inputs),
    commands: commandInputs(value.inputs),
  };
  if ('mcpServers' in value || isRecord(value.projects)) return readUserAndProjects(value, app);
  if (isHarborManifest(value)) return [readHarborManifest(value)];
  if (isPackageManifest(value)) return [readPackageManifest(value)];
  // A server may be called so itself.
  if (hasServers(value) && !looksLikeServer(value.servers)) return readServersAndInputs(value, home);
  if (isRecord(value.context_servers)) return readZedServers(value.context_servers, app);
  if (looksLikeServer(value)) return [namedServer(value, app)];
  return isTableOfServers(value) ? readTable(value, 'mcpServers', app) : [];
}

/** What a page's link carries is read like any text that was pasted, or typed. */
function readLink(link: ServerLink, home: string | null, windows: boolean): ReadServer[] {
  if (link.kind === 'entry') throw refused({ kind: 'link-entry', name: link.name });
  if (link.kind === 'fault') throw refused({ kind: `link-${link.fault}` });
  return link.kind === 'typed' ? [typedServer(link, windows)] : readAny(link.text, home);
}

function typedServer({ name, commandLine }: ServerLink & { kind: 'typed' }, windows: boolean): ReadServer {
  if (isAddress(commandLine)) return addressServer(commandLine.trim(), name);
  if (name.trim() === '' || commandLine.trim() === '') throw refused({ kind: 'link-incomplete' });
  const [command, ...args] = splitCommandLine(commandLine, windows);
  const called = nameOf(name);
  return { name: called, from: null, config: readEntry(called, { command, args }), problem: null };
}

function addressServer(address: string, given = ''): ReadServer {
  const name = nameOf(given.trim() || nameOfAddress(address));
  return { name, from: null, config: readEntry(name, { url: address }), problem: null };
}

/** What `code --add-mcp` takes: one server that says its name itself. */
function namedServer({ name, ...entry }: Record<string, unknown>, app: AppText): ReadServer {
  const [server] = typeof name === 'string' && name.trim() !== '' ? readTable({ [name]: entry }, 'servers', app) : [];
  if (!server) throw refused({ kind: 'server-without-name' });
  return server;
}

function isToml(text: string): boolean {
  return !/^\s*(?:\{|\/[/*])/.test(text) && /\bmcp_servers\b/.test(text);
}

function isTableOfServers(value: unknown): value is Record<string, unknown> {
  return isRecord(value) && Object.values(value).length > 0 && Object.values(value).every(looksLikeServer);
}

function looksLikeServer(value: unknown): boolean {
  return isRecord(value) && ['command', 'url', 'serverUrl', 'httpUrl'].some(key => typeof value[key] === 'string');
}
