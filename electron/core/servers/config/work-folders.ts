// The folder that each server runs in: its own in the data home, unless its config names one. Never the one that the hub was started from.
import { existsSync, lstatSync, mkdirSync, readdirSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { hubError } from '../../../../words/hub-error.ts';

export interface WorkFoldersOptions {
  /** Absolute; made with mode 0700 when missing. */
  readonly root: string;
  /** The user's home. What lies in it, or above it, is the user's own. */
  readonly userHome: string;
  /** Milliseconds since the epoch. */
  now(): number;
}

/** npm takes the nearest folder with this name, or with a package.json, for the project whose packages and .npmrc it uses. */
const ownProject = 'node_modules';
/** No server id begins with a dot. */
const removed = '.removed';

export class WorkFolders {
  readonly #options: WorkFoldersOptions;

  constructor(options: WorkFoldersOptions) {
    this.#options = options;
  }

  /** Where the server with this id runs. */
  of(id: string): string {
    return join(this.#options.root, id, 'work');
  }

  /**
   * Makes that folder where it is missing, private and a project of its own for npm: without that, npx would run a package of
   * a folder above in place of the approved one. Throws an Error with a sentence when it cannot be used.
   */
  prepare(id: string): string {
    const folder = this.of(id);
    this.#refuseForeignProject(folder);
    for (const path of [this.#options.root, dirname(folder), folder]) makePrivate(path);
    // Empty, and without a package.json beside it: only so does a workspace above not claim the folder as its own.
    mkdirSync(join(folder, ownProject), { recursive: true, mode: 0o700 });
    return folder;
  }

  /** Puts what a server has left aside, so that no later one of the same id runs among it. Resolves also when there is nothing. */
  async putAside(id: string): Promise<void> {
    const { root, now } = this.#options;
    const folder = join(root, id);
    if (!existsSync(folder)) return;
    if (isEmpty(this.of(id))) return rm(folder, { recursive: true, force: true });
    const place = join(root, removed);
    await mkdir(place, { recursive: true, mode: 0o700 });
    const stamp = new Date(now()).toISOString().replace(/[:.]/g, '-');
    await rename(folder, join(place, `${id}-${stamp}`));
  }

  /** npm puts the programs of every folder above on the PATH, so those must be nobody else's. */
  #refuseForeignProject(folder: string): void {
    const { root, userHome } = this.#options;
    for (let above = dirname(root); dirname(above) !== above; above = dirname(above)) {
      if (userHome === above || userHome.startsWith(`${above}${sep}`)) return;
      const mark = ['package.json', ownProject].find(name => existsSync(join(above, name)));
      if (mark === undefined) continue;
      throw hubError('ERR_SERVER_UNAVAILABLE', {
        kind: 'work-folder-in-project',
        folder,
        project: join(above, mark),
      });
    }
  }
}

/** Throws for a link or a file in its place. */
function makePrivate(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const found = lstatSync(folder);
  if (!found.isDirectory()) throw hubError('ERR_SERVER_UNAVAILABLE', { kind: 'work-folder-no-folder', folder });
  if (process.getuid && found.uid !== process.getuid())
    throw hubError('ERR_SERVER_UNAVAILABLE', { kind: 'work-folder-of-other', folder, uid: found.uid });
}

/** Whether nothing of the server's is in it. */
function isEmpty(folder: string): boolean {
  if (!existsSync(folder)) return true;
  return readdirSync(folder).every(name => name === ownProject && readdirSync(join(folder, name)).length === 0);
}

/** Where all servers have theirs. */
export function serverFolder(dataHome: string): string {
  return join(dataHome, 'servers');
}
