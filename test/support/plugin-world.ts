// Plugins before the hub's real registry, without a browser: connections of the small extension, and plugins that answer as they are told.
import { pluginProtocol } from '../../contract/plugins.ts';
import { PluginRegistry } from '../../electron/core/plugins/plugin-registry.ts';
import { ToolCatalogue } from '../../electron/core/tools/tool-catalogue.ts';
import { ToolPins } from '../../electron/core/tools/tool-pins.ts';
import { RecordingTap } from '../unit/core/wire/recording-tap.ts';
import { buildState } from './hub-fixtures.ts';
import type { PluginDefinition } from '../../contract/schemas/plugin-wire.ts';
import type { PluginChannel } from '../../electron/core/plugins/plugin-link.ts';
import type { StoredPlugin } from '../../electron/core/store/plugins-table.ts';

export interface Envelope {
  readonly namespace: string;
  readonly protocolVersion: string;
  readonly type: string;
  readonly requestId: string;
  readonly timestamp: number;
  readonly payload: Record<string, unknown>;
}

export interface Sent {
  readonly to: string;
  readonly message: Envelope;
}

export function envelope(
  type: string,
  payload: Record<string, unknown>,
  requestId = 'p-1',
  protocolVersion: string = pluginProtocol,
): Envelope {
  return { namespace: 'harbor-plugin', protocolVersion, type, requestId, timestamp: 1, payload };
}

export function tool(name: string, more: object = {}): PluginDefinition {
  return { name, title: name, description: `Does ${name}.`, inputSchema: { type: 'object', properties: {} }, ...more };
}

export function descriptor(extensionId: string, tools: readonly PluginDefinition[], more: object = {}) {
  return { plugin: { extensionId, name: `Plugin ${extensionId}`, version: '1.0.0', tools, ...more } };
}

/** One browser with our small extension in it. */
export class FakeBrowser {
  readonly sent: Sent[] = [];
  /** Answers what is sent; a plugin for which nothing is set says nothing. */
  readonly answers = new Map<string, (message: Envelope) => Envelope | null>();
  closedBy: string | null = null;
  #take: (text: string) => void = () => {};
  #close: () => void = () => {};
  readonly channel: PluginChannel = {
    send: text => this.#told(text),
    onText: listener => (this.#take = listener),
    onClose: listener => (this.#close = listener),
    close: reason => {
      this.closedBy = reason;
      this.#close();
    },
  };

  hello(profile: string): void {
    const browser = { name: 'Firefox', version: '153.0' };
    this.frame({ kind: 'hello', protocol: 1, profileId: profile.repeat(32).slice(0, 32), version: '1', browser });
  }

  frame(frame: unknown): void {
    this.text(JSON.stringify(frame));
  }

  text(text: string): void {
    this.#take(text);
  }

  say(from: string, message: unknown): void {
    this.frame({ kind: 'message', from, message });
  }

  leave(): void {
    this.#close();
  }

  to(pluginId: string): Envelope[] {
    return this.sent.filter(({ to }) => to === pluginId).map(({ message }) => message);
  }

  /** The newest message of this kind to that plugin. */
  newest(pluginId: string, type: string): Envelope | undefined {
    return this.to(pluginId).findLast(message => message.type === type);
  }

  register(pluginId: string, tools: readonly PluginDefinition[], more: object = {}): Envelope | undefined {
    this.say(pluginId, envelope('PLUGIN_REGISTER', descriptor(pluginId, tools, more), `reg-${pluginId}`));
    return this.newest(pluginId, 'PLUGIN_REGISTER_ACK');
  }

  #told(text: string): void {
    const { to, message } = JSON.parse(text) as Sent;
    this.sent.push({ to, message });
    const answer = this.answers.get(to)?.(message) ?? null;
    if (answer) queueMicrotask(() => this.say(to, answer));
  }
}

/** As plugins answer: pings at once, and calls with `result`. */
export function obliging(result: unknown = 'done'): (message: Envelope) => Envelope | null {
  return ({ type, requestId }) => {
    if (type === 'PLUGIN_PING') return envelope('PLUGIN_PONG', { healthy: true, uptime: 7 }, requestId);
    if (type === 'PLUGIN_TOOL_CALL') return envelope('PLUGIN_TOOL_RESULT', { result }, requestId);
    return null;
  };
}

export function openPlugins(kept: { rows?: StoredPlugin[]; settings?: Map<string, unknown> } = {}) {
  const state = buildState();
  const tap = new RecordingTap();
  const catalogue = new ToolCatalogue(state);
  const rows = new Map((kept.rows ?? []).map(row => [row.id, row]));
  const settings = kept.settings ?? new Map<string, unknown>();
  const forgotten: string[] = [];
  /** Nothing can be written while it is full. */
  const disk = { isFull: false };
  const expectRoom = () => {
    if (disk.isFull) throw new Error('The disk is full.');
  };
  const news: string[] = [];
  const noWrites = { put: async () => {}, putAll: async () => {}, putLater: () => {}, approvedLater: () => {} };
  const pins = new ToolPins({
    pins: [],
    approvals: new Map(),
    persist: { ...noWrites, removeServer: async () => {} },
    now: Date.now,
  });
  let ids = 0;
  const registry = new PluginRegistry({
    state,
    rows: [...rows.values()],
    persist: {
      put: async row => {
        expectRoom();
        rows.set(row.id, row);
      },
      putLater: row => void rows.set(row.id, row),
      remove: async id => {
        expectRoom();
        rows.delete(id);
      },
    },
    settings: {
      get: async (key, schema) => (settings.has(key) ? schema.parse(settings.get(key)) : null),
      set: async (key, value) => void settings.set(key, value),
    },
    showRules: rules => state.setHub({ plugins: rules }),
    catalogue,
    pins,
    shown: { value: value => value },
    hub: { kind: 'hub', id: 'hub', label: 'Hub' },
    tap,
    now: Date.now,
    requestId: () => `hub-${(ids += 1)}`,
    onChanged: id => void news.push(id),
    onForgotten: async id => void forgotten.push(id),
  });
  const browser = (profile: string): FakeBrowser => {
    const made = new FakeBrowser();
    registry.accept(made.channel);
    made.hello(profile);
    return made;
  };
  const row = (id: string) => state.get('plugins', id);
  const call = (id: string, args: Record<string, unknown> = {}, more: object = {}) => {
    const callable = catalogue.find(id);
    if (callable.kind !== 'plugin') throw new Error(`${id} is no tool of a plugin.`);
    return registry.call({
      callable,
      args,
      agent: { name: 'Claude Code' },
      parent: 1,
      signal: new AbortController().signal,
      timeoutMs: 30_000,
      expectAllowed: () => {},
      ...more,
    });
  };
  return { registry, state, tap, catalogue, pins, rows, settings, forgotten, disk, news, browser, row, call };
}
