// The inputs of `servers:add`, a command line, an address and the text of an mcpServers JSON, read into names and configs.
import { isRecord } from '../../../../contract/json.ts';
import { checkedConfig, nameOf, readEntry, refused, shown } from '../import/read-entry.ts';
import { addressInCommand, readRemoteServer } from './address-server.ts';
import { splitCommandLine } from './command-line.ts';
import { parseLenientJson } from './lenient-json.ts';
import type { PanelParsedParams } from '../../../../contract/schemas/panel-requests.ts';
import type { NewServer } from '../lifecycle/server-row.ts';

const maxEntries = 100;

/** Reads what the panel gives. Throws HubError ERR_INVALID_ARGUMENTS with one sentence. */
export function readAdded(input: PanelParsedParams<'servers:add'>, windows: boolean): NewServer[] {
  switch (input.kind) {
    case 'json':
      return readServersJson(input.text);
    case 'remote':
      return [readRemoteServer(input)];
    case 'command':
      return [readCommandServer(input.name, input.commandLine, windows)];
  }
}

/** Reads a typed command line; an address is taken for a remote server. Throws HubError ERR_INVALID_ARGUMENTS with one sentence. */
export function readCommandServer(name: string, commandLine: string, windows = false): NewServer {
  // Before it is cut into words: an address may hold signs of a shell.
  const address = addressInCommand(name, commandLine, []);
  if (address) return { name, config: address };
  const [command = '', ...args] = splitCommandLine(commandLine, windows);
  const config = addressInCommand(name, command, args);
  return { name, config: config ?? checkedConfig(name, { kind: 'stdio', command, args, env: {} }) };
}

/** Reads `{"mcpServers": {...}}` or its bare inner object. Throws HubError ERR_INVALID_ARGUMENTS with one sentence. */
export function readServersJson(text: string): NewServer[] {
  const entries = Object.entries(serversOf(parsed(text)));
  if (entries.length === 0) throw refused({ kind: 'servers-member-empty' });
  if (entries.length > maxEntries) throw refused({ kind: 'too-many-in-text', count: entries.length, most: maxEntries });
  return entries.map(([name, entry]) => ({ name: nameOf(name), config: readEntry(name, entry) }));
}

/** Makes an id `[a-z0-9-]`, 1 to 31 long, out of a name, different from all of `taken`. */
export function serverIdOf(name: string, taken: ReadonlySet<string>): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-');
  const base = plain.replace(/^-+/, '').slice(0, 31).replace(/-+$/, '') || 'server';
  if (!taken.has(base)) return base;
  for (let number = 2; ; number += 1) {
    const tail = `-${number}`;
    const id = base.slice(0, 31 - tail.length).replace(/-+$/, '') + tail;
    if (!taken.has(id)) return id;
  }
}

function parsed(text: string): unknown {
  if (text.trim() === '') throw refused({ kind: 'text-empty-object' });
  return parseLenientJson(text);
}

function serversOf(value: unknown): Record<string, unknown> {
  if (isRecord(value) && 'mcpServers' in value) {
    if (isRecord(value.mcpServers)) return value.mcpServers;
    throw refused({ kind: 'no-server-object', found: shown(value.mcpServers) });
  }
  if (isRecord(value) && typeof value.command === 'string') throw refused({ kind: 'server-without-name' });
  const entries = isRecord(value) ? Object.values(value) : [];
  if (isRecord(value) && entries.length > 0 && entries.every(looksLikeEntry)) return value;
  throw refused({ kind: 'no-servers-member' });
}

function looksLikeEntry(value: unknown): boolean {
  return isRecord(value) && ('command' in value || 'url' in value);
}
