// The program `javascript.js`: runs one JavaScript file as an MCP server in a sandbox (spec 003 "JavaScript Runtime").
import { readFileSync } from 'node:fs';
import { causeOf, end, takeGiven } from '../given.ts';
import { guardedFetch } from './guarded-fetch.ts';
import { LineQueue } from './line-queue.ts';
import { Sandbox } from './sandbox.ts';
import { ScriptTimers } from './script-timers.ts';
import { urlFunctions } from './url-functions.ts';
import type { ScriptToRun } from '../../../contract/own-runtimes.ts';
import type { FetchRequest } from './inside/host.ts';
import type { HostFunction } from './sandbox.ts';

const memoryBytes = 256 * 1024 * 1024;
const maxFetches = 16;
const maxUnreadBytes = 64 * 1024 * 1024;

// What Node prints of an error by itself would be the whole sandbox.
process.on('uncaughtException', error => end(`The sandbox failed: ${error.message}`));
const { file, env, hosts } = takeGiven() as ScriptToRun;
const code = source(file);
const asset = (name: string) => readFileSync(new URL(name, import.meta.url));
const sandbox = await Sandbox.create(new Uint8Array(asset('quickjs.wasm')), {
  onFailure: failure =>
    end(
      failure.kind === 'turn' ? `It computed for ${failure.seconds} s without giving way and was ended.` : failure.text,
    ),
  processorMs,
  memoryBytes,
});
let fetches = 0;
let inputEnded = false;

const lines = new LineQueue(process.stdin, () => {
  inputEnded = true;
  endWhenDone();
});
const timers = new ScriptTimers(id => {
  due(id);
  endWhenDone();
});
const due = sandbox.prepare(asset('preamble.js').toString('utf8'), hostFunctions(), env);
process.stdout.on('error', () => process.exit(0));
sandbox.run(code, file);
endWhenDone();

function hostFunctions(): Record<string, HostFunction> {
  return {
    ...urlFunctions,
    readLine: () => new Promise(resolve => lines.ask(resolve)),
    writeLine: line => write(`${String(line)}\n`),
    log: (level, text) => void process.stderr.write(`[${String(level)}] ${String(text)}\n`),
    startTimer: (ms, repeats) => timers.start(Number(ms), repeats === true),
    stopTimer: id => timers.stop(Number(id)),
    fetch: (request, body) => limitedFetch(JSON.parse(String(request)), body),
  };
}

async function limitedFetch(request: FetchRequest, body: unknown) {
  if (fetches >= maxFetches) throw new Error(`${maxFetches} fetches are under way already; wait for one of them.`);
  fetches += 1;
  try {
    const sent = typeof body === 'string' || body instanceof ArrayBuffer ? body : null;
    const { body: bytes, ...head } = await guardedFetch(request, sent, hosts);
    return { head: JSON.stringify(head), bytes };
  } finally {
    fetches -= 1;
    setImmediate(endWhenDone);
  }
}

function write(text: string): void {
  if (process.stdout.writableLength > maxUnreadBytes) end('It wrote faster than it is read: 64 MiB wait.');
  process.stdout.write(text);
}

/** A script that nothing can wake any more has ended; so has one whose input ended once it has answered what it read. */
function endWhenDone(): void {
  setImmediate(() => {
    if (fetches > 0 || (!lines.isEmpty && timers.size > 0)) return;
    if (inputEnded) return leave();
    if (lines.isAsked || timers.size > 0) return;
    process.stderr.write('The script has ended: it waits for no line, no timer and no fetch.\n');
    leave();
  });
}

/** Of this program so far. */
function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function leave(): void {
  process.stdout.write('', () => process.exit(0));
}

function source(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    return end(`The file ${JSON.stringify(path)} cannot be read (${causeOf(error)}); correct its path.`);
  }
}
