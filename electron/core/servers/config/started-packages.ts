// Every package that a server may start, also behind a shell or another launcher: what rules about packages are held against.
import { addressIn, packageIn, programName } from './package-in-command.ts';
import { launchers } from './package-launchers.ts';
import type { WayKind } from '../../../../contract/catalogue.ts';
import type { CommandConfig, ServerConfig, ServerPackage } from '../../../../contract/schemas/servers.ts';

export interface StartedPackage {
  readonly kind: WayKind;
  readonly identifier: string;
  /** Null where it is not fixed. */
  readonly version: string | null;
}

const kinds: Readonly<Record<ServerPackage['runner'], WayKind>> = { npx: 'npm', uvx: 'pypi', docker: 'oci' };
/** Of npm, uv and pipx: each names a package that comes along. */
const besides = /^(?:-p|--package|--with|--from|--spec)(?:=(.*))?$/s;

/** Nothing is run or looked up. A server behind an address counts as a package of the kind `remote`. */
export function startedPackages(config: ServerConfig): StartedPackage[] {
  if ('url' in config) return [{ kind: 'remote', identifier: config.url, version: null }];
  if (config.kind !== 'stdio') return [];
  return commandLines(config).flatMap(words =>
    words.flatMap((word, at) =>
      Object.hasOwn(launchers, programName(word)) ? packagesOf(config, word, words.slice(at + 1)) : [],
    ),
  );
}

function packagesOf(config: CommandConfig, command: string, args: readonly string[]): StartedPackage[] {
  const main = packageIn({ ...config, command, args: [...args] });
  if (!main) return [];
  const { runner } = main;
  const more =
    runner === 'docker' ? [] : named(args).map(text => packageIn({ ...config, command: runner, args: ['--', text] }));
  return [main, ...more].flatMap(found => (found ? [startedOf(found)] : []));
}

function named(args: readonly string[]): string[] {
  return args.flatMap((arg, at) => {
    const match = besides.exec(arg);
    if (!match) return [];
    const value = match[1] ?? args[at + 1];
    return value === undefined ? [] : [value];
  });
}

/** What an alias and the address of an archive of the registry really name. */
function startedOf({ runner, name, version }: ServerPackage): StartedPackage {
  const kind = kinds[runner];
  const alias = /^npm:(@?[^@]+)(?:@(.+))?$/.exec(version ?? '') ?? /^npm:(@?[^@]+)(?:@(.+))?$/.exec(name);
  if (kind === 'npm' && alias) return { kind, identifier: alias[1] ?? name, version: alias[2] ?? null };
  const archive = /^https?:\/\/[^/]+\/(?:[^@]*\/)?((?:@[^/]+\/)?[^/@]+)\/-\/[^/]+?-(\d[^/]*)\.tgz$/.exec(name);
  if (kind === 'npm' && archive) return { kind, identifier: archive[1] ?? name, version: archive[2] ?? null };
  return { kind, identifier: name, version: addressIn(name) ? null : version };
}

/** The words of the command, and those of each argument that is itself a command line, as of `sh -c`. */
function commandLines({ command, args }: CommandConfig): string[][] {
  const inner = args
    .filter(arg => /\s/.test(arg))
    .map(arg => arg.split(/[\s;&|()]+/).map(word => word.replace(/^["']+|["']+$/g, '')));
  return [[command, ...args], ...inner];
}
