// The relay's entry: what a browser starts through the native messaging manifest. Only frames reach standard output.
import { fstatSync } from 'node:fs';
import { Socket } from 'node:net';
import { sharedReads } from '../framing/shared-read-buffer.ts';
import { Relay, type RelayStreams } from './relay.ts';
import { nativeHostFlag, parseRelayArguments } from './relay-arguments.ts';
import type { Readable, Writable } from 'node:stream';

const isNativeHost = process.argv.includes(nativeHostFlag);

/** Spec 001 "Logging", where it is started as that host. */
function log(sentence: string): void {
  const who = isNativeHost ? `[Claude Chrome Native Host] ${new Date().toISOString()}` : 'pilothouse relay:';
  process.stderr.write(`${who} ${sentence}\n`);
}

/** As process.stdin, without its garbage: every message of the browser comes through here. */
function openInput(): Readable {
  if (!isPipe(0)) return process.stdin;
  const input: Socket = new Socket({ fd: 0, readable: true, writable: false, onread: sharedReads(() => input) });
  return input;
}

/** process.stdout cannot be given up while a browser does not read it, and would keep this process for good. */
function openOutput(): Writable {
  return isPipe(1) ? new Socket({ fd: 1, readable: false, writable: true }) : process.stdout;
}

/** The streams are opened at their first use, when the hub has been called already. */
function standardStreams(): RelayStreams {
  let input: Readable | null = null;
  let output: Writable | null = null;
  return {
    get input() {
      input ??= openInput();
      return input;
    },
    get output() {
      output ??= openOutput();
      return output;
    },
    log,
  };
}

function isPipe(fd: number): boolean {
  const stats = fstatSync(fd);
  return stats.isFIFO() || stats.isSocket();
}

async function main(args: readonly string[]): Promise<void> {
  try {
    const relay = new Relay(parseRelayArguments(args), standardStreams());
    await relay.run();
  } catch (error) {
    log(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
}

void main(process.argv.slice(2));
