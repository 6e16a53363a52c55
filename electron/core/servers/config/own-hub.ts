// Whether a server is this very hub: by its address, by our own shim as its command, or by a bridge from one to the other. A hub of another
// data home is a server like any other.
import { lookup } from 'node:dns/promises';
import { realpathSync, statSync } from 'node:fs';
import { isIP } from 'node:net';
import { basename, delimiter, dirname, isAbsolute, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { kindOfAddress } from '../../outbound/address-kinds.ts';
import { isLocalName } from '../../outbound/reach.ts';
import type { Reason } from '../../../../contract/reasons.ts';
import type { CommandConfig, ServerConfig } from '../../../../contract/schemas/servers.ts';

export interface OwnHubOptions {
  /** The data home, absolute. */
  readonly home: string;
  /** The user's home, below which a shim looks for a data home that nobody names. */
  readonly userHome: string;
  /** The command line as it was built. */
  readonly cliPath: string;
  /** Of MCP over HTTP; null while that is not open: then the port may be anybody's. */
  port(): number | null;
  /** The PATH that servers get. */
  path(): string;
  /** Whether a text holds a token that this hub gave, so that its address is ours also while it is not open. */
  holdsOwnToken(text: string): boolean;
  /** Addresses of a name; those of the system when absent. Rejects where there is none. */
  resolve?(hostname: string): Promise<readonly string[]>;
}

/** What runs its words elsewhere, where another hub answers. */
const elsewhere = new Set(['ssh', 'docker', 'podman', 'nerdctl', 'kubectl', 'wsl', 'lxc', 'incus', 'vagrant']);
/** Packages that speak stdio to their client and pass it on to an address. */
const bridge = /(?:^|[\\/@])(?:mcp-remote|mcp-proxy|supergateway|mcp-remote-client)(?:@[^\\/]*)?$/;
const resolveMs = 2_000;

export class OwnHub {
  readonly #options: OwnHubOptions;

  constructor(options: OwnHubOptions) {
    this.#options = options;
  }

  /** Why this config leads back here, or null. Asks nobody but the file system. */
  leadsHere(config: ServerConfig): Reason | null {
    if ('url' in config)
      return this.#isOwnAddress(config.url) || this.#hasOwnToken(config.headers) ? ownAddress(config.url) : null;
    if (config.kind !== 'stdio' || elsewhere.has(programName(config.command))) return null;
    const words = wordsOf(config);
    if (words.some(list => this.#runsShim(list, config))) return { kind: 'own-hub-command' };
    return this.#isBridge(words.flat(), config) ? { kind: 'own-hub-command' } : null;
  }

  /** The same, with names looked up that may mean this machine. Never rejects. */
  async leadsHereByAnyName(config: ServerConfig): Promise<Reason | null> {
    const known = this.leadsHere(config);
    if (known || !('url' in config) || !this.#isOwnPort(config.url)) return known;
    const { hostname } = new URL(config.url);
    const { resolve: find = addressesOf } = this.#options;
    const late = sleep(resolveMs, [], { ref: false });
    const addresses = await Promise.race([find(hostname).catch(() => []), late]);
    return addresses.some(address => kindOfAddress(address) === 'loopback') ? ownAddress(config.url) : null;
  }

  #isOwnAddress(address: string): boolean {
    if (!this.#isOwnPort(address)) return false;
    const hostname = new URL(address).hostname.replace(/^\[|\]$/g, '');
    // 0.0.0.0 and :: mean this machine to whoever connects to them.
    if (hostname === '0.0.0.0' || hostname === '::') return true;
    return isLocalName(hostname) || (isIP(hostname) !== 0 && kindOfAddress(hostname) === 'loopback');
  }

  #isOwnPort(address: string): boolean {
    const port = this.#options.port();
    if (port === null || !URL.canParse(address)) return false;
    const url = new URL(address);
    return url.protocol === 'http:' && Number(url.port || 80) === port;
  }

  #isBridge(words: readonly string[], { env }: CommandConfig): boolean {
    if (!words.some(word => bridge.test(word))) return false;
    const holdsToken = (text: string) => this.#options.holdsOwnToken(text);
    return words.some(word => this.#isOwnAddress(word) || holdsToken(word)) || Object.values(env).some(holdsToken);
  }

  #hasOwnToken(headers: Readonly<Record<string, string>>): boolean {
    return Object.values(headers).some(value => this.#options.holdsOwnToken(value));
  }

  /** Whether these words run our shim on this data home. */
  #runsShim(words: readonly string[], config: CommandConfig): boolean {
    const at = words.findIndex(
      (word, index) => subcommandAt(words, index) === 'mcp' && this.#isOurProgram(word, index === 0, config),
    );
    if (at < 0) return false;
    return isSamePlace(this.#homeOf(words, at, config), this.#options.home);
  }

  #isOurProgram(word: string, isCommand: boolean, config: CommandConfig): boolean {
    const path = this.#fileOf(word, isCommand, config);
    if (path === null) return isOurName(word);
    return !isFolder(path) && (isOurName(word) || isOurName(path) || isSamePlace(path, this.#options.cliPath));
  }

  /** As `pilothouse mcp` finds it: `--home`, else PILOTHOUSE_HOME, else what its launcher names, else the user's own. */
  #homeOf(words: readonly string[], at: number, config: CommandConfig): string {
    const { userHome } = this.#options;
    const { env, cwd = userHome } = config;
    const word = words[at] ?? '';
    const file = this.#fileOf(word, at === 0, config) ?? word;
    const named = valueOf(words.slice(at), '--home');
    const launched = basename(dirname(file)) === 'launcher' ? dirname(dirname(file)) : undefined;
    const given = valueOf(words.slice(0, at), 'PILOTHOUSE_HOME') ?? env.PILOTHOUSE_HOME;
    const usual = join(env.HOME ?? env.USERPROFILE ?? userHome, '.pilothouse');
    return resolve(cwd, named ?? launched ?? (given || usual));
  }

  /** The file that a word names, links followed; null where there is none. A command without a folder is looked for in the PATH. */
  #fileOf(word: string, isCommand: boolean, { cwd, env }: CommandConfig): string | null {
    if (/[\\/]/.test(word)) return realFile(isAbsolute(word) ? word : resolve(cwd ?? this.#options.userHome, word));
    if (!isCommand || word === '') return null;
    const folders = (env.PATH ?? this.#options.path()).split(delimiter).filter(isAbsolute);
    for (const folder of folders) {
      const file = realFile(join(folder, word));
      if (file !== null) return file;
    }
    return null;
  }
}

function ownAddress(address: string): Reason {
  const host = URL.canParse(address) ? new URL(address).host : address;
  return { kind: 'own-hub-address', host };
}

/** The words of a command, and those of each argument that is itself a command line, as of `sh -c`. */
function wordsOf({ command, args }: CommandConfig): string[][] {
  const inner = args
    .filter(arg => /\s/.test(arg))
    .map(arg => arg.split(/\s+/).map(word => word.replace(/^["']|["';&]+$/g, '')));
  return [[command, ...args], ...inner];
}

/** The first word after a program that is none of its options, nor the value of one. */
function subcommandAt(words: readonly string[], program: number): string | undefined {
  const rest = words.slice(program + 1);
  return rest.find((word, index) => !word.startsWith('-') && rest[index - 1] !== '--home');
}

/** Such as the one of `--project`, in which another program of this name may lie. */
function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/** `pilothouse`, also with a version, a path or an ending. */
function isOurName(word: string): boolean {
  return programName(word).replace(/@.*$/, '') === 'pilothouse';
}

function programName(word: string): string {
  const name = word.split(/[\\/]/).at(-1) ?? '';
  return name.toLowerCase().replace(/\.(?:cmd|exe|bat|js)$/, '');
}

/** `--home DIR`, `--home=DIR` and `NAME=value`. */
function valueOf(words: readonly string[], name: string): string | undefined {
  const at = words.findIndex(word => word === name || word.startsWith(`${name}=`));
  const word = words[at];
  if (word === undefined) return undefined;
  return word === name ? words[at + 1] : word.slice(name.length + 1);
}

function isSamePlace(one: string, other: string): boolean {
  return (realFile(one) ?? resolve(one)) === (realFile(other) ?? resolve(other));
}

/** Null also for a path that leads to another machine, which only looking at it would ask: the words of a config are not approved yet. */
function realFile(path: string): string | null {
  if (/^[\\/]{2}/.test(path)) return null;
  try {
    return realpathSync.native(path);
  } catch {
    return null;
  }
}

async function addressesOf(hostname: string): Promise<string[]> {
  return (await lookup(hostname, { all: true })).map(({ address }) => address);
}
