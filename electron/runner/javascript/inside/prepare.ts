// What a server's script finds in its sandbox (spec 003 "JavaScript Runtime"). Runs inside QuickJS before the script, and leaves it no way back to `host`.
import { addressClasses } from './addresses.ts';
import { logger } from './logger.ts';
import { ScriptLines } from './script-lines.ts';
import { textClasses } from './text.ts';
import { Timers } from './timers.ts';
import { webClasses } from './web.ts';
import type { Host } from './host.ts';

/** Called once, before the script; returns what is called with the number of a timer that is due. */
export function prepare(host: Host, env: Readonly<Record<string, string>>): (id: number) => void {
  const timers = new Timers(host);
  const lines = new ScriptLines(host);
  const addresses = addressClasses(host);
  define({
    MCP: Object.freeze({
      readLine: () => lines.readLine(),
      writeLine: (line: unknown) => lines.writeLine(String(line)),
      requestHost: (method: unknown, params: unknown) => lines.requestHost(String(method), params),
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

function define(values: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(values)) {
    Object.defineProperty(globalThis, name, { value, writable: true, configurable: true, enumerable: false });
  }
}
