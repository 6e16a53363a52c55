// A llamafile or GGUF file: what it is by its first bytes, and its hash, which an approval is bound to.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { HubError } from '../../../../contract/errors.ts';
import { hubError } from '../../../../words/hub-error.ts';
import { cancelled } from '../../platform/wait.ts';
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

/** llama.cpp finds all parts of a split model (`model-00001-of-00003.gguf`) beside the one that is named: in order, and of another file itself. */
export function partsOf(path: string): string[] {
  const [, before, part, count] = /^(.+-)(\d{5})-of-(\d{5})\.gguf$/s.exec(path) ?? [];
  if (before === undefined || part === undefined || count === undefined) return [path];
  const all = Array.from({ length: Number(count) }, (_, at) => String(at + 1).padStart(5, '0'));
  return all.includes(part) ? all.map(one => `${before}${one}-of-${count}.gguf`) : [path];
}

/** What a file holds now: its SHA-256 in hex, and its size. */
export interface FileHash {
  readonly sha256: string;
  readonly bytes: number;
}

interface Reading {
  readonly hash: Promise<FileHash>;
  /** Of those who wait for it. */
  readonly signals: Set<AbortSignal>;
}

/** Hashes of files, each read anew only where the system says that it has changed: some have many gigabytes. */
export class FileHashes {
  readonly #known = new Map<string, FileHash & { readonly mark: string }>();
  readonly #reading = new Map<string, Reading>();
  /** By the part that is named. */
  readonly #models = new Map<string, FileHash>();

  /** Of a file, or of a model, by the path that was asked for; null where it was not read yet. */
  known(path: string): FileHash | null {
    return this.#models.get(path) ?? this.#known.get(path) ?? null;
  }

  /** Of all that is loaded with this file: that of a split model is the SHA-256 over those of its parts. Rejects as `of` does. */
  async ofModel(path: string, signal: AbortSignal): Promise<FileHash> {
    const parts = partsOf(path);
    if (parts.length === 1) return this.of(path, signal);
    for (;;) {
      const found = await this.#all(parts, signal);
      const whole = wholeOf(found);
      // A part that was changed while others were read is read again.
      if (wholeOf(await this.#all(parts, signal)).sha256 !== whole.sha256) continue;
      this.#models.set(path, whole);
      return whole;
    }
  }

  /** One after the other, as a disk reads them best. */
  async #all(paths: readonly string[], signal: AbortSignal): Promise<FileHash[]> {
    const found: FileHash[] = [];
    for (const path of paths) found.push(await this.of(path, signal));
    return found;
  }

  /** Of the file as it is now. Rejects with HubError: with ERR_CANCELLED once nobody waits for what is read. */
  of(path: string, signal: AbortSignal): Promise<FileHash> {
    const known = this.#reading.get(path);
    const reading = known ?? this.#begin(path, new Set());
    reading.signals.add(signal);
    return reading.hash;
  }

  #begin(path: string, signals: Set<AbortSignal>): Reading {
    const leave = () => {
      if (this.#reading.get(path) === reading) this.#reading.delete(path);
    };
    const expectWanted = () => {
      if ([...signals].some(signal => !signal.aborted)) return;
      // Whoever asks from now on has it read anew.
      leave();
      throw cancelled();
    };
    const reading: Reading = { hash: this.#read(path, expectWanted).finally(leave), signals };
    this.#reading.set(path, reading);
    return reading;
  }

  async #read(path: string, expectWanted: () => void): Promise<FileHash> {
    for (;;) {
      const before = await markOf(path);
      const known = this.#known.get(path);
      if (known?.mark === before.mark) return known;
      const sha256 = await hashOf(path, expectWanted);
      // What was changed while it was read is read again.
      if ((await markOf(path)).mark !== before.mark) continue;
      const found = { ...before, sha256 };
      this.#known.set(path, found);
      return found;
    }
  }
}

function wholeOf(parts: readonly FileHash[]): FileHash {
  const sha256 = createHash('sha256')
    .update(parts.map(part => part.sha256).join('\n'))
    .digest('hex');
  return { sha256, bytes: parts.reduce((sum, { bytes }) => sum + bytes, 0) };
}

async function markOf(path: string): Promise<{ mark: string; bytes: number }> {
  const found = await stat(path, { bigint: true }).catch(() => null);
  if (!found?.isFile()) throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'model-file-none', path });
  const { dev, ino, size, mtimeNs, ctimeNs }: BigIntStats = found;
  return { mark: [dev, ino, size, mtimeNs, ctimeNs].join(' '), bytes: Number(size) };
}

async function hashOf(path: string, expectWanted: () => void): Promise<string> {
  const hash = createHash('sha256');
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: chunkBytes })) {
      expectWanted();
      hash.update(chunk as Buffer);
    }
  } catch (error) {
    if (error instanceof HubError) throw error;
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
