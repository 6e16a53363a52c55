// Live export by OTLP: what is set of it, and that it runs as it is set. It is always there, and small: what exports is loaded once a signal is on.
import { StoredTelemetrySchema, telemetrySignals } from '../../../contract/schemas/telemetry.ts';
import { hubError } from '../../../words/hub-error.ts';
import { loadPart } from '../platform/load-part.ts';
import { offHealth } from './signal-health.ts';
import { changedSettings, headerSecret } from './telemetry-change.ts';
import type { Reason } from '../../../contract/reasons.ts';
import type {
  SignalHealth,
  StoredTelemetry,
  TelemetryChange,
  TelemetrySignal,
  TelemetryView,
} from '../../../contract/schemas/telemetry.ts';
import type { SecretStore } from '../secrets/secret-store.ts';
import type { SettingsTable } from '../store/settings-table.ts';
import type { LiveExport } from './live-export.ts';
import type { LiveExportOptions } from './signal-export.ts';

export interface TelemetrySwitchOptions extends Omit<LiveExportOptions, 'stored' | 'header' | 'onHealth'> {
  readonly settings: Pick<SettingsTable, 'get' | 'set'>;
  readonly secretStore: Pick<SecretStore, 'get' | 'setAll' | 'remove'>;
  /** `hub.telemetry`; null while every signal is off. */
  show(view: TelemetryView | null): void;
}

export interface TelemetryNow {
  readonly settings: StoredTelemetry;
  readonly health: TelemetryView | null;
}

const settingsKey = 'telemetry';
export class TelemetrySwitch {
  readonly #options: TelemetrySwitchOptions;
  #stored: StoredTelemetry = StoredTelemetrySchema.parse({});
  #live: LiveExport | null = null;
  #view: TelemetryView | null = null;
  #turn: Promise<unknown> = Promise.resolve();
  #isStopped = false;

  constructor(options: TelemetrySwitchOptions) {
    this.#options = options;
  }

  load(): Promise<void> {
    return this.#inTurn(async () => {
      this.#stored = (await this.#options.settings.get(settingsKey, StoredTelemetrySchema)) ?? this.#stored;
      await this.#run();
    });
  }

  now(): TelemetryNow {
    return { settings: this.#stored, health: this.#view };
  }

  set(change: TelemetryChange): Promise<TelemetryNow> {
    return this.#inTurn(async () => {
      const { next, values, gone } = changedSettings(this.#stored, change);
      await this.#expectSendable(next);
      await this.#options.secretStore.setAll(values);
      await this.#options.settings.set(settingsKey, next);
      this.#stored = next;
      for (const name of gone) await this.#options.secretStore.remove(name);
      await this.#run();
      return this.now();
    });
  }

  /** Null: it was taken. */
  async try(signal: TelemetrySignal): Promise<Reason | null> {
    const { tryExport } = await loadPart(() => import('./live-export.ts'));
    return await tryExport(this.#liveOptions(), signal);
  }

  /** What is set later is kept, and runs at the next start. */
  stop(): Promise<void> {
    return this.#inTurn(async () => {
      this.#isStopped = true;
      await this.#end();
    });
  }

  async #expectSendable(next: StoredTelemetry): Promise<void> {
    const on = telemetrySignals.filter(signal => next[signal].on);
    if (on.length === 0) return;
    const { faultOfSignal } = await loadPart(() => import('./signal-endpoint.ts'));
    for (const signal of on) {
      const fault = faultOfSignal(next, signal);
      if (fault) throw hubError('ERR_INVALID_ARGUMENTS', fault);
    }
  }

  async #run(): Promise<void> {
    await this.#end();
    if (this.#isStopped) return;
    if (!telemetrySignals.some(signal => this.#stored[signal].on)) return this.#shown(null);
    try {
      const { LiveExport: Live } = await loadPart(() => import('./live-export.ts'));
      this.#shown({ spans: this.#first('spans'), metrics: this.#first('metrics'), logs: this.#first('logs') });
      this.#live = new Live(this.#liveOptions());
      await this.#live.start();
    } catch (error) {
      // A hub starts without it; what is on is shown as failing.
      await this.#end();
      const reason = {
        kind: 'telemetry-not-started',
        said: error instanceof Error ? error.message : String(error),
      } as const;
      const of = (signal: TelemetrySignal) => this.#first(signal, reason);
      this.#shown({ spans: of('spans'), metrics: of('metrics'), logs: of('logs') });
    }
  }

  async #end(): Promise<void> {
    const live = this.#live;
    this.#live = null;
    await live?.stop();
  }

  #first(signal: TelemetrySignal, reason: Reason | null = null): SignalHealth {
    if (!this.#stored[signal].on) return offHealth;
    const on = { ...offHealth, on: true } as const;
    if (reason === null) return { ...on, state: 'ok' };
    return { ...on, state: 'failing', reason, failedAt: this.#options.now() };
  }

  #liveOptions(): LiveExportOptions {
    const { settings: _settings, secretStore, show: _show, ...options } = this.#options;
    return {
      ...options,
      stored: this.#stored,
      header: (signal, name) => secretStore.get(headerSecret(signal, name)),
      onHealth: (signal, health) => this.#view && this.#shown({ ...this.#view, [signal]: health }),
    };
  }

  #shown(view: TelemetryView | null): void {
    this.#view = view;
    this.#options.show(view);
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#turn.then(work);
    this.#turn = turn.catch(() => {});
    return turn;
  }
}
