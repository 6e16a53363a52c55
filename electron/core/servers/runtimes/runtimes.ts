// The programs that servers need, found as from a terminal: the PATH that servers get, and of each command which file it is and why.
import { findProgram } from './find-program.ts';
import { pathsOf, splitPath } from './path-facts.ts';
import { planPath } from './path-plan.ts';
import { isKnownRuntime } from './program-version.ts';
import { pathOfStart, variablesOfStart } from './started-from.ts';
import type { CommandConfig, ServerConfig, ServerRuntime } from '../../../../contract/schemas/servers.ts';
import type { PathFacts, PathFolder } from './path-facts.ts';
import type { ToldPaths } from './path-plan.ts';

type Env = Readonly<Record<string, string | undefined>>;

export interface RuntimesOptions {
  readonly facts: PathFacts;
  /** Asks the login shell or the registry. Must end by itself. */
  askPaths(signal: AbortSignal): Promise<ToldPaths>;
  /** Runs the program. Null when it does not tell. */
  askVersion(path: string, env: Env, signal: AbortSignal): Promise<string | null>;
}

const maxKept = 2_000;

export class Runtimes {
  readonly #options: RuntimesOptions;
  #folders: readonly PathFolder[];
  #env: Env;
  #ofShell: ReadonlySet<string> = new Set();
  #found = new Map<string, ServerRuntime | null>();
  readonly #versions = new Map<string, Promise<string | null>>();
  #asking: Promise<unknown> = Promise.resolve();
  #planned: Promise<void>;
  readonly #closing = new AbortController();
  readonly #listeners = new Set<(command: string) => void>();

  constructor(options: RuntimesOptions) {
    const { facts } = options;
    this.#options = options;
    this.#folders = pathOfStart(facts).map(folder => ({ folder, why: { kind: 'path-of-start' } }));
    this.#env = variablesOfStart(facts);
    this.#planned = this.#plan();
  }

  /** Resolves when the PATH is known. Never rejects. */
  get ready(): Promise<void> {
    return this.#planned;
  }

  /** The hub's variables with the PATH for servers in them. */
  get env(): Env {
    return this.#env;
  }

  /** The variables of `env` that the login shell has told and the hub has not. */
  get ofShell(): ReadonlySet<string> {
    return this.#ofShell;
  }

  get folders(): readonly PathFolder[] {
    return this.#folders;
  }

  /** Calls `listener` with a command when its program was found, or is another. */
  onChange(listener: (command: string) => void): void {
    this.#listeners.add(listener);
  }

  /** What is known of a server's program by now; null also where nothing is known yet. */
  runtimeOf(config: ServerConfig): ServerRuntime | null {
    return config.kind === 'stdio' ? (this.#found.get(keyOf(config)) ?? null) : null;
  }

  /** Whether there is a program of this name for servers. */
  async has(command: string): Promise<boolean> {
    await this.#planned;
    return (await findProgram(this.#options.facts, this.#folders, command)) !== null;
  }

  /** Of the program of this name; null where there is none, it is no runtime that may be asked, or it does not tell. Never rejects. */
  async versionOf(command: string): Promise<string | null> {
    await this.#planned;
    const found = await findProgram(this.#options.facts, this.#folders, command);
    return found && isKnownRuntime(found.path) ? this.#version(found.path) : null;
  }

  /** Looks for the program of a server. Its version is asked for when it `mayRun`: an approval comes first. Never rejects. */
  async look(config: ServerConfig, mayRun: boolean): Promise<void> {
    if (config.kind !== 'stdio') return;
    await this.#planned;
    const found = await this.#find(config);
    const known = this.#found.get(keyOf(config));
    const version = known && known.path === found?.path ? known.version : null;
    this.#keep(config, found && { ...found, version });
    if (!found || version !== null || !mayRun || !isKnownRuntime(found.path)) return;
    const told = await this.#version(found.path);
    if (told !== null) this.#keep(config, { ...found, version: told });
  }

  /** Asks for the PATH anew: something may have been installed since. Never rejects. */
  again(): Promise<void> {
    this.#planned = this.#plan();
    return this.#planned;
  }

  /** Ends what is being asked. */
  stop(): void {
    this.#closing.abort();
  }

  async #plan(): Promise<void> {
    const { facts, askPaths } = this.#options;
    const told = await askPaths(this.#closing.signal).catch(() => ({ shell: null, registry: null }));
    this.#folders = await planPath(facts, told);
    const path = this.#folders.map(({ folder }) => folder).join(pathsOf(facts.os).delimiter);
    const others = Object.entries(variablesOfStart(facts)).filter(([name]) => !isPath(name, facts.os));
    const own = Object.fromEntries(others);
    // What the hub was started with is newer than what startup files say.
    const more = Object.entries(told.shell?.variables ?? {}).filter(([name]) => own[name] === undefined);
    this.#ofShell = new Set(more.map(([name]) => name));
    this.#env = { ...own, ...Object.fromEntries(more), PATH: path };
    this.#versions.clear();
  }

  #find(config: CommandConfig) {
    const { facts } = this.#options;
    const given = pathIn(config, facts.os);
    const why = { kind: 'path-of-variables' } as const;
    const folders = given === undefined ? this.#folders : splitPath(facts.os, given).map(folder => ({ folder, why }));
    return findProgram(facts, folders, config.command);
  }

  /** One after the other, and each once: many servers start together. */
  #version(path: string): Promise<string | null> {
    const known = this.#versions.get(path);
    if (known) return known;
    const asked = this.#asking.then(() => this.#options.askVersion(path, this.#env, this.#closing.signal));
    this.#asking = asked.catch(() => {});
    const told = asked.catch(() => null);
    this.#versions.set(path, told);
    return told;
  }

  #keep(config: CommandConfig, runtime: ServerRuntime | null): void {
    const key = keyOf(config);
    const before = this.#found.get(key) ?? null;
    if (this.#found.size >= maxKept) this.#found.clear();
    this.#found.set(key, runtime);
    if (JSON.stringify(before) === JSON.stringify(runtime)) return;
    for (const listener of this.#listeners) listener(config.command);
  }
}

function keyOf({ command, env }: CommandConfig): string {
  return JSON.stringify([command, env['PATH'], env['Path']]);
}

function pathIn({ env }: CommandConfig, os: NodeJS.Platform): string | undefined {
  return Object.entries(env).find(([name]) => isPath(name, os))?.[1];
}

function isPath(name: string, os: NodeJS.Platform): boolean {
  return os === 'win32' ? name.toUpperCase() === 'PATH' : name === 'PATH';
}
