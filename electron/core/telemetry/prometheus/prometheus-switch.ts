// Metrics for Prometheus: whether they are on and what their token is. It is always there, and small: what counts and words them is loaded once they are on.
import { timingSafeEqual } from 'node:crypto';
import { StoredPrometheusSchema } from '../../../../contract/schemas/prometheus.ts';
import { hashToken } from '../../http/mcp-access.ts';
import { loadPart } from '../../platform/load-part.ts';
import type { PrometheusView, StoredPrometheus } from '../../../../contract/schemas/prometheus.ts';
import type { ScrapedMetrics } from '../../http/scraped-metrics.ts';
import type { SettingsTable } from '../../store/settings-table.ts';
import type { MetricsPart } from '../metrics-part.ts';

export interface PrometheusSwitchOptions {
  readonly settings: Pick<SettingsTable, 'get' | 'set'>;
  readonly metrics: Pick<MetricsPart, 'want' | 'collect'>;
  readonly address: () => string | null;
  readonly randomBytes: (size: number) => Buffer;
}

export interface PrometheusChange {
  readonly prometheus: PrometheusView;
  /** Told this once. */
  readonly token: string | null;
}

const settingsKey = 'prometheus';
const tokenBytes = 32;
const reader = 'prometheus';

export class PrometheusSwitch {
  readonly #options: PrometheusSwitchOptions;
  #stored: StoredPrometheus = StoredPrometheusSchema.parse({});
  #turn: Promise<unknown> = Promise.resolve();
  /** Who asks while the metrics are collected gets the same text. */
  readonly #texts = new Map<string, ReturnType<ScrapedMetrics['text']>>();
  readonly #scraped: ScrapedMetrics = {
    isToken: token => this.#isToken(token),
    text: accept => this.#text(accept),
  };

  constructor(options: PrometheusSwitchOptions) {
    this.#options = options;
  }

  async load(): Promise<void> {
    this.#stored = (await this.#options.settings.get(settingsKey, StoredPrometheusSchema)) ?? this.#stored;
    if (this.#stored.enabled) await this.#options.metrics.want(reader, true);
  }

  view(): PrometheusView {
    const { enabled, tokenHash } = this.#stored;
    return { enabled, address: this.#options.address(), hasToken: tokenHash !== null };
  }

  /** For the way in; null while it is off. */
  get scraped(): ScrapedMetrics | null {
    return this.#stored.enabled ? this.#scraped : null;
  }

  set(on: boolean): Promise<PrometheusChange> {
    return this.#inTurn(() => this.#change({ enabled: on }, on && this.#stored.tokenHash === null));
  }

  newToken(): Promise<PrometheusChange> {
    return this.#inTurn(() => this.#change({}, true));
  }

  async #change(change: Partial<StoredPrometheus>, makesToken: boolean): Promise<PrometheusChange> {
    const token = makesToken ? this.#options.randomBytes(tokenBytes).toString('base64url') : null;
    const next = { ...this.#stored, ...change, ...(token !== null && { tokenHash: hashToken(token) }) };
    // What cannot be loaded is not shown as on.
    await this.#options.metrics.want(reader, next.enabled);
    await this.#options.settings.set(settingsKey, next);
    this.#stored = next;
    return { prometheus: this.view(), token };
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#turn.then(work);
    this.#turn = turn.catch(() => {});
    return turn;
  }

  #isToken(token: string): boolean {
    const { tokenHash } = this.#stored;
    return tokenHash !== null && timingSafeEqual(Buffer.from(hashToken(token)), Buffer.from(tokenHash));
  }

  async #text(accept: string | undefined): ReturnType<ScrapedMetrics['text']> {
    const { contentTypes, formFor, metricsText } = await loadPart(() => import('./metrics-text.ts'));
    const form = formFor(accept);
    const known = this.#texts.get(form);
    if (known) return known;
    const made = this.#options.metrics
      .collect()
      .then(metrics => ({ contentType: contentTypes[form], text: metricsText(metrics, form) }))
      .finally(() => this.#texts.delete(form));
    this.#texts.set(form, made);
    return made;
  }
}
