// Bundles the relay as the build does and starts it as a browser would, for the tests beside this file.
import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { extensionIds } from '../../../contract/names.ts';
import { encodeFrame, FrameSplitter } from '../../../native-host/framing/frame-codec.ts';
import { joinPieces } from '../../../native-host/framing/frame-pieces.ts';

export const companionOrigin = `chrome-extension://${extensionIds.chromium}/`;
export const foreignOrigin = `chrome-extension://${'a'.repeat(32)}/`;

/** `relay.cjs`, self-contained, in a temporary directory. */
export async function buildRelay(): Promise<{ script: string; remove(): Promise<void> }> {
  const dir = await mkdtemp(join(tmpdir(), 'pilothouse-relay-'));
  const script = join(dir, 'relay.cjs');
  const entry = join(import.meta.dirname, '../../../native-host/relay/main.ts');
  await build({
    entryPoints: [entry],
    outfile: script,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
  });
  return { script, remove: () => rm(dir, { recursive: true, force: true }) };
}

export interface RelayChild {
  readonly child: ChildProcess;
  /** The exit code, once the process has ended. */
  readonly exited: Promise<number | null>;
  readonly stderr: () => string;
  send(payload: Buffer | string): boolean;
  /** The next frame that the relay wrote, in order. */
  take(): Promise<Buffer>;
  /** Frames that were written and not taken. */
  waiting(): number;
}

export function startRelay(script: string, home: string, argv: readonly string[] = [companionOrigin]): RelayChild {
  return readFrames(spawn(process.execPath, [script, '--home', home, ...argv], { stdio: ['pipe', 'pipe', 'pipe'] }));
}

/** What a manifest's `path` names, with what the browser passes and the little that a browser from a menu has. */
export function startLauncher(launcher: string, argv: readonly string[]): RelayChild {
  return readFrames(spawn(launcher, argv, { env: { PATH: '/usr/bin:/bin' }, stdio: ['pipe', 'pipe', 'pipe'] }));
}

function readFrames(child: ChildProcessWithoutNullStreams): RelayChild {
  const frames: Buffer[] = [];
  const takers: ((frame: Buffer) => void)[] = [];
  const splitter = new FrameSplitter(64 * 1024 * 1024);
  let stderr = '';
  child.stderr.on('data', chunk => {
    stderr += String(chunk);
  });
  child.stdin.on('error', () => {});
  child.stdout.on('data', (chunk: Buffer) => {
    splitter.push(chunk, pieces => {
      const frame = joinPieces(pieces);
      const taker = takers.shift();
      if (taker) taker(frame);
      else frames.push(frame);
    });
  });
  return {
    child,
    exited: once(child, 'close').then(([code]) => (typeof code === 'number' ? code : null)),
    stderr: () => stderr,
    send: payload => child.stdin.write(encodeFrame(payload)),
    take: () => {
      const frame = frames.shift();
      return frame ? Promise.resolve(frame) : new Promise(resolve => takers.push(resolve));
    },
    waiting: () => frames.length,
  };
}
