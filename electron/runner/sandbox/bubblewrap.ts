// The arguments of bubblewrap for a server: the system read-only, what is hidden empty, what was granted on top. Pure.
import type { RunnerSandbox } from '../../../contract/schemas/runner.ts';

type Walls = Pick<RunnerSandbox, 'network' | 'hidden' | 'visible' | 'devices'>;

export interface BubblewrapPlaces {
  readonly cwd: string;
  /** The folder of the socket that leads out or in, and where it is seen inside. */
  readonly way: { readonly from: string; readonly to: string; readonly writable: boolean } | null;
  /** In the order of what is visible, the descriptor that each is mounted by; without one it is mounted by its path. */
  readonly descriptors: readonly number[];
}

/** What stands before the server's own command. */
export function bubblewrapArguments(walls: Walls, { cwd, way, descriptors }: BubblewrapPlaces): string[] {
  return [
    '--die-with-parent',
    '--unshare-user-try',
    '--unshare-pid',
    '--unshare-ipc',
    '--unshare-uts',
    '--unshare-cgroup-try',
    ...(walls.network === 'all' ? [] : ['--unshare-net']),
    // For root, which would keep them all and could take the walls down.
    '--cap-drop',
    'ALL',
    '--ro-bind',
    '/',
    '/',
    '--dev',
    '/dev',
    // What is not there, or not any more, is left out.
    ...walls.devices.flatMap(device => ['--dev-bind-try', device, device]),
    '--proc',
    '/proc',
    ...mounts(walls, descriptors).flatMap(mount => mount),
    ...(way ? [way.writable ? '--bind' : '--ro-bind', way.from, way.to] : []),
    '--chdir',
    cwd,
    '--',
  ];
}

/** Outer ones first, or they would cover the inner ones; of the same path the grant comes last. */
function mounts({ hidden, visible }: Walls, descriptors: BubblewrapPlaces['descriptors']): string[][] {
  const all = [
    ...hidden.map(path => ({ path, rank: 0, mount: ['--tmpfs', path] })),
    ...visible.map(({ path, from, writable }, place) => {
      const kind = writable ? '--bind' : '--ro-bind';
      const descriptor = descriptors[place];
      const source = descriptor === undefined ? [kind, from] : [`${kind}-fd`, String(descriptor)];
      return { path, rank: writable ? 2 : 1, mount: [...source, path] };
    }),
  ];
  const depth = (path: string) => path.split('/').filter(Boolean).length;
  return all.toSorted((a, b) => depth(a.path) - depth(b.path) || a.rank - b.rank).map(({ mount }) => mount);
}
