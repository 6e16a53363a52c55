// Tells when a file may have changed: written, replaced, removed or put there, and the same for whatever links lead to it.
import { existsSync, readlinkSync, unwatchFile, watch, watchFile } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import type { FSWatcher } from 'node:fs';

/** Where the system has no watcher left to give. */
const pollMs = 2_000;
/** Longer chains are circles. */
const maxLinks = 16;

export class FileWatch {
  readonly #path: string;
  readonly #onChange: () => void;
  readonly #folders = new Map<string, FSWatcher>();
  /** As they were when the links were followed last: who is told of a change follows them again. */
  #names = new Map<string, Set<string>>();
  #polls = false;

  /** Watches until `stop`; never throws. */
  constructor(path: string, onChange: () => void) {
    this.#path = path;
    this.#onChange = onChange;
    this.follow();
  }

  /** To be called after a change: the links may lead elsewhere. */
  follow(): void {
    if (this.#polls) return;
    const names = namesByFolder(this.#path);
    this.#names = names;
    for (const [folder, watcher] of this.#folders) {
      if (names.has(folder)) continue;
      watcher.close();
      this.#folders.delete(folder);
    }
    for (const folder of names.keys()) if (!this.#folders.has(folder)) this.#watch(folder);
  }

  stop(): void {
    for (const watcher of this.#folders.values()) watcher.close();
    this.#folders.clear();
    if (this.#polls) unwatchFile(this.#path, this.#onChange);
    this.#polls = false;
  }

  /** The folder and not the file: a file that is replaced would be watched no more. */
  #watch(folder: string): void {
    try {
      const watcher = watch(folder, { persistent: false }, (_event, changed) => {
        const isGone = changed === basename(folder) && !existsSync(folder);
        // Nobody tells of a folder that was removed or moved away; another one of its name is watched anew.
        if (isGone) this.#forget(folder);
        if (isGone || changed === null || this.#names.get(folder)?.has(changed)) this.#onChange();
      });
      watcher.on('error', () => this.#poll());
      this.#folders.set(folder, watcher);
    } catch {
      // The folder that a link names need not exist: then the link itself says when that changes.
      if (folder === dirname(this.#path)) this.#poll();
    }
  }

  #forget(folder: string): void {
    this.#folders.get(folder)?.close();
    this.#folders.delete(folder);
  }

  #poll(): void {
    this.stop();
    this.#polls = true;
    watchFile(this.#path, { interval: pollMs, persistent: false }, this.#onChange);
  }
}

/** The file's name in its folder, and where it is a link, that of what it leads to, and so on. */
function namesByFolder(path: string): Map<string, Set<string>> {
  const names = new Map<string, Set<string>>();
  let at: string | null = path;
  for (let links = 0; at !== null && links < maxLinks; links += 1) {
    const folder = dirname(at);
    names.set(folder, (names.get(folder) ?? new Set()).add(basename(at)));
    at = targetOf(at);
  }
  return names;
}

function targetOf(path: string): string | null {
  try {
    return resolve(dirname(path), readlinkSync(path));
  } catch {
    return null;
  }
}
