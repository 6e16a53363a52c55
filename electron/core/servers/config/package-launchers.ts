// The launchers of packages, with the options by which their package is found on a command line.
import type { ServerPackage } from '../../../../contract/schemas/servers.ts';

export interface Launcher {
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
export const none: ReadonlySet<string> = new Set();
/** Of programs that run a script. */
export const scriptValued = new Set([
  '-r',
  '--require',
  '--import',
  '--loader',
  '--experimental-loader',
  '-C',
  '--conditions',
]);
/** Of docker and podman, before their words. */
export const beforeWords = new Set(['-H', '--host', '--context', '--config', '--url', '--connection']);
const npm = { runner: 'npx', valued: npmValued, named: npmNamed } as const;
const uv = { runner: 'uvx', valued: uvValued, named: uvNamed } as const;

export const launchers: Readonly<Record<string, readonly Launcher[]>> = {
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
