// What a change makes of the settings of live export: the values of headers become secrets, and their names alone stay.
import { telemetrySignals } from '../../../contract/schemas/telemetry.ts';
import type {
  SignalChange,
  StoredSignal,
  StoredTelemetry,
  TelemetryChange,
  TelemetrySignal,
} from '../../../contract/schemas/telemetry.ts';

export interface ChangedSettings {
  readonly next: StoredTelemetry;
  /** Secrets to keep, and such as nothing names any more. */
  readonly values: ReadonlyMap<string, string>;
  readonly gone: readonly string[];
}

/** As it may be called in HTTP in any case, it has one name here. */
export function headerSecret(signal: TelemetrySignal, header: string): string {
  return `otlp.${signal}.${header.toLowerCase()}`;
}

export function changedSettings(stored: StoredTelemetry, change: TelemetryChange): ChangedSettings {
  const { spans, metrics, logs, ...shared } = change;
  const of: Readonly<Record<TelemetrySignal, SignalChange | undefined>> = { spans, metrics, logs };
  const values = new Map<string, string>();
  const gone: string[] = [];
  for (const signal of telemetrySignals) {
    for (const [header, value] of Object.entries(of[signal]?.headers ?? {})) {
      if (value === null) gone.push(headerSecret(signal, header));
      else values.set(headerSecret(signal, header), value);
    }
  }
  const next = {
    ...stored,
    ...defined(shared),
    spans: changedSignal(stored.spans, spans),
    metrics: changedSignal(stored.metrics, metrics),
    logs: changedSignal(stored.logs, logs),
  };
  for (const signal of telemetrySignals) {
    const headers = staying(next[signal].headers, of[signal], originOf(stored, signal), originOf(next, signal));
    const left = next[signal].headers.filter(name => !headers.includes(name));
    gone.push(...left.map(name => headerSecret(signal, name)));
    next[signal] = { ...next[signal], headers };
  }
  return { next, values, gone };
}

/** What is a secret of one receiver is not sent to another: there only what was given for it stays. */
function staying(
  headers: readonly string[],
  change: SignalChange | undefined,
  before: string | null,
  after: string | null,
): string[] {
  const given = Object.keys(change?.headers ?? {});
  return headers.filter(name => before === null || before === after || given.includes(name));
}

/** Null where it has no address yet. */
function originOf(stored: StoredTelemetry, signal: TelemetrySignal): string | null {
  const endpoint = stored[signal].endpoint ?? stored.endpoint;
  return endpoint ? (URL.parse(endpoint)?.origin ?? null) : null;
}

function changedSignal(stored: StoredSignal, change: SignalChange = {}): StoredSignal {
  const { headers = {}, ...others } = change;
  const names = Object.keys(headers).map(name => name.toLowerCase());
  const kept = stored.headers.filter(name => !names.includes(name.toLowerCase()));
  const set = Object.entries(headers).flatMap(([name, value]) => (value === null ? [] : [name]));
  return { ...stored, ...defined(others), headers: [...kept, ...set] };
}

/** What is undefined was not named. */
function defined<T extends object>(values: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>;
  };
}
