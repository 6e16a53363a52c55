// The code that servers bring along, each file in the data home under the hash of what it holds: what was approved is what runs.
import { createHash } from 'node:crypto';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writePrivateFile } from '../../../../native-host/endpoints/private-file.ts';

export class KeptCode {
  readonly #folder: string;

  /** Absolute; made with mode 0700 when missing. */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Where it will lie. */
  placeOf(bytes: Uint8Array, of: 'script' | 'module'): string {
    const hash = createHash('sha256').update(bytes).digest('hex');
    return join(this.#folder, `${hash}.${of === 'script' ? 'js' : 'wasm'}`);
  }

  /** Rejects when it cannot be written. */
  async keep(place: string, bytes: Uint8Array): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const there = await readFile(place).catch(() => null);
    if (there === null || !there.equals(bytes)) await writePrivateFile(place, bytes);
  }

  /** Does nothing for a file of somebody else's. */
  async forget(file: string): Promise<void> {
    const [hash = ''] = /[0-9a-f]{64}\.(?:js|wasm)$/.exec(file) ?? [];
    if (hash !== '' && file === join(this.#folder, hash)) await rm(file, { force: true });
  }
}
