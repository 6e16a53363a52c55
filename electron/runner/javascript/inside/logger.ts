// `console` of a sandboxed script: one line of stderr for each call, as text.
import type { Host } from './host.ts';

const levels = ['log', 'info', 'debug', 'trace', 'warn', 'error'] as const;

export function logger(host: Host): Record<(typeof levels)[number], (...values: unknown[]) => void> {
  const entries = levels.map(level => [level, (...values: unknown[]) => host.log(level, values.map(shown).join(' '))]);
  return Object.fromEntries(entries);
}

function shown(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value instanceof Error) return `${value.name}: ${value.message}\n${value.stack ?? ''}`.trimEnd();
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    return String(value);
  }
}
