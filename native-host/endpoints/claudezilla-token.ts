// The token file of spec 000's socket: 64 hex characters, 0600, replaced as a whole, compared in constant time.
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { chmod, lstat, mkdir, readFile, rmdir } from 'node:fs/promises';
import { reasonOf } from '../../contract/reason.ts';
import { hubError } from '../../words/hub-error.ts';
import { nodePrivateFiles, writePrivateFile } from './private-file.ts';
import type { ClaudezillaPlace } from './claudezilla-place.ts';
import type { PrivateFileSystem } from './private-file.ts';

export class ClaudezillaToken {
  readonly #file: string;
  readonly #files: PrivateFileSystem;
  #token: string | null = null;

  /** `files` are those of node:fs/promises outside of tests. */
  constructor(file: string, files = nodePrivateFiles) {
    this.#file = file;
    this.#files = files;
  }

  /** A new token, in its file before it counts. Rejects with a sentence when it cannot be written; the old one then stands. */
  async renew(): Promise<void> {
    const token = randomBytes(32).toString('hex');
    try {
      // The real programs read the whole file, so no newline stands behind the token.
      await writePrivateFile(this.#file, token, this.#files);
    } catch (error) {
      throw hubError('ERR_INTERNAL', { kind: 'token-not-written', file: this.#file, why: reasonOf(error) });
    }
    this.#token = token;
  }

  /** In constant time for every token of the right length. */
  accepts(given: string | undefined): boolean {
    if (this.#token === null || given === undefined) return false;
    const [expected, presented] = [Buffer.from(this.#token), Buffer.from(given)];
    return expected.length === presented.length && timingSafeEqual(expected, presented);
  }

  /** Removes the file if it still holds this token; another host's stays. */
  async withdraw(): Promise<void> {
    const token = this.#token;
    this.#token = null;
    if (token === null) return;
    const stats = await lstat(this.#file).catch(() => null);
    if (!stats?.isFile()) return;
    const found = await readFile(this.#file, 'utf8').catch(() => null);
    if (found === token) await this.#files.unlink(this.#file).catch(() => {});
  }
}

/**
 * Makes the program's own folder with mode 0700; one that is there is made private. A link in its place is refused.
 * Returns what takes the folder away again, if it was made here and nothing of others came into it.
 */
export async function makeClaudezillaFolder({ folder, own }: ClaudezillaPlace): Promise<() => Promise<void>> {
  if (!own) return async () => {};
  const made = await mkdir(folder, { recursive: true, mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  const stats = await lstat(folder);
  if (!stats.isDirectory()) throw hubError('ERR_INTERNAL', { kind: 'place-no-folder', path: folder });
  if (process.platform !== 'win32' && (stats.mode & 0o777) !== 0o700) await chmod(folder, 0o700);
  return () => (made === undefined ? Promise.resolve() : rmdir(folder).catch(() => {}));
}
