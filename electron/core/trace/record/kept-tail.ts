// Writes what the trace knows of its newest entries to disk, in the thread of the trace: who, what, when, how large, how it ended. No texts of messages.
import fs from 'node:fs';
import { jsonlLine } from '../export/write-jsonl.ts';
import { keptFileBytes, keptPaths } from './kept-files.ts';
import type { TraceEntry } from '../../../../contract/schemas/trace.ts';

/** How long an entry waits to be written with others: so much a kill costs. */
const gatherMs = 100;
/** Of a flood the newest are written alone: the others would push each other out of the files. */
const maxAtOnce = 1_000;

export interface KeptTailOptions {
  readonly folder: string;
  /** Null for one that is not kept in memory any more. */
  readonly entry: (seq: number) => TraceEntry | null;
  readonly fileBytes?: number;
}

export class KeptTail {
  readonly #options: KeptTailOptions;
  readonly #paths: ReturnType<typeof keptPaths>;
  #file: number | null = null;
  #bytes = 0;
  #ended: number[] = [];
  #timer: NodeJS.Timeout | null = null;
  #failure: string | null = null;

  constructor(options: KeptTailOptions) {
    this.#options = options;
    this.#paths = keptPaths(options.folder);
  }

  /** Why nothing is kept any more, or null. */
  get failure(): string | null {
    return this.#failure;
  }

  ended(seq: number): void {
    if (this.#failure !== null) return;
    this.#ended.push(seq);
    if (this.#ended.length >= 2 * maxAtOnce) this.#ended = this.#ended.slice(-maxAtOnce);
    this.#timer ??= setTimeout(() => this.flush(), gatherMs);
  }

  /** Never throws: trouble ends the keeping, and `failure` says why. */
  flush(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    const lines = this.#ended.slice(-maxAtOnce).flatMap(seq => this.#line(seq) ?? []);
    this.#ended = [];
    if (lines.length === 0 || this.#failure !== null) return;
    try {
      this.#write(Buffer.from(lines.join('')));
    } catch (error) {
      this.#failure = error instanceof Error ? error.message : String(error);
    }
  }

  /** Deletes what is on disk; what ends from now on is kept again. */
  forget(): void {
    this.flush();
    this.#close();
    for (const file of Object.values(this.#paths)) fs.rmSync(file, { force: true });
  }

  /** A reason may quote a page, also one of a private window, as a sentence or as facts: it is left out as the texts are. */
  #line(seq: number): string | null {
    const found = this.#options.entry(seq);
    if (!found) return null;
    const { why: _, ...entry } = found;
    return jsonlLine({ entry: { ...entry, reason: null }, payload: null });
  }

  #write(bytes: Buffer): void {
    const file = this.#room(bytes.length);
    for (let at = 0; at < bytes.length; ) at += fs.writeSync(file, bytes, at);
    this.#bytes += bytes.length;
  }

  #room(more: number): number {
    const { newest, before } = this.#paths;
    this.#file ??= this.#open();
    if (this.#bytes === 0 || this.#bytes + more <= (this.#options.fileBytes ?? keptFileBytes)) return this.#file;
    this.#close();
    fs.renameSync(newest, before);
    return (this.#file = this.#open());
  }

  /** Neither a planted link nor a device is written to. */
  #open(): number {
    const { O_WRONLY, O_CREAT, O_APPEND, O_NOFOLLOW } = fs.constants;
    const file = fs.openSync(this.#paths.newest, O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW, 0o600);
    const found = fs.fstatSync(file);
    if (!found.isFile() || found.nlink !== 1) {
      fs.closeSync(file);
      throw new Error(`${this.#paths.newest} is no file of its own.`);
    }
    fs.fchmodSync(file, 0o600);
    this.#bytes = found.size;
    return file;
  }

  #close(): void {
    if (this.#file !== null) fs.closeSync(this.#file);
    this.#file = null;
    this.#bytes = 0;
  }
}
