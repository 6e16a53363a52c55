// Chooses where the hub listens: a fresh name in a directory that nobody else can enter.
import { randomBytes } from 'node:crypto';
import { lstat, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Stats } from 'node:fs';

/** A socket path (directory made and checked first) or, on Windows, a pipe name; random, so it cannot be taken beforehand. */
export async function chooseSocketPath(
  runtimeDir: string,
  platform: NodeJS.Platform = process.platform,
): Promise<string> {
  const name = randomBytes(12).toString('hex');
  if (platform === 'win32') return `\\\\.\\pipe\\pilothouse-${name}`;
  const path = join(runtimeDir, `${name}.sock`);
  checkSocketPathLength(path, platform);
  await makePrivateDir(runtimeDir);
  return path;
}

/** Throws when the path does not fit in a socket address, which Node 20 would cut off silently. */
export function checkSocketPathLength(path: string, platform: NodeJS.Platform): void {
  const limit = platform === 'darwin' ? 103 : 107;
  const length = Buffer.byteLength(path);
  if (length <= limit) return;
  throw new Error(
    `The socket path ${path} has ${length} bytes and at most ${limit} work here; choose a shorter data home.`,
  );
}

/** Makes `dir` with mode 0700, or checks that an existing one is ours alone. Throws a sentence that names what is wrong. */
export async function makePrivateDir(dir: string): Promise<void> {
  await mkdir(dir, { recursive: true, mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    // A dangling link or a file in its place gives EEXIST; the check below says what it is.
    if (error.code !== 'EEXIST' && error.code !== 'ENOTDIR') throw error;
  });
  const problem = describeDirProblem(await lstat(dir), process.getuid?.() ?? -1);
  if (problem) throw new Error(`The runtime directory ${dir} ${problem}`);
}

function describeDirProblem(stats: Stats, uid: number): string | null {
  if (stats.isSymbolicLink()) return 'is a link; remove it, and Pilothouse makes a directory in its place.';
  if (!stats.isDirectory()) return 'is not a directory; remove it, and Pilothouse makes one in its place.';
  if (stats.uid !== uid)
    return `belongs to user ${stats.uid}, not to you (${uid}); remove it or give it to your account.`;
  const open = stats.mode & 0o077;
  if (open === 0) return null;
  return `has mode ${(stats.mode & 0o777).toString(8)} and others may enter it; run chmod 700 on it.`;
}
