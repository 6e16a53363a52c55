// The relay's entry: what a browser starts through the native messaging manifest. Only frames reach standard output.
import { fstatSync } from 'node:fs';
import { Socket } from 'node:net';
import type { Writable } from 'node:stream';
import { Relay } from './relay.ts';
import { parseRelayArguments } from './relay-arguments.ts';

function log(sentence: string): void {
  process.stderr.write(`pilothouse relay: ${sentence}\n`);
}

/** process.stdout cannot be given up while a browser does not read it, and would keep this process for good. */
function openOutput(): Writable {
  const stats = fstatSync(1);
  if (stats.isFIFO() || stats.isSocket()) return new Socket({ fd: 1, readable: false, writable: true });
  return process.stdout;
}

async function main(args: readonly string[]): Promise<void> {
  try {
    const relay = new Relay(parseRelayArguments(args), { input: process.stdin, output: openOutput(), log });
    await relay.run();
  } catch (error) {
    log(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
}

void main(process.argv.slice(2));
