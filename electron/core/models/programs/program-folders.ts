// The folder of each program: it runs there, and keeps what it unpacks for the next time. It is as trusted as the file that wrote it: with
// another file, and with the provider, it goes.
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Absolute paths of one run. */
export interface RunFolder {
  readonly home: string;
  /** Below `home`, and of this run alone. */
  readonly temporary: string;
}

const temporaryName = 'tmp-';

export class ProgramFolders {
  readonly #folder: string;

  /** Below `folder` each has one by its id. */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** For a run, while there is no other of this program. What was left of one that ended with the hub goes. */
  async forRun(id: string): Promise<RunFolder> {
    const home = join(this.#folder, id);
    await mkdir(home, { recursive: true, mode: 0o700 });
    const left = (await readdir(home)).filter(name => name.startsWith(temporaryName));
    await Promise.all(left.map(name => remove(join(home, name))));
    return { home, temporary: await mkdtemp(join(home, temporaryName)) };
  }

  async ended({ temporary }: RunFolder): Promise<void> {
    await remove(temporary);
  }

  /** With all that is in it. Nothing of it may run. */
  async remove(id: string): Promise<void> {
    await remove(join(this.#folder, id));
  }
}

/** Links are removed, not followed. */
async function remove(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true, maxRetries: 3 });
}
