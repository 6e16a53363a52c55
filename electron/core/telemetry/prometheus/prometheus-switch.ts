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
  /** They are on and cannot be counted; null once they can. */
  readonly problem: (error: unknown) => void;
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
  #counts = false;
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

  /** The hub does its work without metrics too: what keeps them from being counted is a problem and no end. */
  async load(): Promise<void> {
    this.#stored = (await this.#options.settings.get(settingsKey, StoredPrometheusSchema)) ?? this.#stored;
    if (this.#stored.enabled) await this.#want(true).catch(this.#options.problem);
  }

  view(): PrometheusView {
    const { enabled, tokenHash } = this.#stored;
    return { enabled, address: this.#options.address(), hasToken: tokenHash !== null };
  }

  /** For the way in; null while it is off. */
  get scraped(): ScrapedMetrics | null {
    return this.#stored.enabled && this.#counts ? this.#scraped : null;
  }

  /** `token` is one that whoever asks knows already. */
  set(on: boolean, token?: string): Promise<PrometheusChange> {
    if (token !== undefined)
      return this.#inTurn(() => this.#change({ enabled: on, tokenHash: hashToken(token) }, false));
    return this.#inTurn(() => this.#change({ enabled: on }, on && this.#stored.tokenHash === null));
  }

  newToken(): Promise<PrometheusChange> {
    return this.#inTurn(() => this.#change({}, true));
  }

  async #change(change: Partial<StoredPrometheus>, makesToken: boolean): Promise<PrometheusChange> {
    const token = makesToken ? this.#options.randomBytes(tokenBytes).toString('base64url') : null;
    const next = { ...this.#stored, ...change, ...(token !== null && { tokenHash: hashToken(token) }) };
    const counted = this.#counts;
    // What cannot be loaded is not shown as on, and what could not be stored is as it was.
    if (next.enabled) await this.#want(true);
    try {
      await this.#options.settings.set(settingsKey, next);
    } catch (error) {
      await this.#want(counted);
      throw error;
    }
    this.#stored = next;
    if (!next.enabled) await this.#want(false);
    this.#options.problem(null);
    return { prometheus: this.view(), token };
  }

  async #want(on: boolean): Promise<void> {
    await this.#options.metrics.want(reader, on);
    this.#counts = on;
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
