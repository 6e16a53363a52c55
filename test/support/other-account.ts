// Node as another account, for tests with the rights of root. A folder above the repository may be closed to that account, as those of `mktemp -d`
// are: then it is given the repository at a place that it can reach, in a mount namespace of its own.
import fs from 'node:fs';
import path from 'node:path';
import { repositoryRoot } from './provided.ts';

/** That of nobody. */
export const otherAccount = 65_534;

export interface OtherAccountCommand {
  readonly file: string;
  readonly args: readonly string[];
  readonly options: { readonly cwd: string; readonly uid?: number; readonly gid?: number };
}

/** What to spawn so that Node runs with these arguments; paths in the repository are led to where that account finds it. */
export function asOtherAccount(args: readonly string[]): OtherAccountCommand {
  if (isOpen(path.dirname(repositoryRoot)))
    return { file: process.execPath, args, options: { cwd: '/', uid: otherAccount, gid: otherAccount } };
  // Everybody can reach it, and what is mounted there is seen in that namespace alone.
  const place = '/mnt';
  const moved = [process.execPath, ...args].map(arg => arg.replaceAll(repositoryRoot, place));
  const ids = [`--reuid=${otherAccount}`, `--regid=${otherAccount}`, '--clear-groups'];
  const script = `mount --bind "$0" ${place} && exec setpriv ${ids.join(' ')} "$@"`;
  return { file: 'unshare', args: ['--mount', 'sh', '-c', script, repositoryRoot, ...moved], options: { cwd: '/' } };
}

/** Whether everybody may pass through it and all above it. */
function isOpen(folder: string): boolean {
  const isPassable = (fs.statSync(folder).mode & 0o001) !== 0;
  return isPassable && (folder === path.dirname(folder) || isOpen(path.dirname(folder)));
}
