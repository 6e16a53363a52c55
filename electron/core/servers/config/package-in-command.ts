// What a command really runs where it is a launcher of packages: the package, and whether its version is fixed.
import type { CommandConfig, ServerConfig, ServerPackage } from '../../../../contract/schemas/servers.ts';

export interface OwnOptions {
  /** Without folder and ending, in lower case. */
  readonly program: string;
  /** By their names, without values. */
  readonly options: readonly string[];
}

interface Launcher {
  readonly runner: ServerPackage['runner'];
  /** Words between the program and its options, such as `run` of `docker run`. */
  readonly words: readonly string[];
  /** Options that are followed by a value. */
  readonly valued: ReadonlySet<string>;
  /** Options whose value is the package, in place of the first word. */
  readonly named: ReadonlySet<string>;
}

const npmValued = new Set(['--registry', '--cache', '--prefix', '-w', '--workspace', '--userconfig', '--node-options']);
const npmNamed = new Set(['-p', '--package']);
const uvValued = new Set([
  ...['--with', '--with-editable', '--with-requirements', '-p', '--python', '--index', '--default-index', '-i'],
  ...[
    '--index-url',
    '--extra-index-url',
    '-f',
    '--find-links',
    '--directory',
    '--project',
    '--config-file',
    '--cache-dir',
  ],
  ...['--env-file', '-c', '--constraints', '--overrides', '--prerelease', '--resolution', '--refresh-package'],
]);
const uvNamed = new Set(['--from']);
const imageValued = new Set([
  ...[
    '-e',
    '--env',
    '--env-file',
    '-v',
    '--volume',
    '--mount',
    '--name',
    '-p',
    '--publish',
    '--network',
    '--net',
    '-h',
  ],
  ...['--entrypoint', '-w', '--workdir', '-u', '--user', '--platform', '--add-host', '--cap-add', '--cap-drop', '-m'],
  ...['--memory', '--cpus', '-l', '--label', '--security-opt', '--pull', '--gpus', '--hostname', '--tmpfs', '--ulimit'],
  ...['--restart', '--device', '--dns', '--ipc', '--pid', '--pids-limit', '--runtime', '--shm-size', '--log-driver'],
  ...[
    '--stop-signal',
    '--stop-timeout',
    '--userns',
    '--volumes-from',
    '--expose',
    '--link',
    '-c',
    '--cpu-shares',
    '-a',
  ],
]);
const none: ReadonlySet<string> = new Set();
/** Of programs that run a script. */
const scriptValued = new Set([
  '-r',
  '--require',
  '--import',
  '--loader',
  '--experimental-loader',
  '-C',
  '--conditions',
]);
/** Of docker and podman, before their words. */
const beforeWords = new Set(['-H', '--host', '--context', '--config', '--url', '--connection']);
const npm = { runner: 'npx', valued: npmValued, named: npmNamed } as const;
const uv = { runner: 'uvx', valued: uvValued, named: uvNamed } as const;

const launchers: Readonly<Record<string, readonly Launcher[]>> = {
  npx: [{ ...npm, words: [] }],
  npm: ['exec', 'x'].map(word => ({ ...npm, words: [word] })),
  bunx: [{ ...npm, words: [] }],
  bun: [{ ...npm, words: ['x'] }],
  pnpx: [{ ...npm, words: [] }],
  pnpm: [{ ...npm, words: ['dlx'] }],
  yarn: [{ ...npm, words: ['dlx'] }],
  uvx: [{ ...uv, words: [] }],
  uv: [{ ...uv, words: ['tool', 'run'] }],
  pipx: [
    { runner: 'uvx', words: ['run'], valued: new Set(['--python', '--pip-args', '-i']), named: new Set(['--spec']) },
  ],
  docker: [['run'], ['container', 'run']].map(words => ({ runner: 'docker', words, valued: imageValued, named: none })),
  podman: [['run'], ['container', 'run']].map(words => ({ runner: 'docker', words, valued: imageValued, named: none })),
};

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
  if (config.kind !== 'stdio') return null;
  const [program, args] = unwrapped(config.command, config.args);
  const known = Object.hasOwn(launchers, program) ? (launchers[program] ?? []) : [];
  for (const launcher of known) {
    if (launcher.words.some((word, index) => args[index] !== word)) continue;
    const spec = specIn(args.slice(launcher.words.length), launcher);
    if (spec !== null) return packageOf(launcher.runner, spec);
  }
  return null;
}

/** `cmd /c npx …` is how Windows configs start batch files. */
function unwrapped(command: string, args: readonly string[]): [string, readonly string[]] {
  const program = programName(command);
  if (program !== 'cmd' || !/^\/c$/i.test(args[0] ?? '')) return [program, args];
  return [programName(args[1] ?? ''), args.slice(2)];
}

function programName(command: string): string {
  return (command.split(/[\\/]/).at(-1) ?? '').toLowerCase().replace(/\.(?:exe|cmd|bat|ps1)$/, '');
}

function specIn(args: readonly string[], { valued, named }: Launcher): string | null {
  for (let index = 0; index < args.length; index += 1) {
    const arg = args[index] ?? '';
    const [, option = arg, value] = /^(--?[\w-]+)=(.*)$/s.exec(arg) ?? [];
    if (named.has(option)) return value ?? args[index + 1] ?? null;
    if (arg === '--') return args[index + 1] ?? null;
    if (!arg.startsWith('-')) return arg;
    // With a command line of its own the package is not named.
    if (option === '--call') return null;
    if (valued.has(option) && value === undefined) index += 1;
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
  if (/^[.~/\\]|^[A-Za-z]:[\\/]|:\/\/|^git\+|^(?:github|file|git):/.test(spec)) return [spec, null];
  const [, name = spec, version = null] = /^(@?[^@=<>~!]+)(?:@|==)(.+)$/.exec(spec) ?? [];
  return [name, version];
}

/** `registry:5000/name:tag@sha256:…`. */
function imageParts(spec: string): [string, string | null] {
  const [image = spec, digest] = spec.split('@', 2);
  const colon = image.lastIndexOf(':');
  const hasTag = colon > image.lastIndexOf('/');
  return [hasTag ? image.slice(0, colon) : image, digest ?? (hasTag ? image.slice(colon + 1) : null)];
}

function isExact(runner: ServerPackage['runner'], version: string): boolean {
  if (runner === 'docker') return version.startsWith('sha256:') || /^v?\d+\.\d+\.\d+/.test(version);
  return runner === 'npx'
    ? /^v?\d+\.\d+\.\d+(?:[-+][\w.+-]+)?$/.test(version)
    : /^\d+(?:\.\d+)*[\w.+!-]*$/.test(version);
}
