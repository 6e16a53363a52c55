// A folder that is held open, and names right in it: what stands at its path by now does not matter any more.
import { closeSync, constants, openSync, readlinkSync, statfsSync } from 'node:fs';
import { WasiError } from './errno.ts';

/** Linux: opens what stands there without the right to read it (open(2); the same number on x64, arm64 and arm). */
const pathOnly = 0o10000000;
const folderOnly = pathOnly | constants.O_DIRECTORY | constants.O_NOFOLLOW;
/** statfs(2), PROC_SUPER_MAGIC. */
const procType = 0x9fa0;

/**
 * Node has no openat(2). Linux has the same in `/proc/self/fd/N/name`: the kernel goes on from the folder that is open as N
 * (proc(5)), whatever was renamed meanwhile. `name` is one component, so that no link can stand on the way to it.
 */
export class PinnedFolder {
  readonly fd: number;

  constructor(fd: number) {
    this.fd = fd;
  }

  /** The top of all folders. Throws an Error where this way is not to be had. */
  static top(): PinnedFolder {
    if (process.platform !== 'linux' || statfsSync('/proc/self/fd').type !== procType)
      throw new Error('there is no /proc');
    return new PinnedFolder(openSync('/', folderOnly));
  }

  /** A path for one call that does not follow a link at its end. Throws ENOTCAPABLE for what is not one name. */
  entry(name: string): string {
    if (name === '' || name === '.' || name === '..' || /[/\0]/.test(name)) throw new WasiError('ENOTCAPABLE');
    return `/proc/self/fd/${this.fd}/${name}`;
  }

  /** A path for one call on the folder itself. */
  get self(): string {
    return `/proc/self/fd/${this.fd}/.`;
  }

  /** Pins a folder in this one. Throws ENOTDIR for a link also when it leads to a folder. */
  enter(name: string): PinnedFolder {
    return new PinnedFolder(openSync(this.entry(name), folderOnly));
  }

  /** The same folder once more, to be closed by itself. */
  again(): PinnedFolder {
    return new PinnedFolder(openSync(this.self, folderOnly));
  }

  /** What a link says, or null for what is no link or not there. */
  linkAt(name: string): string | null {
    try {
      return readlinkSync(this.entry(name));
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : '';
      if (code === 'EINVAL' || code === 'ENOENT') return null;
      throw error;
    }
  }

  close(): void {
    closeSync(this.fd);
  }
}
