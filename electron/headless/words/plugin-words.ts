// What `pilothouse plugins` says.
import type { PluginState } from '../../../contract/schemas/plugins.ts';

export interface PluginWords {
  readonly noPlugins: string;
  readonly anyMayRegister: string;
  readonly heldTools: (held: number) => string;
  /** `away`: no browser that it lives in is connected. */
  readonly pluginStates: Readonly<Record<PluginState['kind'] | 'away', string>>;
  /** A browser in which it has another version than what is offered, or where it was refused (null). */
  readonly pluginNotCalledIn: (browser: string, version: string | null) => string;
  readonly pluginIs: (plugin: string, state: string) => string;
  readonly pluginGone: (plugin: string) => string;
}
