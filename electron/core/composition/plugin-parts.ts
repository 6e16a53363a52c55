// The plugins, with what was kept of them, and what follows where one is forgotten or a tool of one is decided about.
import { PluginRegistry } from '../plugins/plugin-registry.ts';
import { hubParty } from './boot.ts';
import type { ToolCatalogue } from '../tools/tool-catalogue.ts';
import type { ToolPins } from '../tools/tool-pins.ts';
import type { BaseParts } from './base-parts.ts';
import type { Boot } from './boot.ts';

export interface PluginParts {
  readonly plugins: PluginRegistry;
}

/** News of plugins go to panels so often at most. */
const newsMs = 200;

export async function createPluginParts(
  { platform, closers, events, panels }: Boot,
  { state, store, trace, mask }: BaseParts,
  { catalogue, toolPins }: { readonly catalogue: ToolCatalogue; readonly toolPins: ToolPins },
): Promise<PluginParts> {
  const news = new PluginNews(pluginIds => panels.tell({ event: 'plugins:changed', data: { pluginIds } }));
  closers.add(() => news.stop());
  const plugins = new PluginRegistry({
    state,
    rows: await store.plugins.list(),
    persist: store.plugins,
    settings: store.settings,
    showRules: rules => state.setHub({ plugins: rules }),
    catalogue,
    pins: toolPins,
    shown: mask,
    hub: hubParty,
    tap: trace,
    now: () => platform.now(),
    // Spec 002 "Request ID Format".
    requestId: () => `plugin-${platform.now()}-${platform.randomBytes(9).toString('base64url')}`,
    onChanged: pluginId => news.add(pluginId),
    onForgotten: pluginId => events.settle({ kind: 'pluginForgotten', pluginId }),
  });
  await plugins.load();
  closers.add(() => plugins.stop());
  catalogue.onChange(source => {
    if (source !== null && state.get('plugins', source)) plugins.toolsDecided(source);
  });
  return { plugins };
}

class PluginNews {
  readonly #tell: (pluginIds: string[]) => void;
  readonly #changed = new Set<string>();
  #timer: NodeJS.Timeout | undefined;

  constructor(tell: (pluginIds: string[]) => void) {
    this.#tell = tell;
  }

  add(pluginId: string): void {
    this.#changed.add(pluginId);
    this.#timer ??= setTimeout(() => this.#flush(), newsMs);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #flush(): void {
    this.#timer = undefined;
    this.#tell([...this.#changed]);
    this.#changed.clear();
  }
}
