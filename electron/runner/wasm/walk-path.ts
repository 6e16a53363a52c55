// The way of a path below a folder, one name after the other, with links followed by hand: none leads above the folder.
import { WasiError } from './errno.ts';
import type { PinnedFolder } from './pinned-folder.ts';

/** Where a path ends. */
export interface Place {
  readonly folder: PinnedFolder;
  /** The entry of that folder, which need not exist; null is the folder itself. */
  readonly name: string | null;
  /** The path ended with a slash: what is not a folder is not meant. */
  readonly isFolder: boolean;
}

const maxLinks = 40;
const maxPath = 4_096;

/**
 * Calls `act` with the place of `path`, whose folders stay pinned meanwhile, and hands its result on. With `follow` a link
 * at its end was followed, so that a link which stands there now was put there since: `act` must not follow it.
 * Throws ENOTCAPABLE where the path or a link is absolute or leads above `root`.
 */
export function atPlace<T>(root: PinnedFolder, path: string, follow: boolean, act: (place: Place) => T): T {
  const walk = new Walk(root, path);
  try {
    return act(walk.to(follow));
  } finally {
    walk.close();
  }
}

class Walk {
  readonly #root: PinnedFolder;
  /** Below the root, each in the one before. A `..` goes back here, not on the disk, where a folder may have moved. */
  readonly #entered: PinnedFolder[] = [];
  /** What is still to go, the next one last. */
  readonly #names: string[] = [];
  #links = 0;

  constructor(root: PinnedFolder, path: string) {
    if (path === '') throw new WasiError('ENOENT');
    if (path.length > maxPath) throw new WasiError('ENAMETOOLONG');
    this.#root = root;
    this.#goOn(path);
  }

  to(follow: boolean): Place {
    for (;;) {
      const name = this.#names.pop();
      if (name === undefined) return { folder: this.#here, name: null, isFolder: true };
      if (name === '' || name === '.') continue;
      if (name === '..') this.#leave();
      else if (this.#names.some(next => next !== '' && next !== '.')) this.#enter(name);
      else if (!this.#follows(name, follow)) return this.#end(name);
    }
  }

  close(): void {
    for (const folder of this.#entered.splice(0)) folder.close();
  }

  get #here(): PinnedFolder {
    return this.#entered.at(-1) ?? this.#root;
  }

  #leave(): void {
    const left = this.#entered.pop();
    if (!left) throw new WasiError('ENOTCAPABLE');
    left.close();
  }

  #enter(name: string): void {
    try {
      this.#entered.push(this.#here.enter(name));
    } catch (error) {
      if (!this.#goesOnAt(name)) throw error;
    }
  }

  /** A slash behind a link means what it leads to. */
  #follows(name: string, follow: boolean): boolean {
    return (follow || this.#names.length > 0) && this.#goesOnAt(name);
  }

  #end(name: string): Place {
    const isFolder = this.#names.length > 0;
    const folder = this.#here;
    if (isFolder) refuseFile(folder, name);
    return { folder, name, isFolder };
  }

  /** Whether a link stands there, whose words are now what is to go first. */
  #goesOnAt(name: string): boolean {
    const link = this.#here.linkAt(name);
    if (link === null) return false;
    this.#links += 1;
    if (this.#links > maxLinks) throw new WasiError('ELOOP');
    this.#goOn(link);
    return true;
  }

  #goOn(path: string): void {
    if (path.startsWith('/')) throw new WasiError('ENOTCAPABLE');
    this.#names.push(...path.split('/').toReversed());
  }
}

function refuseFile(folder: PinnedFolder, name: string): void {
  try {
    folder.enter(name).close();
  } catch (error) {
    // It may be about to be made.
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  }
}
