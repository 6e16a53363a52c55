// Live export and metrics of a set-up file: they become what it says, and what they were before it once it says nothing of them.
import { telemetrySignals } from '../../../contract/schemas/telemetry.ts';
import { saidAt } from './setup-fault.ts';
import type { SetupRecord } from '../../../contract/schemas/hub-setup.ts';
import type { StoredSignal, StoredTelemetry, TelemetryChange } from '../../../contract/schemas/telemetry.ts';
import type { SettingUp } from './setting-up.ts';

/** Ends what the file says no more. */
export async function narrowTelemetry(own: SettingUp): Promise<void> {
  await takeBackMetrics(own);
  const { setup, record, ask, keep } = own;
  const { telemetry: wanted } = setup;
  if (wanted === null && record.telemetry === null) return;
  const { settings } = await ask('telemetry:get', {});
  if (record.telemetry === null) {
    record.telemetry = { said: '', before: settings, as: settings };
    await keep();
  }
  const change = wanted === null ? backTo(record.telemetry, settings) : narrowed(settings, wanted.stored);
  if (Object.keys(change).length > 0) await saidAt(setup.file, ['telemetry'], () => ask('telemetry:set', { change }));
  if (wanted === null) record.telemetry = null;
}

export async function setUpTelemetry(own: SettingUp): Promise<void> {
  await setUpMetrics(own);
  const { setup, record, ask, digest, keep } = own;
  const { telemetry: wanted } = setup;
  if (wanted === null || record.telemetry === null) return;
  const { settings } = await ask('telemetry:get', {});
  const said = digest(wanted.change);
  if (record.telemetry.said === said && isAs(settings, wanted.stored)) return;
  const change: TelemetryChange = { ...wanted.change };
  for (const signal of telemetrySignals)
    change[signal] = { ...change[signal], headers: { ...without(settings[signal]), ...change[signal]?.headers } };
  await saidAt(setup.file, ['telemetry'], () => ask('telemetry:set', { change }));
  record.telemetry = { ...record.telemetry, said, as: wanted.stored };
  await keep();
}

/** Its value cannot be read back, so one that was made elsewhere meanwhile stays until that of the file changes. */
async function setUpMetrics({ setup, record, ask, digest, keep }: SettingUp): Promise<void> {
  const token = setup.metricsToken;
  if (token === null) return;
  const { enabled } = (await ask('prometheus:get', {})).prometheus;
  record.metrics ??= { token: '', wasOn: enabled };
  await keep();
  const now = digest(token);
  if (enabled && record.metrics.token === now) return;
  await saidAt(setup.file, ['metrics'], () => ask('prometheus:set', { on: true, token }));
  record.metrics = { ...record.metrics, token: now };
}

/** The token of the file is then nobody's: whoever goes on reading them has a new one made. */
async function takeBackMetrics({ setup, record, ask }: SettingUp): Promise<void> {
  if (setup.metricsToken !== null || record.metrics === null) return;
  const { wasOn } = record.metrics;
  await saidAt(setup.file, ['metrics'], async () => {
    if (!wasOn) await ask('prometheus:set', { on: false });
    await ask('prometheus:new-token', {});
  });
  record.metrics = null;
}

function narrowed(now: StoredTelemetry, wanted: StoredTelemetry): TelemetryChange {
  const change: TelemetryChange = now.contents && !wanted.contents ? { contents: false } : {};
  for (const signal of telemetrySignals) if (now[signal].on && !wanted[signal].on) change[signal] = { on: false };
  return change;
}

/** As it was, but for what somebody has switched off since, and for values of headers: they are the file's, or gone. */
function backTo({ before, as }: NonNullable<SetupRecord['telemetry']>, now: StoredTelemetry): TelemetryChange {
  const { contents, spans: _spans, metrics: _metrics, logs: _logs, ...shared } = before;
  const change: TelemetryChange = { ...shared, contents: contents && (now.contents || !as.contents) };
  for (const signal of telemetrySignals) {
    const { headers: _names, on, ...others } = before[signal];
    const isOn = on && (now[signal].on || !as[signal].on);
    change[signal] = { ...others, on: isOn, headers: without(now[signal]) };
  }
  return change;
}

function without({ headers }: StoredSignal): Record<string, null> {
  return Object.fromEntries(headers.map(name => [name, null]));
}

/** Of a signal that is off nothing counts but that. */
function isAs(now: StoredTelemetry, wanted: StoredTelemetry): boolean {
  const seen = (stored: StoredTelemetry) =>
    JSON.stringify([
      ...[stored.endpoint, stored.allowPlainHttp, stored.hostName, stored.ratio, stored.contents],
      ...telemetrySignals.map(signal => signalSeen(stored[signal])),
    ]);
  return seen(now) === seen(wanted);
}

function signalSeen({ on, endpoint, protocol, headers, timeoutMs, compression }: StoredSignal): unknown {
  return on && [endpoint, protocol, timeoutMs, compression, headers.map(name => name.toLowerCase()).toSorted()];
}
