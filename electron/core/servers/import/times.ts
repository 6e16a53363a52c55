// How long a server may take, as apps write it beside its command. Each name has its own unit.
import { isRecord } from '../../../../contract/json.ts';
import type { ServerSettings } from '../../../../contract/schemas/servers.ts';

type Times = Pick<ServerSettings, 'startTimeoutMs' | 'timeoutMs'>;

const [least, most] = [1_000, 3_600_000];

/** Codex, LibreChat; then Codex, Gemini CLI and Cline, of which the last counts in seconds. Nothing for what is no time. */
export function timesIn(entry: unknown): Times {
  if (!isRecord(entry)) return {};
  const start =
    inMs(entry.startup_timeout_sec, 1_000) ?? inMs(entry.startup_timeout_ms, 1) ?? inMs(entry.initTimeout, 1);
  const { timeout } = entry;
  const call =
    inMs(entry.tool_timeout_sec, 1_000) ?? inMs(timeout, typeof timeout === 'number' && timeout < least ? 1_000 : 1);
  return {
    ...(start !== null && { startTimeoutMs: start }),
    ...(call !== null && { timeoutMs: call }),
  };
}

function inMs(value: unknown, unitMs: number): number | null {
  if (typeof value !== 'number' || !(value > 0)) return null;
  return Math.round(Math.min(most, Math.max(least, value * unitMs)));
}
