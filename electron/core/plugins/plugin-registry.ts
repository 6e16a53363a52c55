// Plugins: what they say, what the user decides about them, and the way of a call to one. The only writer of plugins.
import { pluginTimes } from '../../../contract/plugins.ts';
import { PluginToolsSchema } from '../../../contract/schemas/plugin-wire.ts';
import { hubError } from '../../../words/hub-error.ts';
import { disabledByUser, PluginAdmission } from './plugin-admission.ts';
import { PluginAllowlist } from './plugin-allowlist.ts';
import { PluginCalls } from './plugin-calls.ts';
import { hasOffered, reachOf, sharedListing, unprovenHome } from './plugin-entry.ts';
import { PluginFigures } from './plugin-figures.ts';
import { PluginHeartbeat } from './plugin-heartbeat.ts';
import { PluginLink } from './plugin-link.ts';
import { PluginMessages } from './plugin-messages.ts';
import { PluginRecords } from './plugin-records.ts';
import type { PluginDown } from '../../../contract/refusals.ts';
import type { ToolResult } from '../../../contract/schemas/messages.ts';
import type { PluginDetail, PluginRules } from '../../../contract/schemas/plugins.ts';
import type { Party } from '../../../contract/schemas/trace.ts';
import type { PluginEnvelope } from '../../../native-host/dialects/plugins/plugin-envelope.ts';
import type { TraceTap } from '../trace/tap.ts';
import type { PluginAllowlistOptions } from './plugin-allowlist.ts';
import type { PluginCallAsk } from './plugin-calls.ts';
import type { PluginEntry } from './plugin-entry.ts';
import type { PluginChannel } from './plugin-link.ts';
import type { PluginRecordsOptions } from './plugin-records.ts';

export interface PluginRegistryOptions extends Omit<PluginRecordsOptions, 'figures'> {
  readonly settings: PluginAllowlistOptions['settings'];
  readonly showRules: (rules: PluginRules) => void;
  readonly hub: Party;
  readonly tap: TraceTap;
  readonly requestId: () => string;
  /** Its grants, its switches and what was approved of it go too. */
  readonly onForgotten: (pluginId: string) => Promise<void>;
}

export class PluginRegistry {
  readonly #options: PluginRegistryOptions;
  readonly #figures: PluginFigures;
  readonly #records: PluginRecords;
  readonly #rules: PluginAllowlist;
  readonly #heartbeat: PluginHeartbeat;
  readonly #messages: PluginMessages;
  readonly #calls: PluginCalls;
  readonly #links = new Set<PluginLink>();

