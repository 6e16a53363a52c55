// A llamafile or GGUF file: what it is by its first bytes, and its hash, which an approval is bound to.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { hubError } from '../../../../words/hub-error.ts';
import type { BigIntStats } from 'node:fs';
import type { ProgramRecord } from '../../../../contract/schemas/model-records.ts';

/** An actually portable executable, one of the systems' own forms, or a script that starts one. */
const programs = ['MZ', 'jartsr=', '\x7fELF', '\xcf\xfa\xed\xfe', '#!'];
const chunkBytes = 1024 * 1024;

/** Rejects with HubError for what cannot be read or is neither. */
export async function formatOf(path: string): Promise<ProgramRecord['format']> {
  const begin = await firstBytes(path);
  if (begin.startsWith('GGUF')) return 'gguf';
  if (programs.some(mark => begin.startsWith(mark))) return 'llamafile';
  throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'model-file-other', path });
}

/** Hashes of files, each read anew only where the system says that it has changed: some have many gigabytes. */
export class FileHashes {
  readonly #known = new Map<string, { mark: string; sha256: string; bytes: number }>();
  readonly #reading = new Map<string, Promise<{ sha256: string; bytes: number }>>();

  /** Null where it was not read yet. */
  known(path: string): { readonly sha256: string; readonly bytes: number } | null {
    return this.#known.get(path) ?? null;
  }

  /** Of the file as it is now. Rejects with HubError. While it is read, that is waited for. */
  of(path: string): Promise<{ sha256: string; bytes: number }> {
    const reading = this.#reading.get(path) ?? this.#read(path).finally(() => this.#reading.delete(path));
    this.#reading.set(path, reading);
    return reading;
  }

  async #read(path: string): Promise<{ sha256: string; bytes: number }> {
    for (;;) {
      const before = await markOf(path);
      const known = this.#known.get(path);
      if (known?.mark === before.mark) return known;
      const sha256 = await hashOf(path);
      // What was changed while it was read is read again.
      if ((await markOf(path)).mark !== before.mark) continue;
      const found = { ...before, sha256 };
      this.#known.set(path, found);
      return found;
    }
  }
}

async function markOf(path: string): Promise<{ mark: string; bytes: number }> {
  const found = await stat(path, { bigint: true }).catch(() => null);
  if (!found?.isFile()) throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'model-file-none', path });
  const { dev, ino, size, mtimeNs, ctimeNs }: BigIntStats = found;
  return { mark: [dev, ino, size, mtimeNs, ctimeNs].join(' '), bytes: Number(size) };
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: chunkBytes })) hash.update(chunk as Buffer);
  } catch {
    throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'model-file-none', path });
  }
  return hash.digest('hex');
}

async function firstBytes(path: string): Promise<string> {
  try {
    const file = await open(path, 'r');
    try {
      const { bytesRead, buffer } = await file.read(Buffer.alloc(16), 0, 16, 0);
      return buffer.subarray(0, bytesRead).toString('latin1');
    } finally {
      await file.close();
    }
  } catch {
    throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'model-file-none', path });
  }
}
