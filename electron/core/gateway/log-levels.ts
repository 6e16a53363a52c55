// The levels of MCP's log messages (RFC 5424), and which of several a shared server is told.
import { isRecord } from '../../../contract/json.ts';

/** MCP 2025-11-25 "Logging", from the most to the least. */
export const logLevels = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'] as const;
export type LogLevel = (typeof logLevels)[number];

export function isLogLevel(value: unknown): value is LogLevel {
  return logLevels.some(level => level === value);
}

/** The one that lets through what any of them wants; null when nobody set one. */
export function lowestLevel(levels: readonly (LogLevel | null)[]): LogLevel | null {
  return logLevels.find(level => levels.includes(level)) ?? null;
}

/**
 * Whether an agent wants this `notifications/message`. One that never set a level gets what servers send unasked, and from `info`
 * up where another agent has asked the same server for more.
 */
export function wantsMessage(own: LogLevel | null, lowest: LogLevel | null, params: unknown): boolean {
  const level = isRecord(params) && isLogLevel(params.level) ? params.level : null;
  const limit = own ?? (lowest === null ? null : 'info');
  return level === null || limit === null || logLevels.indexOf(level) >= logLevels.indexOf(limit);
}
