// The log of one server: a bounded ring of lines for the panel and the same lines in a file, secrets masked before either has them.
import { mapTexts } from '../../../../contract/reason.ts';
import { visibleLine } from '../../../../contract/visible-text.ts';
import { inEnglish } from '../../../../words/english.ts';
import type { Reason } from '../../../../contract/reasons.ts';
import type { ServerLogLine } from '../../../../contract/schemas/servers.ts';
import type { RotatingFile } from '../../hub-log/rotating-file.ts';

type LogStream = ServerLogLine['stream'];

export interface ServerLogOptions {
  now(): number;
  /** Masks secret values. */
  mask(text: string): string;
  /** Null keeps the lines in memory only. */
  readonly file: Pick<RotatingFile, 'append' | 'clear'> | null;
  /** There are new lines. Called once for all lines of `batchMs`. */
  onLines(): void;
  /** The file could not be written. */
  onTrouble(error: unknown): void;
}

export interface LogQuery {
  readonly after?: number | undefined;
  readonly count: number;
  readonly text?: string | undefined;
}

const maxLines = 2_000;
const maxChars = 1024 * 1024;
const maxLineChars = 8 * 1024;
/** In one batch: a flood costs no more than this, and says how much it lost. */
const maxBatchLines = 200;
const maxBatchChars = 64 * 1024;
const batchMs = 100;

export class ServerLog {
  readonly #options: ServerLogOptions;
  #lines: ServerLogLine[] = [];
  #chars = 0;
  #newest = 0;
  #batch: Omit<ServerLogLine, 'seq'>[] = [];
  #batchChars = 0;
  #lost = 0;
  #written: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | null = null;

  constructor(options: ServerLogOptions) {
    this.#options = options;
  }

  /** What the hub says itself. */
  say(why: Reason): void {
    this.append('pilothouse', inEnglish(why), why);
  }

  append(stream: LogStream, text: string, why?: Reason): void {
    this.#timer ??= setTimeout(() => this.flush(), batchMs);
    if (this.#batch.length >= maxBatchLines || this.#batchChars + text.length > maxBatchChars) {
      this.#lost += 1;
      return;
    }
    this.#batch.push({ at: this.#options.now(), stream, text, ...(why && { why }) });
    this.#batchChars += text.length;
  }

  /** Takes what waits. May be called at any time. */
  flush(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    const batch = this.#takeBatch();
    if (batch.length === 0) return;
    const { mask } = this.#options;
    const lines = batch.map(({ why, ...line }) => ({
      ...line,
      seq: ++this.#newest,
      text: mask(visibleLine(line.text.slice(0, maxLineChars))),
      ...(why && { why: mapTexts(why, text => mask(text.slice(0, maxLineChars))) }),
    }));
    this.#keep(lines);
    const text = lines.map(line => `${new Date(line.at).toISOString()} ${line.stream}: ${line.text}\n`).join('');
    this.#written = this.#options.file?.append(text).catch(error => this.#options.onTrouble(error)) ?? this.#written;
    this.#options.onLines();
  }

  /** Resolves when all that came so far is in the file. */
  stop(): Promise<void> {
    this.flush();
    return this.#written;
  }

  /** The newest `count` that fit, oldest first. `text` is looked for without regard to case. */
  read({ after = 0, count, text = '' }: LogQuery): { lines: ServerLogLine[]; newest: number } {
    this.flush();
    const wanted = text.toLowerCase();
    const fitting = this.#lines.filter(line => line.seq > after && line.text.toLowerCase().includes(wanted));
    return { lines: fitting.slice(-count), newest: this.#newest };
  }

  /** Forgets all lines, here and on disk. */
  async clear(): Promise<void> {
    this.#takeBatch();
    this.#lines = [];
    this.#chars = 0;
    this.#options.onLines();
    await this.#options.file?.clear();
  }

  #takeBatch(): Omit<ServerLogLine, 'seq'>[] {
    const batch = this.#batch;
    if (this.#lost > 0) {
      const why: Reason = { kind: 'log-lines-left-out', lines: this.#lost };
      batch.push({ at: this.#options.now(), stream: 'pilothouse', text: inEnglish(why), why });
    }
    this.#batch = [];
    this.#batchChars = 0;
    this.#lost = 0;
    return batch;
  }

  #keep(lines: readonly ServerLogLine[]): void {
    this.#lines.push(...lines);
    for (const line of lines) this.#chars += line.text.length;
    let gone = 0;
    while (this.#lines.length - gone > maxLines || this.#chars > maxChars) {
      this.#chars -= this.#lines[gone]?.text.length ?? 0;
      gone += 1;
    }
    if (gone > 0) this.#lines = this.#lines.slice(gone);
  }
}
