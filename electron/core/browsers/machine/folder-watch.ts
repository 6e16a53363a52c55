// Watches files by the folders that they lie in, also where these come later or are made anew.
import { watch } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { FSWatcher } from 'node:fs';

/** Stands for every name in a folder. */
const anyName = '*';

interface Watched {
  readonly watcher: FSWatcher;
  /** What in the folder matters. */
  names: ReadonlySet<string>;
}

export class FolderWatch {
  readonly #onChange: () => void;
  readonly #folders = new Map<string, Watched>();

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  /**
   * From now on these files are watched, and all that lies in these folders, there or not; no others. To be called again after each
   * change: folders may have come since.
   */
  set(files: readonly string[], folders: readonly string[] = []): void {
    const wanted = new Map<string, Set<string>>();
    for (const file of [...files, ...folders.map(folder => join(folder, anyName))]) this.#want(wanted, file);
    for (const [folder, { watcher }] of this.#folders) {
      if (wanted.has(folder)) continue;
      watcher.close();
      this.#folders.delete(folder);
    }
    for (const [folder, names] of wanted) {
      const watched = this.#folders.get(folder);
      if (watched) watched.names = names;
    }
  }

  close(): void {
    for (const { watcher } of this.#folders.values()) watcher.close();
    this.#folders.clear();
  }

  /** The folder of the file and the one above it, which tells when the folder is made anew; else the nearest that there is. */
  #want(wanted: Map<string, Set<string>>, file: string): void {
    let child = file;
    let isEnough = false;
    while (!isEnough && dirname(child) !== child) {
      const folder = dirname(child);
      const isThere = this.#open(folder);
      if (isThere) wanted.set(folder, (wanted.get(folder) ?? new Set()).add(basename(child)));
      isEnough = isThere && child !== file;
      child = folder;
    }
  }

  #open(folder: string): boolean {
    if (this.#folders.has(folder)) return true;
    try {
      const watcher = watch(folder, { persistent: false }, (_event, name) => this.#heard(folder, name));
      watcher.on('error', () => this.#lost(folder));
      this.#folders.set(folder, { watcher, names: new Set() });
      return true;
    } catch {
      return false;
    }
  }

  #heard(folder: string, name: string | null): void {
    const watched = this.#folders.get(folder);
    if (watched === undefined || (name !== null && !matters(watched, folder, name))) return;
    // A folder that was made anew is another one, which the old watcher does not see.
    for (const gone of name === null ? [] : [`${folder}/${name}`, folder])
      if (gone !== folder || name === basename(folder)) this.#close(gone);
    this.#onChange();
  }

  #lost(folder: string): void {
    this.#close(folder);
    this.#onChange();
  }

  #close(folder: string): void {
    this.#folders.get(folder)?.watcher.close();
    this.#folders.delete(folder);
  }
}

/** A folder that is removed is told by its own name. */
function matters({ names }: Watched, folder: string, name: string): boolean {
  return names.has(name) || names.has(anyName) || name === basename(folder);
}
