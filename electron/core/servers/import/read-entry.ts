// One server of an mcpServers JSON, as the apps write it, checked and made a config of ours.
import { isRecord } from '../../../../contract/json.ts';
import { placeholdersIn } from '../../../../contract/placeholders.ts';
import { RemoteConfigSchema, ScriptConfigSchema, WasmConfigSchema } from '../../../../contract/schemas/servers.ts';
import { isAddress } from '../../../../contract/server-address.ts';
import { cutEnd, visibleText } from '../../../../contract/visible-text.ts';
import { hubError } from '../../../../words/hub-error.ts';
import type { HubError } from '../../../../contract/errors.ts';
import type { Reason } from '../../../../contract/reasons.ts';
import type { CommandConfig, RemoteConfig, ServerConfig } from '../../../../contract/schemas/servers.ts';

const maxName = 60;

/** Reads `{command, args, env, cwd}` or `{url, type, headers}`. Throws HubError ERR_INVALID_ARGUMENTS with one sentence, without values of variables. */
export function readEntry(name: string, entry: unknown): ServerConfig {
  if (!isRecord(entry)) throw refused({ kind: 'entry-no-object', name, found: shown(entry), form: 'object' });
  if (entry.type === 'javascript' || entry.type === 'wasm') return readOwnKind(name, entry.type, entry);
  const url = entry.url ?? entry.serverUrl ?? entry.httpUrl;
  if (url !== undefined && url !== null && entry.command === undefined) return readRemote(name, url, entry);
  const { command, args = [], env, cwd } = entry;
  if (typeof command !== 'string' || command.trim() === '')
    throw refused({ kind: 'entry-no-command', name, found: shown(command) });
  if (!Array.isArray(args)) throw refused({ kind: 'entry-args', name, found: shown(args) });
  if (isAddress(command)) {
    if (args.length > 0) throw refused({ kind: 'address-with-words', address: command });
    return readRemote(name, command.trim(), entry);
  }
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
  if (texts.some(text => text.includes('\0'))) throw refused({ kind: 'entry-nul', name });
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
export function readTexts(name: string, member: string, value: unknown): Record<string, string> {
  if (value === undefined || value === null) return {};
  if (!isRecord(value)) throw refused({ kind: 'entry-texts', name, member, found: shown(value) });
  for (const [key, text] of Object.entries(value)) {
    if (key === '' || /[=\0]/.test(key)) throw refused({ kind: 'entry-key', name, member, key: cutEnd(key, maxName) });
    if (typeof text !== 'string') throw refused({ kind: 'entry-no-text', name, member, key: cutEnd(key, maxName) });
  }
  return { ...value } as Record<string, string>;
}

/** As JSON, cut; null where it is missing. */
export function shown(value: unknown): string | null {
  const text = JSON.stringify(value) ?? null;
  return text && cutEnd(text, 81);
}

export function refused(reason: Reason): HubError {
  return hubError('ERR_INVALID_ARGUMENTS', reason);
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
    if (!/^[!#$%&'*+.^_`|~\w-]+$/.test(key)) throw refused({ kind: 'entry-header', name, key: cutEnd(key, maxName) });
  }
  const oauth = isRecord(entry.oauth) && typeof entry.oauth.clientId === 'string' ? { oauth: entry.oauth } : {};
  const read = RemoteConfigSchema.safeParse({ kind, url, headers, ...oauth });
  if (read.success) return read.data;
  const [gap] = typeof url === 'string' ? placeholdersIn(url) : [];
  throw refused(gap ? { kind: 'address-placeholder', name, placeholder: gap.text } : { kind: 'entry-address', name });
}

function remoteKindOf(name: string, url: unknown, type: unknown): RemoteConfig['kind'] {
  if (type === undefined || type === null) return guessedKind(String(url));
  const kind = typeof type === 'string' ? remoteKinds.get(type.toLowerCase()) : undefined;
  if (kind) return kind;
  throw refused({ kind: 'entry-type', name, found: shown(type) });
}

/** Streamable HTTP is tried first, and falls back to SSE by itself (`remote/older-wire.ts`); an address that ends in /sse says what it is. */
export function guessedKind(url: string): RemoteConfig['kind'] {
  return /\/sse\/?(?:[?#]|$)/.test(url) ? 'sse' : 'http';
}

/** The kinds that only Pilothouse knows, as its own export writes them. */
function readOwnKind(name: string, kind: 'javascript' | 'wasm', entry: Record<string, unknown>): ServerConfig {
  const given = { ...entry, kind };
  const read = kind === 'javascript' ? ScriptConfigSchema.safeParse(given) : WasmConfigSchema.safeParse(given);
  if (read.success) return read.data;
  const member = read.error.issues[0]?.path.join('.') ?? '';
  throw refused({ kind: 'entry-own-kind', name, member, type: given.kind });
}

function readArg(name: string, index: number, arg: unknown): string {
  if (typeof arg === 'string') return arg;
  throw refused({
    kind: 'entry-argument',
    name,
    at: index + 1,
    found: shown(arg),
    example: JSON.stringify(String(arg)),
  });
}

function readCwd(name: string, cwd: unknown): string {
  if (typeof cwd === 'string' && /^(\/|[A-Za-z]:[\\/]|\\\\|\$\{)/.test(cwd)) return cwd;
  throw refused({ kind: 'entry-cwd', name, found: shown(cwd) });
}
