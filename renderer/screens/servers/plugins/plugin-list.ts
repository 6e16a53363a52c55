// The list of plugins: which are shown, in which order, and what they come to together.
import { isOffered } from '../../../store/offered-tools.ts';
import { askingPlugins } from '../../../store/plugins.ts';
import type { Plugin } from '../../../../contract/schemas/plugins.ts';
import type { Snapshot } from '../../../../contract/schemas/snapshot.ts';

/** Those that are used first, those that were refused last. */
const places: Readonly<Record<Plugin['state']['kind'], number>> = { active: 0, unreachable: 1, disabled: 2, error: 3 };

/** Those whose name, id, browser or state holds the text. */
export function pluginsShown(plugins: Snapshot['plugins'], filter: string): Plugin[] {
  const wanted = filter.trim().toLowerCase();
  return Object.values(plugins)
    .filter(plugin => textOf(plugin).toLowerCase().includes(wanted))
    .sort(
      (a, b) => places[a.state.kind] - places[b.state.kind] || a.name.localeCompare(b.name) || a.id.localeCompare(b.id),
    );
}

function textOf({ id, name, browsers, state }: Plugin): string {
  return [id, name, state.kind, ...browsers.map(browser => browser.name)].join('\n');
}

export interface PluginTotals {
  readonly all: number;
  readonly active: number;
  /** Tools that agents get. */
  readonly tools: number;
  /** Those that a person should look at. */
  readonly asking: number;
}

export function pluginTotals({ plugins, tools }: Pick<Snapshot, 'plugins' | 'tools'>): PluginTotals {
  const all = Object.values(plugins);
  const offered = Object.values(tools).filter(
    tool => tool.source.kind === 'plugin' && plugins[tool.source.pluginId]?.offered === true && isOffered(tool),
  );
  return {
    all: all.length,
    active: all.filter(({ state }) => state.kind === 'active').length,
    tools: offered.length,
    asking: askingPlugins({ plugins }).length,
  };
}

/** The one that was refused last because it is not on the list; null where none was. */
export function lastRefused(plugins: Snapshot['plugins']): Plugin | null {
  const refused = Object.values(plugins).filter(
    ({ state }) => state.kind === 'error' && state.reason.kind === 'plugin-not-listed',
  );
  return refused.toSorted((a, b) => b.lastSeenAt - a.lastSeenAt)[0] ?? null;
}
