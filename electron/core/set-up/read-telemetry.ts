// What a set-up file says of live export and of metrics, with the values of headers and the token that it names files for.
import { metricsToken } from '../../../contract/schemas/prometheus.ts';
import {
  StoredTelemetrySchema,
  TelemetryChangeSchema,
  type TelemetrySignal,
  telemetrySignals,
} from '../../../contract/schemas/telemetry.ts';
import { faultIn } from '../../../contract/schemas/value-fault.ts';
import { hubError } from '../../../words/hub-error.ts';
import { faultOfSignal } from '../telemetry/signal-endpoint.ts';
import { notSo, saidAt, setupFault } from './setup-fault.ts';
import { secretIn } from './setup-files.ts';
import type { Reason } from '../../../contract/reasons.ts';
import type { SetupMetrics, SetupTelemetry } from '../../../contract/schemas/hub-setup.ts';
import type { StoredTelemetry, TelemetryChange } from '../../../contract/schemas/telemetry.ts';

export interface ReadTelemetry {
  /** All of it: a signal that the file does not name is off. */
  readonly change: TelemetryChange & Required<Pick<TelemetryChange, TelemetrySignal>>;
  /** What is stored of it, once it holds; headers by their names. */
  readonly stored: StoredTelemetry;
}

export async function telemetryOf(file: string, part: SetupTelemetry, os: NodeJS.Platform): Promise<ReadTelemetry> {
  const { spans, metrics, logs, ...shared } = part;
  const named = { spans, metrics, logs };
  const values: Partial<Record<TelemetrySignal, Record<string, string>>> = {};
  for (const signal of telemetrySignals)
    for (const [header, path] of Object.entries(named[signal]?.headers ?? {}))
      (values[signal] ??= {})[header] = await saidAt(file, ['telemetry', signal, 'headers', header], () =>
        secretIn(file, path, os),
      );
  const changeOf = (signal: TelemetrySignal) =>
    named[signal] ? { ...named[signal], on: true, headers: values[signal] ?? {} } : { on: false };
  const change = { ...shared, spans: changeOf('spans'), metrics: changeOf('metrics'), logs: changeOf('logs') };
  const read = TelemetryChangeSchema.safeParse(change);
  const [issue] = read.error?.issues ?? [];
  if (issue) throw setupFault(file, ['telemetry', ...issue.path], faultIn(issue, change));
  const storedOf = (signal: TelemetrySignal) => ({
    ...named[signal],
    on: named[signal] !== undefined,
    headers: Object.keys(values[signal] ?? {}),
  });
  const stored = StoredTelemetrySchema.parse({
    ...shared,
    ...{ spans: storedOf('spans'), metrics: storedOf('metrics'), logs: storedOf('logs') },
  });
  for (const signal of telemetrySignals) {
    const fault = named[signal] ? faultOfSignal(stored, signal) : null;
    if (fault) throw setupFault(file, ['telemetry', signal], inFile(fault));
  }
  return { change, stored };
}

/** With what the one who writes the file can do. */
function inFile(fault: Reason): Reason {
  if (fault.kind === 'telemetry-plain-http') return notSo('plain-http', fault.address);
  return fault.kind === 'telemetry-no-endpoint' ? notSo('no-endpoint') : fault;
}

export async function metricsTokenOf(file: string, { token }: SetupMetrics, os: NodeJS.Platform): Promise<string> {
  return await saidAt(file, ['metrics', 'token'], async () => {
    const value = await secretIn(file, token, os);
    if (!metricsToken.test(value)) throw hubError('ERR_INVALID_ARGUMENTS', notSo('token', token));
    return value;
  });
}
