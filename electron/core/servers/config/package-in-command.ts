// What a command really runs where it is a launcher of packages: the package, and whether its version is fixed.
import { beforeWords, launchers, none, scriptValued } from './package-launchers.ts';
import type { CommandConfig, ServerConfig, ServerPackage } from '../../../../contract/schemas/servers.ts';
import type { Launcher } from './package-launchers.ts';

export interface OwnOptions {
  /** Without folder and ending, in lower case. */
  readonly program: string;
  /** By their names, without values. */
  readonly options: readonly string[];
}

/** The program of a command and the options that are its own: not what follows the package, the image or the script. */
export function ownOptionsIn({ command, args }: Pick<CommandConfig, 'command' | 'args'>): OwnOptions {
  const [program, rest] = unwrapped(command, args);
  const known = Object.hasOwn(launchers, program) ? (launchers[program] ?? []) : [];
  const words = new Set(known.flatMap(launcher => launcher.words));
  const first = known[0] ?? { valued: scriptValued, named: none };
  const found: string[] = [];
  for (let index = 0; index < rest.length; index += 1) {
    const arg = rest[index] ?? '';
    if (arg === '--') break;
    if (arg.startsWith('-')) {
      const [, option = arg, value] = /^(--?[^=]+)=(.*)$/s.exec(arg) ?? [];
      found.push(option);
      if (value === undefined && (first.valued.has(option) || first.named.has(option) || beforeWords.has(option)))
        index += 1;
    } else if (!words.has(arg)) break;
  }
  return { program, options: found };
}

/** The package that a command starts; null where it is a program of its own. Nothing is run or looked up. */
export function packageIn(config: ServerConfig): ServerPackage | null {
  const spec = config.kind === 'stdio' ? specIn(config) : null;
  return spec && packageOf(spec.runner, spec.text);
}

/** The command with this version of its package; null where it starts none, or the version is not exact. */
export function pinnedCommand(config: ServerConfig, version: string): CommandConfig | null {
  const spec = config.kind === 'stdio' ? specIn(config) : null;
  if (!spec || config.kind !== 'stdio' || !canPinTo(spec.runner, version)) return null;
  const { runner, text, at, before, isNamed } = spec;
  const name = runner === 'docker' ? text.split('@', 1).join('') : packageParts(text)[0];
  // Behind an option uv and pipx read a requirement, and pipx always does.
  const joined = runner === 'uvx' && (isNamed || programName(config.command) === 'pipx') ? '==' : '@';
  return { ...config, args: config.args.with(at, `${before}${name}${joined}${version}`) };
}

/** Where the arguments begin that are the server's own, and not those by which a launcher is told what to start. */
export function ownArgumentsAt(config: Pick<CommandConfig, 'command' | 'args'>): number {
  return specIn(config)?.ownAt ?? 0;
}

interface Spec {
  readonly runner: ServerPackage['runner'];
  readonly text: string;
  /** Among all arguments, and what stands before it in its argument. */
  readonly at: number;
  readonly before: string;
  /** It is the value of an option. */
  readonly isNamed: boolean;
  /** Where the arguments of what it starts begin. */
  readonly ownAt: number;
}

function specIn(config: Pick<CommandConfig, 'command' | 'args'>): Spec | null {
  const [program, args] = unwrapped(config.command, config.args);
  const known = Object.hasOwn(launchers, program) ? (launchers[program] ?? []) : [];
  for (const { words, ...launcher } of known) {
    if (words.some((word, index) => args[index] !== word)) continue;
    const found = placeOfSpec(args.slice(words.length), launcher);
    if (!found) continue;
    const at = found.at + words.length + config.args.length - args.length;
    const text = config.args[at]?.slice(found.before.length);
    if (text === undefined) continue;
    return { ...found, runner: launcher.runner, text, at, ownAt: ownAtOf(config.args, { ...found, at }, launcher) };
  }
  return null;
}

