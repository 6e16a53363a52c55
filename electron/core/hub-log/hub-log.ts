// The log of the hub: what happened, masked, in memory for the panel and in a file for later. It never stands in anybody's way.
import { mapTexts } from '../../../contract/reason.ts';
import { visibleText } from '../../../contract/visible-text.ts';
import { logFileOf, readLog } from './read-log.ts';
import { RotatingFile } from './rotating-file.ts';
import type { LogLevel, LogPart } from '../../../contract/doctor.ts';
import type { Reason } from '../../../contract/reasons.ts';
import type { HubLogLine } from '../../../contract/schemas/hub-log.ts';
import type { HubPlatform } from '../platform/platform.ts';

export interface HubLogOptions {
  readonly home: string;
  now(): number;
  /** New lines, at most 5 times a second. */
  onLines(lines: HubLogLine[]): void;
}

const maxFileBytes = 5 * 1024 * 1024;
const olderFiles = 2;
const keptLines = 2_000;
const tellMs = 200;
const maxFactChars = 2_000;
/** Lines of a stack, the error's own first. */
const shownFrames = 8;

export class HubLog {
  readonly path: string;
  readonly #options: HubLogOptions;
  readonly #file: RotatingFile;
  /** Null until the home is this hub's: before, nothing is written. */
  #mask: ((text: string) => string) | null = null;
  #early: HubLogLine[] = [];
  #lines: HubLogLine[] = [];
  #untold: HubLogLine[] = [];
  #timer: NodeJS.Timeout | null = null;
  #writing: Promise<unknown> = Promise.resolve();

  constructor(options: HubLogOptions) {
    this.path = logFileOf(options.home);
    this.#options = options;
    this.#file = new RotatingFile(this.path, maxFileBytes, olderFiles);
  }

  /** `mask` hides secrets. What came before is written now, after what earlier hubs have left. */
  async open(mask: (text: string) => string): Promise<void> {
    this.#lines = await readLog(this.path, keptLines);
    this.#mask = mask;
    for (const line of this.#early.splice(0)) this.#keep(line);
  }

  write(level: LogLevel, part: LogPart, what: Reason): void {
    const line = { at: this.#options.now(), level, part, what };
    if (this.#mask) this.#keep(line);
    else this.#early = [...this.#early, line].slice(-keptLines);
  }

  /** An error that nobody caught. */
  failed(error: unknown): void {
    const stack = error instanceof Error ? error.stack : undefined;
    const text = (stack ?? String(error))
      .split('\n')
      .slice(0, shownFrames)
      .map(line => line.trim())
      .join(' ');
    this.write('error', 'hub', { kind: 'log-uncaught', error: text });
  }

  /** The newest, oldest first. */
  lines(count: number): HubLogLine[] {
    return this.#lines.slice(-count);
  }

  /** Writes what the hub's parts say to the program's own log here too. */
  joined(log: HubPlatform['log']): HubPlatform['log'] {
    const both =
      (level: 'info' | 'warn') =>
      (facts: object, text: string): void => {
        log[level](facts, text);
        this.write(level, 'hub', { kind: 'log-said', text, facts: factsText(facts) });
      };
    return { info: both('info'), warn: both('warn') };
  }

  /** Resolves when everything is written. */
  async close(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    await this.#writing;
  }

  #keep(line: HubLogLine): void {
    const mask = this.#mask ?? ((text: string) => text);
    // A secret that was cut first would no longer be found.
    const masked = { ...line, what: mapTexts(line.what, text => visibleText(mask(text)).slice(0, maxFactChars)) };
    this.#lines = [...this.#lines, masked].slice(-keptLines);
    // A full disk costs the line, not the hub.
    this.#writing = this.#file.append(`${JSON.stringify(masked)}\n`).catch(() => {});
    this.#untold.push(masked);
    this.#timer ??= setTimeout(() => this.#tell(), tellMs);
  }

  #tell(): void {
    this.#timer = null;
    this.#options.onLines(this.#untold.splice(0));
  }
}

function factsText(facts: object): string {
  const text = JSON.stringify(facts) ?? '';
  return text === '{}' ? '' : text;
}
