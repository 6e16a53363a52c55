// What a server's script finds in its sandbox (spec 003 "JavaScript Runtime"). Runs inside QuickJS before the script, and leaves it no way back to `host`.
import { addressClasses } from './addresses.ts';
import { logger } from './logger.ts';
import { textClasses } from './text.ts';
import { Timers } from './timers.ts';
import { webClasses } from './web.ts';
import type { Host } from './host.ts';

/** Called once, before the script; returns what is called with the number of a timer that is due. */
export function prepare(host: Host, env: Readonly<Record<string, string>>): (id: number) => void {
  const timers = new Timers(host);
  const addresses = addressClasses(host);
  define({
    MCP: Object.freeze({
      readLine: () => host.readLine(),
      writeLine: (line: unknown) => writeLine(host, String(line)),
    }),
    // What scripts that were written for Harbor find there.
    process: Object.freeze({ env: Object.freeze({ ...env }), platform: 'harbor-bridge' }),
    console: logger(host),
    queueMicrotask: (act: () => void) => void Promise.resolve().then(() => act()),
    ...timers.functions(),
    ...textClasses(host),
    ...addresses,
    ...webClasses(host, addresses.URLSearchParams),
  });
  return id => timers.due(id);
}

function writeLine(host: Host, line: string): void {
  if (line.includes('\n')) throw new TypeError('MCP.writeLine takes one line; write several one after the other.');
  host.writeLine(line);
}

function define(values: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(values)) {
    Object.defineProperty(globalThis, name, { value, writable: true, configurable: true, enumerable: false });
  }
}
