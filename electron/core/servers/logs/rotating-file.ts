// A text file that grows by appending, private and bounded: when it is full it becomes the older generation, and a new one begins.
import { appendFile, chmod, mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

const maxBytes = 1024 * 1024;

export class RotatingFile {
  readonly #file: string;
  readonly #maxBytes: number;
  #size: number | null = null;
  #work: Promise<void> = Promise.resolve();

  /** The older generation is `{file}.1`. */
  constructor(file: string, limit = maxBytes) {
    this.#file = file;
    this.#maxBytes = limit;
  }

  /** Rejects when it cannot be written; what was to be written is lost then. */
  append(text: string): Promise<void> {
    return this.#then(async () => {
      this.#size ??= await this.#open();
      const bytes = Buffer.byteLength(text);
      if (this.#size > 0 && this.#size + bytes > this.#maxBytes) {
        await rename(this.#file, `${this.#file}.1`);
        this.#size = 0;
      }
      await appendFile(this.#file, text, { mode: 0o600 });
      this.#size += bytes;
    });
  }

  /** Removes both generations. */
  clear(): Promise<void> {
    return this.#then(async () => {
      this.#size = null;
      await Promise.all([rm(this.#file, { force: true }), rm(`${this.#file}.1`, { force: true })]);
    });
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
