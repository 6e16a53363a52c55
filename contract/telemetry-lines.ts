// A change of live export as lines for the audit and for a question: never with the value of a header.
import { isRecord } from './json.ts';
import type { TelemetryChange } from './schemas/telemetry.ts';

export function telemetryLines(change: TelemetryChange): string[] {
  return Object.entries(change).flatMap(([name, value]) =>
    isRecord(value)
      ? Object.entries(value).flatMap(([field, of]) => linesOf(`${name}.${field}`, of))
      : linesOf(name, value),
  );
}

function linesOf(name: string, value: unknown): string[] {
  if (!isRecord(value)) return value === undefined ? [] : [`${name} = ${String(value)}`];
  return Object.entries(value).map(([header, of]) => `${name}.${header} ${of === null ? 'removed' : 'set'}`);
}
