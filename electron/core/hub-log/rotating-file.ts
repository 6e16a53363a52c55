// A text file that grows by appending, private and bounded: when it is full it becomes an older generation, and a new one begins.
import { appendFile, chmod, mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

const maxBytes = 1024 * 1024;

export class RotatingFile {
  readonly #file: string;
  readonly #maxBytes: number;
  readonly #older: number;
  #size: number | null = null;
  #work: Promise<void> = Promise.resolve();

  /** The older generations are `{file}.1`, `{file}.2` and so on. */
  constructor(file: string, limit = maxBytes, older = 1) {
    this.#file = file;
    this.#maxBytes = limit;
    this.#older = older;
  }

  /** Rejects when it cannot be written; what was to be written is lost then. */
  append(text: string): Promise<void> {
    return this.#then(async () => {
      this.#size ??= await this.#open();
      const bytes = Buffer.byteLength(text);
      if (this.#size > 0 && this.#size + bytes > this.#maxBytes) {
        await this.#rotate();
        this.#size = 0;
      }
      await appendFile(this.#file, text, { mode: 0o600 });
      this.#size += bytes;
    });
  }

  /** Removes all generations. */
  clear(): Promise<void> {
    return this.#then(async () => {
      this.#size = null;
      await Promise.all(this.#generations().map(file => rm(file, { force: true })));
    });
  }

  /** The newest first. */
  #generations(): string[] {
    return Array.from({ length: this.#older + 1 }, (_, age) => (age === 0 ? this.#file : `${this.#file}.${age}`));
  }

  async #rotate(): Promise<void> {
    const files = this.#generations();
    for (let age = files.length - 1; age > 0; age -= 1) {
      const [from = '', to = ''] = [files[age - 1], files[age]];
      await rename(from, to).catch((error: NodeJS.ErrnoException) => {
        // There are fewer generations than there may be.
        if (error.code !== 'ENOENT') throw error;
      });
    }
  }

  async #open(): Promise<number> {
    await mkdir(dirname(this.#file), { recursive: true, mode: 0o700 });
    const found = await stat(this.#file).catch(() => null);
    if (found && (found.mode & 0o077) !== 0) await chmod(this.#file, 0o600);
    return found?.size ?? 0;
  }

  /** One after the other: sizes are only right that way. */
  #then(act: () => Promise<void>): Promise<void> {
    const done = this.#work.then(act);
    this.#work = done.catch(() => {});
    return done;
  }
}
