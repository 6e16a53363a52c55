// `pilothouse telemetry set|show|try`, for people or as one JSON object. The value of a header comes from stdin, never from an argument.
import { TelemetrySignalSchema, telemetryPaths, telemetrySignals } from '../../contract/schemas/telemetry.ts';
import { askHub } from '../core/ask-hub.ts';
import { exitCodes, UsageError } from './exit-codes.ts';
import { printAnswer } from './print-answer.ts';
import { readSecret } from './read-input.ts';
import { sayWaits } from './say-waits.ts';
import type {
  SignalChange,
  StoredTelemetry,
  TelemetryChange,
  TelemetrySignal,
} from '../../contract/schemas/telemetry.ts';
import type { CliWords } from './words/cli-words.ts';

export interface TelemetrySet {
  readonly on?: boolean;
  readonly off?: boolean;
  readonly endpoint?: string;
  readonly protocol?: string;
  readonly compression?: 'gzip' | 'none';
  readonly header?: string;
  readonly withoutHeader?: string;
  readonly json: boolean;
}

export interface TelemetryDefaults {
  readonly endpoint?: string;
  readonly ratio?: string;
  readonly contents?: string;
  readonly hostName?: string;
  readonly allowPlainHttp?: string;
  readonly json: boolean;
}

export async function setTelemetry(
  home: string,
  signal: string,
  options: TelemetrySet,
  words: CliWords,
): Promise<void> {
  const change = await changeOf(signalOf(signal, words), options, words);
  await askHub(home, 'telemetry:set', { change }, sayWaits(words, options.json));
  await showTelemetry(home, options.json, words);
}

export async function setTelemetryDefaults(home: string, options: TelemetryDefaults, words: CliWords): Promise<void> {
  const { endpoint, ratio, contents, hostName, allowPlainHttp } = options;
  const change: TelemetryChange = {
    ...(endpoint !== undefined && { endpoint: endpoint === '' ? null : endpoint }),
    ...(ratio !== undefined && { ratio: Number(ratio) }),
    ...(contents !== undefined && { contents: contents === 'on' }),
    ...(hostName !== undefined && { hostName: hostName === 'on' }),
    ...(allowPlainHttp !== undefined && { allowPlainHttp: allowPlainHttp === 'on' }),
  };
  expectSome(change, words);
  await askHub(home, 'telemetry:set', { change }, sayWaits(words, options.json));
  await showTelemetry(home, options.json, words);
}

export async function showTelemetry(home: string, json: boolean, words: CliWords): Promise<void> {
  const { settings, health } = await askHub(home, 'telemetry:get', {});
  printAnswer(json, { settings, health }, () =>
    telemetrySignals.map(signal => {
      const seen = health?.[signal];
      return words.telemetrySignal({
        signal,
        state: seen?.state ?? 'off',
        endpoint: seen?.endpoint ?? wholeEndpoint(settings, signal),
        sent: seen?.sent ?? 0,
        dropped: seen?.dropped ?? 0,
        queued: seen?.queued ?? 0,
        reason: seen?.reason ? words.reason(seen.reason) : null,
        failedAt: seen?.failedAt ? new Date(seen.failedAt).toISOString() : '',
      });
    }),
  );
}

export async function tryTelemetry(home: string, signal: string, json: boolean, words: CliWords): Promise<void> {
  const { reason } = await askHub(home, 'telemetry:try', { signal: signalOf(signal, words) });
  printAnswer(json, { reason }, () => [reason ? words.reason(reason) : words.telemetryTaken]);
  if (reason) process.exitCode = exitCodes.failed;
}

function wholeEndpoint(settings: StoredTelemetry, signal: TelemetrySignal): string | null {
  const { endpoint } = settings[signal];
  const shared = settings.endpoint?.replace(/\/+$/, '') ?? null;
  return endpoint ?? (shared === null ? null : `${shared}${telemetryPaths[signal]}`);
}

function signalOf(signal: string, words: CliWords): TelemetrySignal {
  const read = TelemetrySignalSchema.safeParse(signal);
  if (!read.success) throw new UsageError(words.telemetryNoSignal(signal));
  return read.data;
}

/** Nobody is asked to confirm nothing. */
function expectSome(change: object, words: CliWords): void {
  if (Object.keys(change).length === 0) throw new UsageError(words.telemetryNothing);
}

async function changeOf(signal: TelemetrySignal, options: TelemetrySet, words: CliWords): Promise<TelemetryChange> {
  const { on, off, endpoint, protocol, compression, header, withoutHeader } = options;
  const value = header === undefined ? null : await readSecret(words.telemetryHeaderAsked(header));
  const headers = {
    ...(header !== undefined && value !== null && { [header]: value }),
    ...(withoutHeader !== undefined && { [withoutHeader]: null }),
  };
  const own: SignalChange = {
    ...((on || off) && { on: on === true }),
    ...(endpoint !== undefined && { endpoint: endpoint === '' ? null : endpoint }),
    ...(protocol !== undefined && { protocol: protocol === 'json' ? 'http/json' : 'http/protobuf' }),
    ...(compression !== undefined && { compression }),
    ...(Object.keys(headers).length > 0 && { headers }),
  };
  expectSome(own, words);
  return { [signal]: own };
}
