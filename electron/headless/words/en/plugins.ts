// What `pilothouse plugins` says, in English.
import type { PluginWords } from '../plugin-words.ts';

export const pluginCliWords: PluginWords = {
  noPlugins:
    'No plugins; one registers by itself once it is installed in Firefox beside the extension Pilothouse Plugins.',
  anyMayRegister: 'Any extension may register; a list under Servers, Plugins, in the panel changes that.',
  heldTools: held => (held === 0 ? '-' : `${held} held back`),
  pluginStates: {
    active: 'active',
    disabled: 'disabled',
    unreachable: 'unreachable',
    away: 'away, its browser is not connected',
    error: 'error',
  },
  pluginNotCalledIn: (browser, version) =>
    version === null ? `${browser} (refused there)` : `${browser} (has ${version}, not offered)`,
  pluginIs: (plugin, state) => `Plugin ${plugin}: ${state}`,
  pluginGone: plugin => `Plugin ${plugin} was forgotten, with what was granted for it.`,
};
