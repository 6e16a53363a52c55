// One server of an mcpServers JSON, as the apps write it, checked and made a config of ours.
import { HubError } from '../../../../contract/errors.ts';
import { isRecord } from '../../../../contract/json.ts';
import { RemoteConfigSchema, ScriptConfigSchema, WasmConfigSchema } from '../../../../contract/schemas/servers.ts';
import { visibleText } from '../../../../contract/visible-text.ts';
import type { CommandConfig, RemoteConfig, ServerConfig } from '../../../../contract/schemas/servers.ts';

const maxName = 60;

/** Reads `{command, args, env, cwd}` or `{url, type, headers}`. Throws HubError ERR_INVALID_ARGUMENTS with one sentence, without values of variables. */
export function readEntry(name: string, entry: unknown): ServerConfig {
  if (!isRecord(entry))
    throw refused(`${quoted(name)} is ${shown(entry)}; it must be an object with "command" or "url".`);
  if (entry.type === 'javascript' || entry.type === 'wasm') return readOwnKind(name, entry);
  const url = entry.url ?? entry.serverUrl ?? entry.httpUrl;
  if (url !== undefined && url !== null && entry.command === undefined) return readRemote(name, url, entry);
  const { command, args = [], env, cwd } = entry;
  if (typeof command !== 'string' || command.trim() === '')
    throw refused(
      `"command" of ${quoted(name)} is ${shown(command)}; name a program, such as "npx", and put its arguments into "args".`,
    );
  if (!Array.isArray(args)) throw refused(`"args" of ${quoted(name)} is ${shown(args)}; it must be a list of texts.`);
  const config = {
    kind: 'stdio' as const,
    command,
    args: args.map((arg, index) => readArg(name, index, arg)),
    env: readTexts(name, 'env', env),
  };
  return checkedConfig(name, cwd === undefined || cwd === null ? config : { ...config, cwd: readCwd(name, cwd) });
}

/** A NUL cannot be handed to a program: what runs would not be what was shown. */
export function checkedConfig(name: string, config: CommandConfig): CommandConfig {
  const texts = [config.command, ...config.args, ...Object.values(config.env), config.cwd ?? ''];
  if (texts.some(text => text.includes('\0')))
    throw refused(`The command of ${quoted(name)} holds a NUL character; remove it.`);
  return config;
}

/** At most 60 characters of it, well-formed, with nothing that hides or turns what stands beside it. */
export function nameOf(name: string): string {
  const cut = name
    .trim()
    .slice(0, maxName)
    .replace(/\p{Cs}/gu, '\uFFFD');
  return visibleText(cut) || 'server';
}

/** A table of texts such as "env" or "headers"; empty where it is missing. */
export function readTexts(name: string, what: string, value: unknown): Record<string, string> {
  if (value === undefined || value === null) return {};
  if (!isRecord(value))
    throw refused(`"${what}" of ${quoted(name)} is ${shown(value)}; it must be an object of names and texts.`);
  for (const [key, text] of Object.entries(value)) {
    if (key === '' || /[=\0]/.test(key))
      throw refused(`"${what}" of ${quoted(name)} holds the name ${quoted(key)}; a name may not be empty or hold "=".`);
    if (typeof text !== 'string')
      throw refused(
        `"${what}" of ${quoted(name)} holds ${quoted(key)} that is no text; write its value in double quotes.`,
      );
  }
  return { ...value } as Record<string, string>;
}

export function quoted(name: string): string {
  return JSON.stringify(name.length > maxName ? `${name.slice(0, maxName)}…` : name);
}

export function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'missing';
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}

export function refused(sentence: string): HubError {
  return new HubError('ERR_INVALID_ARGUMENTS', sentence);
}

/** How apps call them, in lower case. */
const remoteKinds = new Map<string, RemoteConfig['kind']>([
  ['http', 'http'],
  ['streamable-http', 'http'],
  ['streamablehttp', 'http'],
  ['streamable_http', 'http'],
  ['sse', 'sse'],
]);

function readRemote(name: string, url: unknown, entry: Record<string, unknown>): RemoteConfig {
  const type = entry.type ?? entry.transport ?? entry.transportType;
  const kind = remoteKindOf(name, url, type);
  const headers = readTexts(name, 'headers', entry.headers);
  for (const key of Object.keys(headers)) {
    if (!/^[!#$%&'*+.^_`|~\w-]+$/.test(key))
      throw refused(`"headers" of ${quoted(name)} holds the name ${quoted(key)}, which is no HTTP header; correct it.`);
  }
  const oauth = isRecord(entry.oauth) && typeof entry.oauth.clientId === 'string' ? { oauth: entry.oauth } : {};
  const read = RemoteConfigSchema.safeParse({ kind, url, headers, ...oauth });
  if (!read.success) {
    throw refused(`The address of ${quoted(name)} cannot be used; give one that begins with https:// or http://.`);
  }
  return read.data;
}

function remoteKindOf(name: string, url: unknown, type: unknown): RemoteConfig['kind'] {
  if (type === undefined || type === null) return guessedKind(String(url));
  const kind = typeof type === 'string' ? remoteKinds.get(type.toLowerCase()) : undefined;
  if (kind) return kind;
  throw refused(`"type" of ${quoted(name)} is ${shown(type)}; a server with an address has the type "http" or "sse".`);
}

/** Where no type is named apps try Streamable HTTP first; an address that ends in /sse says what it is. */
export function guessedKind(url: string): RemoteConfig['kind'] {
  return /\/sse\/?(?:[?#]|$)/.test(url) ? 'sse' : 'http';
}

/** The kinds that only Pilothouse knows, as its own export writes them. */
function readOwnKind(name: string, entry: Record<string, unknown>): ServerConfig {
  const given = { ...entry, kind: entry.type };
  const read = entry.type === 'javascript' ? ScriptConfigSchema.safeParse(given) : WasmConfigSchema.safeParse(given);
  if (read.success) return read.data;
  const at = read.error.issues[0]?.path.join('.') ?? '';
  throw refused(`"${at}" of ${quoted(name)} cannot be used; a server of the type ${shown(entry.type)} needs a "file".`);
}

function readArg(name: string, index: number, arg: unknown): string {
  if (typeof arg === 'string') return arg;
  throw refused(
    `Argument ${index + 1} of ${quoted(name)} is ${shown(arg)}; write it as a text, such as ${JSON.stringify(String(arg))}.`,
  );
}

function readCwd(name: string, cwd: unknown): string {
  if (typeof cwd === 'string' && /^(\/|[A-Za-z]:[\\/]|\\\\|\$\{)/.test(cwd)) return cwd;
  throw refused(`"cwd" of ${quoted(name)} is ${shown(cwd)}; give an absolute path.`);
}
