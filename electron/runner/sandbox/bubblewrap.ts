// The arguments of bubblewrap for a server: the system read-only, what is hidden empty, what was granted on top. Pure.
import type { RunnerSandbox } from '../../contract/runner.ts';

type Walls = Pick<RunnerSandbox, 'network' | 'hidden' | 'visible'>;

/** What stands before the server's own command. `proxy`: a folder of this machine and where it is seen inside. */
export function bubblewrapArguments(walls: Walls, cwd: string, proxy: { from: string; to: string } | null): string[] {
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
    '--proc',
    '/proc',
    ...mounts(walls).flatMap(mount => mount),
    ...(proxy ? ['--ro-bind', proxy.from, proxy.to] : []),
    '--chdir',
    cwd,
    '--',
  ];
}

/** Outer ones first, or they would cover the inner ones; of the same path the grant comes last. */
function mounts({ hidden, visible }: Walls): string[][] {
  const all = [
    ...hidden.map(path => ({ path, rank: 0, mount: ['--tmpfs', path] })),
    ...visible.map(({ path, writable }) => ({
      path,
      rank: writable ? 2 : 1,
      mount: [writable ? '--bind' : '--ro-bind', path, path],
    })),
  ];
  const depth = (path: string) => path.split('/').filter(Boolean).length;
  return all.toSorted((a, b) => depth(a.path) - depth(b.path) || a.rank - b.rank).map(({ mount }) => mount);
}
