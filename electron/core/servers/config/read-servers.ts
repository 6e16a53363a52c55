// The two inputs of `servers:add`, a command line and the text of an mcpServers JSON, read into names and configs.
import { isRecord } from '../../../../contract/json.ts';
import { checkedConfig, nameOf, readEntry, refused, shown } from '../import/read-entry.ts';
import { splitCommandLine } from './command-line.ts';
import { LenientJsonError, parseLenientJson } from './lenient-json.ts';
import type { ServerConfig } from '../../../../contract/schemas/servers.ts';

export interface NamedServer {
  readonly name: string;
  readonly config: ServerConfig;
}

const example = '{"mcpServers": {"name": {"command": "npx", "args": ["-y", "package"]}}}';
const maxEntries = 100;

/** Reads a typed command line. Throws HubError ERR_INVALID_ARGUMENTS with one sentence. */
export function readCommandServer(name: string, commandLine: string, windows = false): NamedServer {
  const [command = '', ...args] = splitCommandLine(commandLine, windows);
  return { name, config: checkedConfig(name, { kind: 'stdio', command, args, env: {} }) };
}

/** Reads `{"mcpServers": {...}}` or its bare inner object. Throws HubError ERR_INVALID_ARGUMENTS with one sentence. */
export function readServersJson(text: string): NamedServer[] {
  const entries = Object.entries(serversOf(parsed(text)));
  if (entries.length === 0) throw refused(`"mcpServers" is empty; paste an object such as ${example}.`);
  if (entries.length > maxEntries)
    throw refused(`"mcpServers" holds ${entries.length} servers; add at most ${maxEntries} at once.`);
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
  if (text.trim() === '') throw refused(`The text is empty; paste an object such as ${example}.`);
  try {
    return parseLenientJson(text);
  } catch (error) {
    if (error instanceof LenientJsonError) throw refused(error.message);
    throw error;
  }
}

function serversOf(value: unknown): Record<string, unknown> {
  if (isRecord(value) && 'mcpServers' in value) {
    if (isRecord(value.mcpServers)) return value.mcpServers;
    throw refused(`"mcpServers" is ${shown(value.mcpServers)}; it must be an object such as ${example}.`);
  }
  if (isRecord(value) && typeof value.command === 'string')
    throw refused(`This is one server without a name; wrap it as ${example}.`);
  const entries = isRecord(value) ? Object.values(value) : [];
  if (isRecord(value) && entries.length > 0 && entries.every(looksLikeEntry)) return value;
  throw refused(`"mcpServers" is missing; paste an object such as ${example}.`);
}

function looksLikeEntry(value: unknown): boolean {
  return isRecord(value) && ('command' in value || 'url' in value);
}
