// Which plugins may register: any, or those that the user listed. The only writer of that.
import { pluginBounds } from '../../../contract/plugins.ts';
import { PluginRulesSchema } from '../../../contract/schemas/plugins.ts';
import { hubError } from '../../../words/hub-error.ts';
import type { PluginRules } from '../../../contract/schemas/plugins.ts';
import type { SettingsTable } from '../store/settings-table.ts';

const key = 'pluginRules';

export interface PluginAllowlistOptions {
  readonly settings: Pick<SettingsTable, 'get' | 'set'>;
  readonly show: (rules: PluginRules) => void;
}

export class PluginAllowlist {
  readonly #options: PluginAllowlistOptions;
  /** Spec 002 "Plugin Allowlist": by default all are allowed. */
  #rules: PluginRules = { onlyListed: false, listed: [] };

  constructor(options: PluginAllowlistOptions) {
    this.#options = options;
  }

  async load(): Promise<void> {
    this.#rules = (await this.#options.settings.get(key, PluginRulesSchema)) ?? this.#rules;
    this.#options.show(this.#rules);
  }

  allows(pluginId: string): boolean {
    return !this.#rules.onlyListed || this.#rules.listed.includes(pluginId);
  }

  setOnlyListed(onlyListed: boolean): Promise<void> {
    return this.#set({ ...this.#rules, onlyListed });
  }

  async allow(pluginId: string): Promise<void> {
    const { listed } = this.#rules;
    if (listed.includes(pluginId)) return;
    const { allowlist: most } = pluginBounds;
    if (listed.length >= most) throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'allowlist-full', most });
    await this.#set({ ...this.#rules, listed: [...listed, pluginId] });
  }

  disallow(pluginId: string): Promise<void> {
    return this.#set({ ...this.#rules, listed: this.#rules.listed.filter(id => id !== pluginId) });
  }

  async #set(rules: PluginRules): Promise<void> {
    await this.#options.settings.set(key, rules);
    this.#rules = rules;
    this.#options.show(rules);
  }
}
