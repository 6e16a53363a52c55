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
  /** Never rejects. */
  #changing: Promise<void> = Promise.resolve();

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
    return this.#change(rules => ({ ...rules, onlyListed }));
  }

  /** Rejects with ERR_INVALID_ARGUMENTS where the list is full. */
  allow(pluginId: string): Promise<void> {
    const { allowlist: most } = pluginBounds;
    return this.#change(rules => {
      if (rules.listed.includes(pluginId)) return rules;
      if (rules.listed.length >= most) throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'allowlist-full', most });
      return { ...rules, listed: [...rules.listed, pluginId] };
    });
  }

  disallow(pluginId: string): Promise<void> {
    return this.#change(rules => ({ ...rules, listed: rules.listed.filter(id => id !== pluginId) }));
  }

  /** One after another: each begins with what the one before has kept. */
  #change(change: (rules: PluginRules) => PluginRules): Promise<void> {
    const changed = this.#changing.then(async () => {
      const rules = change(this.#rules);
      if (rules === this.#rules) return;
      await this.#options.settings.set(key, rules);
      this.#rules = rules;
      this.#options.show(rules);
    });
    this.#changing = changed.catch(() => {});
    return changed;
  }
}
