// What `pilothouse plugins` says, in German.
import type { PluginWords } from '../plugin-words.ts';

export const pluginCliWords: PluginWords = {
  noPlugins:
    'Keine Plugins; eines meldet sich von selbst an, sobald es in Firefox neben der Erweiterung Pilothouse Plugins installiert ist.',
  anyMayRegister: 'Jede Erweiterung darf sich anmelden; eine Liste im Panel unter Server, Plugins ändert das.',
  heldTools: held => (held === 0 ? '-' : `${held} zurückgehalten`),
  pluginStates: {
    active: 'aktiv',
    disabled: 'abgeschaltet',
    unreachable: 'nicht zu erreichen',
    away: 'fort, sein Browser ist nicht verbunden',
    error: 'Fehler',
  },
  pluginNotCalledIn: (browser, version) =>
    version === null ? `${browser} (dort abgelehnt)` : `${browser} (hat ${version}, nicht angeboten)`,
  pluginIs: (plugin, state) => `Plugin ${plugin}: ${state}`,
  pluginGone: plugin => `Plugin ${plugin} wurde vergessen, mit allem, was dafür freigegeben war.`,
};
