// A native messaging host as a child: what a browser would start, with a browser's side that counts round trips and can read slowly.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodeFrame, FrameSplitter } from '../../native-host/framing/frame-codec.ts';
import { joinPieces } from '../../native-host/framing/frame-pieces.ts';

/** A whole native messaging host that does nothing: reads frames, writes them back. */
export const echoHost = `
let kept = Buffer.alloc(0);
process.stdin.on('data', chunk => {
  kept = kept.length ? Buffer.concat([kept, chunk]) : chunk;
  while (kept.length >= 4 && kept.length >= 4 + kept.readUInt32LE(0)) {
    const end = 4 + kept.readUInt32LE(0);
    process.stdout.write(kept.subarray(0, end));
    kept = kept.subarray(end);
  }
});`;

export class HostProcess {
  readonly child: ChildProcess;
  #onFrame: (frame: Buffer) => void = () => {};

  constructor(command: string, args: readonly string[]) {
    this.child = spawn(command, args, { stdio: ['pipe', 'pipe', 'ignore'] });
    const splitter = new FrameSplitter(64 * 1024 * 1024);
    this.child.stdout?.on('data', (chunk: Buffer) => splitter.push(chunk, pieces => this.#onFrame(joinPieces(pieces))));
    this.child.stdin?.on('error', () => {});
  }

  /** False means that the host does not read: wait for `drain` of its input. */
  send(payload: Buffer | string): boolean {
    return this.child.stdin?.write(encodeFrame(payload)) ?? false;
  }

  onFrame(listener: (frame: Buffer) => void): void {
    this.#onFrame = listener;
  }

  /** `count` pings one after another; the time of each in milliseconds. */
  async pings(count: number): Promise<number[]> {
    const times: number[] = [];
    for (let id = 0; id < count; id += 1) {
      const answered = new Promise<void>(resolve => this.onFrame(() => resolve()));
      const sent = performance.now();
      this.send(JSON.stringify({ jsonrpc: '2.0', id, method: 'ping' }));
      await answered;
      times.push(performance.now() - sent);
    }
    return times;
  }

  /** Resolves when a frame holds `text`. */
  hears(text: string): Promise<void> {
    return new Promise(resolve => this.onFrame(frame => frame.includes(text) && resolve()));
  }

  async close(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const exited = once(this.child, 'exit');
    this.child.kill();
    await exited;
  }
}

/** The bare echo host, with the Node that runs the benchmark. */
export async function startEcho(): Promise<{ readonly host: HostProcess; close(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'pilothouse-echo-'));
  const script = join(folder, 'echo.mjs');
  await writeFile(script, echoHost);
  const host = new HostProcess(process.execPath, [script]);
  return {
    host,
    close: async () => {
      await host.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The most memory that a process ever held, in bytes; 0 where the system does not tell (Linux alone does). */
export function peakRss(pid: number): number {
  return statusBytes(pid, 'VmHWM');
}

/** The memory that a process holds now, in bytes. */
export function currentRss(pid: number): number {
  return statusBytes(pid, 'VmRSS');
}

/** The same, with what is shared among processes divided by their number. */
export function currentPss(pid: number): number {
  const found = /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'));
  return Number(found?.[1] ?? 0) * 1024;
}

function statusBytes(pid: number, field: string): number {
  const found = new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(found?.[1] ?? 0) * 1024;
}
