// The two inputs of `servers:add`, a command line and the text of an mcpServers JSON, read into names and configs.
import { isRecord } from '../../../native-host/dialects/json.ts';
import { HubError } from '../../contract/errors.ts';
import { splitCommandLine } from './command-line.ts';
import { LenientJsonError, parseLenientJson } from './lenient-json.ts';
import type { CommandConfig, ServerConfig } from '../../contract/servers.ts';

export interface NamedServer {
  readonly name: string;
  readonly config: ServerConfig;
}

const example = '{"mcpServers": {"name": {"command": "npx", "args": ["-y", "package"]}}}';
const maxEntries = 100;
const maxName = 60;

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

function readEntry(name: string, entry: unknown): CommandConfig {
  if (!isRecord(entry)) throw refused(`${quoted(name)} is ${shown(entry)}; it must be an object with "command".`);
  if ('url' in entry || 'serverUrl' in entry)
    throw refused(
      `${quoted(name)} is a remote server (${shown(entry.url ?? entry.serverUrl)}), which cannot be added yet; remove this entry.`,
    );
  const { command, args = [], env = {}, cwd } = entry;
  if (typeof command !== 'string' || command.trim() === '')
    throw refused(
      `"command" of ${quoted(name)} is ${shown(command)}; name a program, such as "npx", and put its arguments into "args".`,
    );
  if (!Array.isArray(args)) throw refused(`"args" of ${quoted(name)} is ${shown(args)}; it must be a list of texts.`);
  const config = {
    kind: 'stdio' as const,
    command,
    args: args.map((arg, index) => readArg(name, index, arg)),
    env: readEnv(name, env),
  };
  return checkedConfig(name, cwd === undefined || cwd === null ? config : { ...config, cwd: readCwd(name, cwd) });
}

function readArg(name: string, index: number, arg: unknown): string {
  if (typeof arg === 'string') return arg;
  throw refused(
    `Argument ${index + 1} of ${quoted(name)} is ${shown(arg)}; write it as a text, such as ${JSON.stringify(String(arg))}.`,
  );
}

function readEnv(name: string, env: unknown): Record<string, string> {
  if (!isRecord(env))
    throw refused(`"env" of ${quoted(name)} is ${shown(env)}; it must be an object of names and texts.`);
  for (const [key, value] of Object.entries(env)) {
    if (key === '' || /[=\0]/.test(key))
      throw refused(`"env" of ${quoted(name)} holds the name ${quoted(key)}; a name may not be empty or hold "=".`);
    if (typeof value !== 'string')
      throw refused(`"env" of ${quoted(name)} holds ${quoted(key)} that is no text; write its value in double quotes.`);
  }
  return { ...env } as Record<string, string>;
}

function readCwd(name: string, cwd: unknown): string {
  if (typeof cwd === 'string' && /^(\/|[A-Za-z]:[\\/]|\\\\)/.test(cwd)) return cwd;
  throw refused(`"cwd" of ${quoted(name)} is ${shown(cwd)}; give an absolute path.`);
}

/** A NUL cannot be handed to a program: what runs would not be what was shown. */
function checkedConfig(name: string, config: CommandConfig): CommandConfig {
  const texts = [config.command, ...config.args, ...Object.values(config.env), config.cwd ?? ''];
  if (texts.some(text => text.includes('\0')))
    throw refused(`The command of ${quoted(name)} holds a NUL character; remove it.`);
  return config;
}

function nameOf(name: string): string {
  return (
    name
      .trim()
      .slice(0, maxName)
      .replace(/\p{Cs}/gu, '\uFFFD') || 'server'
  );
}

function quoted(name: string): string {
  return JSON.stringify(name.length > maxName ? `${name.slice(0, maxName)}…` : name);
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'missing';
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}

function refused(sentence: string): HubError {
  return new HubError('ERR_INVALID_ARGUMENTS', sentence);
}