  constructor(options: PluginRegistryOptions) {
    this.#options = options;
    const { now, settings, showRules: show } = options;
    const figures = new PluginFigures(now);
    this.#figures = figures;
    const records = new PluginRecords({ ...options, figures });
    this.#records = records;
    this.#rules = new PluginAllowlist({ settings, show });
    this.#heartbeat = new PluginHeartbeat({ records, figures, now });
    const nextPingAt = () => this.#heartbeat.next();
    const admission = new PluginAdmission({ records, rules: this.#rules, figures, now, nextPingAt });
    this.#messages = new PluginMessages({ ...options, records, figures, admission });
    const changed = options.onChanged;
    this.#calls = new PluginCalls({ records, figures, heartbeat: this.#heartbeat, changed });
  }

  /** What the user decided about who may register holds from here on. */
  async load(): Promise<void> {
    await this.#rules.load();
    this.#rulesChanged();
  }

  stop(): void {
    this.#heartbeat.stop();
    for (const link of this.#links) link.close('The hub ends.');
  }

  /** A relay has proved itself that a browser started for our small extension. */
  accept(channel: PluginChannel): void {
    const link = new PluginLink({
      ...this.#options,
      party: id => this.#messages.partyOf(id),
      channel,
      onHello: greeted => this.#greet(greeted),
      onMessage: (from, sender, message) => this.#messages.receive(from, sender, message),
      onClosed: closed => this.#closed(closed),
    });
    this.#links.add(link);
  }

  /** As the gates see it; null for a plugin that nobody knows. */
  reach(pluginId: string): PluginDown | 'active' | null {
    const entry = this.#records.get(pluginId);
    return entry && reachOf(entry);
  }

  call(ask: PluginCallAsk): Promise<ToolResult> {
    return this.#calls.call(ask);
  }

  detail(pluginId: string): PluginDetail {
    return this.#records.detail(pluginId);
  }

  /** Milliseconds; null where it does not answer in time. Rejects where no browser that it lives in is connected. */
  async ping(pluginId: string): Promise<number | null> {
    const entry = this.#records.expect(pluginId);
    const home = this.#expectHome(entry);
    return this.#heartbeat.ping(entry, home);
  }

  /** Asks for its tools anew. Rejects with TIMEOUT where it does not know that message, as some do not. */
  async listTools(pluginId: string): Promise<void> {
    const { browserId, link } = this.#expectHome(this.#records.expect(pluginId));
    const tools = await link.exchange.ask(pluginId, 'PLUGIN_TOOLS_LIST', {
      payload: {},
      parent: null,
      timeoutMs: pluginTimes.registerMs,
      read: answer => toolsIn(pluginId, answer),
    });
    // It may have been forgotten meanwhile, have come back from elsewhere, or not be allowed to say so any more.
    const entry = this.#records.get(pluginId);
    const home = entry?.homes.find(one => one.link === link);
    if (!entry || !home?.listing || home.fault) return;
    const known = [home.listing, entry.listing, ...entry.homes.map(one => one.listing)];
    const listing = sharedListing({ claims: home.listing.claims, tools }, known);
    const changed = this.#records.changedTools(home.listing.tools, listing.tools);
    this.#figures.happened(pluginId, { kind: 'plugin-tools-listed', tools: tools.length, changed });
    this.#records.changeHome(pluginId, browserId, before => ({ ...before, listing }));
    this.#records.keepLater(pluginId);
  }

  async setEnabled(pluginId: string, enabled: boolean): Promise<void> {
    // What is so already may not be on disk, where it could not be written.
    if (this.#records.expect(pluginId).enabled === enabled) return this.#records.keep(pluginId);
    const entry = this.#records.change(pluginId, before => ({ ...before, enabled, switchedAt: this.#options.now() }));
    this.#figures.happened(pluginId, { kind: 'plugin-switched', on: enabled });
    if (enabled) this.#tell(entry, 'PLUGIN_ENABLED', {});
    else this.#shutOut(entry, disabledByUser);
    if (enabled) this.#pingAll(entry);
    await this.#records.keep(pluginId);
  }

  async setOffered(pluginId: string, offered: boolean): Promise<void> {
    this.#records.expect(pluginId);
    this.#records.change(pluginId, before => ({ ...before, offered }));
    await this.#records.keep(pluginId);
  }

  async forget(pluginId: string): Promise<void> {
    const entry = this.#records.expect(pluginId);
    this.#failCalls(entry);
    try {
      await this.#records.remove(pluginId);
    } finally {
      // It is forgotten here, and its row goes as soon as that can be written.
      await this.#options.onForgotten(pluginId);
    }
  }

  async setOnlyListed(on: boolean): Promise<void> {
    await this.#rules.setOnlyListed(on);
    this.#rulesChanged();
  }

  async allow(pluginId: string): Promise<void> {
    await this.#rules.allow(pluginId);
    this.#rulesChanged();
  }

  async disallow(pluginId: string): Promise<void> {
    await this.#rules.disallow(pluginId);
    this.#rulesChanged();
  }

  /** The user has reviewed tools of it, or switched some. */
  toolsDecided(pluginId: string): void {
    this.#records.toolsDecided(pluginId);
  }

  /** Plugins of this browser are known from before; whether they are still there shows when they answer. */
  #greet(link: PluginLink): void {
    const { browserId, name } = link;
    for (const other of this.#links)
      if (other !== link && other.browserId === browserId) other.close('The same browser connected again.');
    for (const { id } of this.#records.all())
      this.#records.changeHome(id, browserId, home => ({ ...home, ...unprovenHome, name, link }));
    for (const entry of this.#records.all()) if (entry.homes.some(home => home.link === link)) this.#pingAll(entry);
  }

  #closed(link: PluginLink): void {
    this.#links.delete(link);
    for (const { id, homes } of this.#records.all()) {
      if (!homes.some(home => home.link === link)) continue;
      this.#figures.happened(id, { kind: 'plugin-browser-away', browser: link.name });
      this.#records.changeHome(id, link.browserId, home => ({ ...home, ...unprovenHome, link: null }));
      this.#records.keepLater(id);
    }
  }

  #rulesChanged(): void {
    for (const { id, fault } of this.#records.all()) {
      const isAllowed = this.#rules.allows(id);
      if (isAllowed === (fault?.kind !== 'plugin-not-listed')) continue;
      const entry = this.#records.change(id, before => ({
        ...before,
        fault: isAllowed ? null : { kind: 'plugin-not-listed', plugin: id },
      }));
      if (isAllowed) this.#pingAll(entry);
      else this.#shutOut(entry, 'PLUGIN_NOT_ALLOWED');
    }
  }

  #shutOut(entry: PluginEntry, reason: string): void {
    this.#tell(entry, 'PLUGIN_DISABLED', { reason });
    this.#failCalls(entry);
  }

  #failCalls({ id, homes }: PluginEntry): void {
    for (const { link } of homes)
      link?.exchange.failPlugin(id, hubError('ERR_SERVER_UNAVAILABLE', { kind: 'plugin-gone', plugin: id }));
  }

  #tell(
    { id, homes }: PluginEntry,
    type: 'PLUGIN_ENABLED' | 'PLUGIN_DISABLED',
    payload: Record<string, unknown>,
  ): void {
    for (const { link } of homes) link?.exchange.tell(id, type, payload);
  }

  /** Also wakes one that never registered because it might not: it registers again by itself. */
  #pingAll(entry: PluginEntry): void {
    if (!entry.enabled || entry.fault) return;
    for (const home of entry.homes) if (home.link && !home.fault) void this.#heartbeat.ping(entry, home);
  }

  /** First one that has what is offered, because that is what is shown of it. */
  #expectHome(entry: PluginEntry) {
    const { id, homes } = entry;
    const [home] = homes
      .filter(({ link, fault }) => link !== null && fault === null)
      .toSorted((a, b) => Number(hasOffered(entry, b)) - Number(hasOffered(entry, a)) || b.lastSeenAt - a.lastSeenAt);
    if (home?.link) return { ...home, link: home.link };
    throw hubError('ERR_SERVER_UNAVAILABLE', { kind: 'plugin-down', pluginId: id, state: 'away' });
  }
}

function toolsIn(plugin: string, { type, payload }: PluginEnvelope) {
  const listed = PluginToolsSchema.safeParse(payload);
  if (listed.success) return listed.data.tools;
  throw hubError('INTERNAL_ERROR', { kind: 'plugin-answer-unreadable', plugin, type });
}