/** Behind an option that names the package comes the program in it; a line that ends before has no arguments yet. */
function ownAtOf(
  args: readonly string[],
  { at, isNamed }: Pick<Spec, 'at' | 'isNamed'>,
  { valued, named }: Pick<Launcher, 'valued' | 'named'>,
): number {
  if (!isNamed) return at + 1;
  const program = placeOfSpec(args.slice(at + 1), { valued: new Set([...valued, ...named]), named: none });
  return program ? Math.min(args.length, at + 1 + program.at + 1) : args.length;
}

/** `cmd /c npx …` is how Windows configs start batch files. */
function unwrapped(command: string, args: readonly string[]): [string, readonly string[]] {
  const program = programName(command);
  if (program !== 'cmd' || !/^\/c$/i.test(args[0] ?? '')) return [program, args];
  return [programName(args[1] ?? ''), args.slice(2)];
}

/** Without folder and ending, in lower case. */
export function programName(command: string): string {
  return (command.split(/[\\/]/).at(-1) ?? '').toLowerCase().replace(/\.(?:exe|cmd|bat|ps1)$/, '');
}

function placeOfSpec(
  args: readonly string[],
  { valued, named }: Pick<Launcher, 'valued' | 'named'>,
): Pick<Spec, 'at' | 'before' | 'isNamed'> | null {
  for (let at = 0; at < args.length; at += 1) {
    const arg = args[at] ?? '';
    const [, option = arg, value] = /^(--?[\w-]+)=(.*)$/s.exec(arg) ?? [];
    if (named.has(option))
      return value === undefined
        ? { at: at + 1, before: '', isNamed: true }
        : { at, before: `${option}=`, isNamed: true };
    if (arg === '--') return { at: at + 1, before: '', isNamed: false };
    if (!arg.startsWith('-')) return { at, before: '', isNamed: false };
    // With a command line of its own the package is not named.
    if (option === '--call') return null;
    if (valued.has(option) && value === undefined) at += 1;
  }
  return null;
}

function packageOf(runner: ServerPackage['runner'], spec: string): ServerPackage {
  const [name, version] = runner === 'docker' ? imageParts(spec) : packageParts(spec);
  const isPinned = version !== null && isExact(runner, version);
  return { runner, name, version, warning: isPinned ? null : { kind: 'version-not-fixed', runner, name, version } };
}

/** `@scope/name@1.2.3`, `name==1.2.3`. An address or a folder has no version. */
function packageParts(spec: string): [string, string | null] {
  if (addressIn(spec)) return [spec, null];
  const [, name = spec, version = null] = /^(@?[^@=<>~!]+)(?:@|==)(.+)$/.exec(spec) ?? [];
  return [name, version];
}

/** Whether a spec is an address or a folder in place of a name. */
export function addressIn(spec: string): boolean {
  return /^[.~/\\]|^[A-Za-z]:[\\/]|:\/\/|^git\+|^(?:github|file|git):/.test(spec);
}

/** `registry:5000/name:tag@sha256:…`. */
function imageParts(spec: string): [string, string | null] {
  const [image = spec, digest] = spec.split('@', 2);
  const colon = image.lastIndexOf(':');
  const hasTag = colon > image.lastIndexOf('/');
  return [hasTag ? image.slice(0, colon) : image, digest ?? (hasTag ? image.slice(colon + 1) : null)];
}

/** A tag of an image may be moved, however exact it looks. */
function canPinTo(runner: ServerPackage['runner'], version: string): boolean {
  return runner === 'docker' ? /^sha256:[0-9a-f]{64}$/.test(version) : isExact(runner, version);
}

function isExact(runner: ServerPackage['runner'], version: string): boolean {
  if (runner === 'docker') return version.startsWith('sha256:') || /^v?\d+\.\d+\.\d+/.test(version);
  return runner === 'npx'
    ? /^v?\d+\.\d+\.\d+(?:[-+][\w.+-]+)?$/.test(version)
    : /^\d+(?:\.\d+)*[\w.+!-]*$/.test(version);
}
