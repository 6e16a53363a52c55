// Pings: every plugin in every browser that is here is asked every 60 s whether it is healthy, and less often where it does not answer.
import { pluginTimes } from '../../../contract/plugins.ts';
import { PluginPongSchema } from '../../../contract/schemas/plugin-wire.ts';
import { hubError } from '../../../words/hub-error.ts';
import { pingDelay } from './plugin-entry.ts';
import type { PluginEntry, PluginHome } from './plugin-entry.ts';
import type { PluginFigures } from './plugin-figures.ts';
import type { PluginRecords } from './plugin-records.ts';

export interface PluginHeartbeatOptions {
  readonly records: PluginRecords;
  readonly figures: PluginFigures;
  readonly now: () => number;
}

/** Those due within it go out together. */
const togetherMs = 50;

export class PluginHeartbeat {
  readonly #options: PluginHeartbeatOptions;
  readonly #underWay = new Map<string, { readonly link: PluginHome['link']; readonly ping: Promise<number | null> }>();
  #timer: NodeJS.Timeout | undefined;
  /** When the timer looks who is due: never later than the next one, but perhaps before it. */
  #looksAt = Infinity;
  #isStopped = false;

  constructor(options: PluginHeartbeatOptions) {
    this.#options = options;
  }

  /** When one is pinged next that was heard from now; it will be. */
  next(): number {
    return this.#dueIn(pluginTimes.heartbeatMs);
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  /** How long the plugin took to answer, in milliseconds; null where it did not in time. Several askers share one ping. */
  ping({ id }: PluginEntry, home: PluginHome): Promise<number | null> {
    const key = `${home.browserId} ${id}`;
    const known = this.#underWay.get(key);
    if (known?.link === home.link) return known.ping;
    const ping = this.#ping(id, home).finally(() => {
      if (this.#underWay.get(key)?.ping === ping) this.#underWay.delete(key);
    });
    // One over a connection that has ended answers for that alone.
    this.#underWay.set(key, { link: home.link, ping });
    return ping;
  }

  #dueIn(ms: number): number {
    const at = this.#options.now() + ms;
    if (this.#isStopped || at >= this.#looksAt) return at;
    clearTimeout(this.#timer);
    this.#looksAt = at;
    this.#timer = setTimeout(() => this.#round(), ms);
    this.#timer.unref();
    return at;
  }

  #round(): void {
    this.#looksAt = Infinity;
    const now = this.#options.now();
    let next = Infinity;
    for (const { entry, home } of this.#homes())
      if (home.nextPingAt === null) continue;
      else if (home.nextPingAt <= now + togetherMs) void this.ping(entry, home);
      else next = Math.min(next, home.nextPingAt);
    if (next < Infinity) this.#dueIn(next - now);
  }

  async #ping(id: string, { browserId, link }: PluginHome): Promise<number | null> {
    if (!link) return null;
    this.#change(id, browserId, home => ({ ...home, nextPingAt: null }));
    const began = performance.now();
    const pong = await link.exchange
      .ask(id, 'PLUGIN_PING', { payload: {}, parent: null, timeoutMs: pluginTimes.pingMs, read: pongIn })
      .catch(() => null);
    const ms = pong && Math.round((performance.now() - began) * 10) / 10;
    if (this.#options.records.get(id)?.homes.find(home => home.browserId === browserId)?.link !== link) return ms;
    if (pong && ms !== null) this.#answered(id, browserId, pong, ms);
    else this.#missed(id, browserId);
    return ms;
  }

  #answered(id: string, browserId: string, { healthy, uptime }: ReturnType<typeof pongIn>, ms: number): void {
    const { records, figures, now } = this.#options;
    const uptimeSeconds = uptime === undefined ? null : Math.floor(uptime);
    figures.pinged(id, ms, uptimeSeconds);
    figures.happened(id, { kind: 'plugin-ping-answered', ms, uptimeSeconds });
    const heard = { isProven: true, missed: 0, isUnwell: !healthy, lastSeenAt: now(), nextPingAt: this.next() };
    records.change(id, entry => ({
      ...entry,
      lastSeenAt: now(),
      homes: entry.homes.map(home => (home.browserId === browserId ? { ...home, ...heard } : home)),
    }));
  }

  #missed(id: string, browserId: string): void {
    const { records, figures } = this.#options;
    const before = records.get(id)?.homes.find(home => home.browserId === browserId);
    const missed = (before?.missed ?? 0) + 1;
    figures.pinged(id, null, null);
    figures.happened(id, { kind: 'plugin-ping-missed', missed });
    const nextPingAt = this.#dueIn(pingDelay(missed));
    this.#change(id, browserId, home => ({ ...home, missed, nextPingAt }));
  }

  #change(id: string, browserId: string, change: (home: PluginHome) => PluginHome): void {
    this.#options.records.changeHome(id, browserId, change);
  }

  /** Those that are pinged at all. */
  #homes(): { readonly entry: PluginEntry; readonly home: PluginHome }[] {
    return this.#options.records
      .all()
      .filter(({ enabled, fault }) => enabled && fault === null)
      .flatMap(entry => entry.homes.filter(isPinged).map(home => ({ entry, home })));
  }
}

function isPinged({ link, listing, fault }: PluginHome): boolean {
  return link !== null && listing !== null && fault === null;
}

function pongIn({ payload }: { readonly payload: unknown }) {
  const pong = PluginPongSchema.safeParse(payload);
  if (pong.success) return pong.data;
  throw hubError('INTERNAL_ERROR', { kind: 'plugin-answer-unreadable', plugin: '', type: 'PLUGIN_PONG' });
}
