// Read-only packages: what a server writes beside itself fails there, where it would otherwise change what its user has approved.
import { chmod, lstat, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Stats } from 'node:fs';

/** Who may read, and who may run what is a program. */
const sealedMode = { file: 0o444, program: 0o555, folder: 0o555 } as const;
const openMode = { file: 0o644, folder: 0o755 } as const;
const writable = 0o222;
const maxAtOnce = 16;

type Change = (path: string, stat: Stats) => Promise<void>;

/** The folder itself comes last: one that is read-only has been done whole, and is looked at once. Links lead elsewhere and are left alone. */
export async function seal(folder: string): Promise<void> {
  if (((await lstat(folder)).mode & writable) === 0) return;
  await below(folder, async (path, stat) => {
    const isProgram = (stat.mode & 0o111) !== 0;
    await setMode(path, stat, stat.isDirectory() ? sealedMode.folder : sealedMode[isProgram ? 'program' : 'file']);
  });
  await chmod(folder, sealedMode.folder);
}

/** Takes a folder away with everything in it, sealed or not. Does nothing where there is none. */
export async function removeSealed(folder: string): Promise<void> {
  const isThere = (await lstat(folder).catch(() => null))?.isDirectory() ?? false;
  if (isThere) await unseal(folder);
  await rm(folder, { recursive: true, force: true });
}

/** Files that another package shares stay as they are, but where their own mode holds them in their folder. */
async function unseal(folder: string): Promise<void> {
  const isWindows = process.platform === 'win32';
  await chmod(folder, openMode.folder);
  await below(folder, async (path, stat) => {
    if (stat.isDirectory()) await setMode(path, stat, openMode.folder);
    else if (isWindows) await setMode(path, stat, openMode.file);
  });
}

/** What is in it, outer folders before inner ones: an inner one may be changed only after it was listed. */
async function below(folder: string, change: Change): Promise<void> {
  const open = [folder];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const within = next;
    const paths = (await readdir(within)).map(name => join(within, name));
    for (let from = 0; from < paths.length; from += maxAtOnce) {
      const looked = paths.slice(from, from + maxAtOnce).map(async path => {
        const stat = await lstat(path);
        if (stat.isSymbolicLink()) return [];
        await change(path, stat);
        return stat.isDirectory() ? [path] : [];
      });
      open.push(...(await Promise.all(looked)).flat());
    }
  }
}

/** What is as it should be is not touched: that too would change its times, and with them what is known of it. */
async function setMode(path: string, { mode }: Stats, wanted: number): Promise<void> {
  if ((mode & 0o777) !== wanted) await chmod(path, wanted);
}
