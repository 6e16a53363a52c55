// Starts the launcher as a browser does, with an emptied environment, and speaks to the hub through it in frames.
import { dirname } from 'node:path';
import { isRecord, jsonIn } from '../../../contract/json.ts';
import { FrameSplitter, writeFrame } from '../../../native-host/framing/frame-codec.ts';
import { textOf } from '../../../native-host/framing/frame-pieces.ts';
import { LastLine, maskedAndCut } from './last-line.ts';
import { startLauncher } from './start-launcher.ts';
import type { ChildProcessWithoutNullStreams } from 'node:child_process';

export type RelayStart =
  | { readonly kind: 'frame' }
  | { readonly kind: 'garbage'; readonly bytes: number }
  | { readonly kind: 'ended'; readonly code: number; readonly said: string }
  | { readonly kind: 'not-started'; readonly code: string }
  | { readonly kind: 'silent' };

export type RelayPing =
  | { readonly kind: 'answered'; readonly sent: number; readonly received: number }
  | { readonly kind: 'away' | 'other'; readonly said: string }
  | { readonly kind: 'silent' };

export interface RelayProbeOptions {
  readonly launcher: string;
  /** What a browser passes. */
  readonly argv: readonly string[];
  readonly os: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly patienceMs: number;
  /** Hides the values of secrets in what it said. */
  mask(text: string): string;
}

const maxFrameBytes = 1024 * 1024;
const pingText = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });

export class RelayProbe {
  readonly #options: RelayProbeOptions;
  #child: ChildProcessWithoutNullStreams | null = null;
  #started: Promise<RelayStart> | null = null;
  readonly #stderr = new LastLine();
  /** Frames in their order, and whoever waits for the next. */
  readonly #frames: string[] = [];
  #next: (() => void) | null = null;

  constructor(options: RelayProbeOptions) {
    this.#options = options;
  }

  /** Once; later calls give the same. */
  start(): Promise<RelayStart> {
    this.#started ??= this.#start();
    return this.#started;
  }

  /** Sends a ping to the hub and waits for its answer. */
  async ping(): Promise<RelayPing> {
    const start = await this.start();
    const child = this.#child;
    if (start.kind !== 'frame' || !child) return { kind: 'away', said: this.#said() };
    const notice = jsonIn(this.#frames[0] ?? '');
    if (isRecord(notice) && notice['relay'] === 'away') return { kind: 'away', said: this.#said() };
    const before = this.#frames.length;
    writeFrame(child.stdin, Buffer.from(pingText));
    if (!(await this.#frame(before))) return { kind: 'silent' };
    const answer = this.#frames[before] ?? '';
    const message = jsonIn(answer);
    if (isRecord(message) && message['id'] === 1 && isRecord(message['result']))
      return { kind: 'answered', sent: Buffer.byteLength(pingText), received: Buffer.byteLength(answer) };
    return { kind: 'other', said: maskedAndCut(answer, this.#options.mask) };
  }

  /** Ends it as a browser does: by closing its input, and by force where it stays. */
  async close(): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise<void>(resolve => child.once('close', () => resolve()));
    child.stdin.end();
    const late = setTimeout(() => child.kill('SIGKILL'), this.#options.patienceMs);
    await ended;
    clearTimeout(late);
  }

  #start(): Promise<RelayStart> {
    return new Promise(resolve => {
      const late = setTimeout(() => resolve({ kind: 'silent' }), this.#options.patienceMs);
      const end = (start: RelayStart) => {
        clearTimeout(late);
        resolve(start);
      };
      const child = this.#spawn();
      this.#child = child;
      child.once('error', (error: NodeJS.ErrnoException) => end({ kind: 'not-started', code: error.code ?? '' }));
      child.once('close', code => {
        end({ kind: 'ended', code: code ?? -1, said: this.#said() });
        this.#next?.();
      });
      child.stdin.on('error', () => {});
      child.stderr.setEncoding('utf8').on('data', (text: string) => this.#stderr.push(text));
      this.#readFrames(child, end);
    });
  }

  #readFrames(child: ChildProcessWithoutNullStreams, end: (start: RelayStart) => void): void {
    const splitter = new FrameSplitter(maxFrameBytes);
    let bytes = 0;
    const garbage = () => {
      end({ kind: 'garbage', bytes });
      child.stdout.removeAllListeners('data').resume();
    };
    child.stdout.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      try {
        splitter.push(chunk, pieces => {
          const text = textOf(pieces);
          if (jsonIn(text) === undefined) return garbage();
          this.#frames.push(text);
          end({ kind: 'frame' });
          this.#next?.();
        });
      } catch {
        garbage();
      }
    });
    // Text in place of frames begins with what reads as an enormous length, or as one that never comes.
    child.stdout.once('end', () => {
      if (bytes > 0 && this.#frames.length === 0) garbage();
    });
  }

  #spawn(): ChildProcessWithoutNullStreams {
    const { launcher, argv, os, env } = this.#options;
    return startLauncher({ launcher, args: argv, os, env, cwd: dirname(launcher) });
  }

  /** False where no frame came in time. */
  async #frame(index: number): Promise<boolean> {
    if (this.#frames.length > index) return true;
    await new Promise<void>(resolve => {
      const late = setTimeout(resolve, this.#options.patienceMs);
      this.#next = () => {
        clearTimeout(late);
        resolve();
      };
    });
    this.#next = null;
    return this.#frames.length > index;
  }

  #said(): string {
    return this.#stderr.text('pilothouse relay: ', this.#options.mask);
  }
}
