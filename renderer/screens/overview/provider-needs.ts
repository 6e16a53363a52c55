// Providers of models, and plugins, that a person has to look at.
import { pluginPath } from '../../frame/plugin-paths.ts';
import { troubledProviders } from '../../store/models.ts';
import { askingPlugins } from '../../store/plugins.ts';
import { t } from '../../words/language.ts';
import { providerWords } from '../../words/model-words.ts';
import { pluginWords } from '../../words/plugin-words.ts';
import { type Need, need } from './need.ts';
import type { ModelProvider } from '../../../contract/schemas/models.ts';
import type { Plugin } from '../../../contract/schemas/plugins.ts';
import type { Snapshot } from '../../../contract/schemas/snapshot.ts';

export function modelNeeds(snapshot: Snapshot, now: number): Need[] {
  return troubledProviders(snapshot).map(provider => modelNeed(provider, now));
}

function modelNeed({ id, name, state }: ModelProvider, now: number): Need {
  const make = (title: string, why: string, action: string) => {
    const { tone } = providerWords(state, now);
    return need(`model:${id}`, tone, title, why, `models/${id}`, action);
  };
  if (state.kind === 'unapproved')
    return make(
      t('{name} waits for your approval', { name }),
      t('Nothing runs before you approve its file'),
      t('Review'),
    );
  if (state.kind === 'file-changed')
    return make(
      t('{name} waits for your approval', { name }),
      t('It is not as you approved it, and is not started before you have looked'),
      t('Review'),
    );
  const { word, more } = providerWords(state, now);
  return make(t('{name}: {state}', { name, state: word }), more, t('Look'));
}

export function pluginNeeds(snapshot: Snapshot, now: number): Need[] {
  return askingPlugins(snapshot).map(plugin => pluginNeed(plugin, now));
}

function pluginNeed(plugin: Plugin, now: number): Need {
  const { id, name, held } = plugin;
  const path = `servers/${pluginPath(id)}`;
  if (held > 0) {
    const title = t('{name} changed {count, number} of its {all, plural, one {# tool} other {# tools}}', {
      name,
      count: held,
      all: Math.max(plugin.tools ?? 0, held),
    });
    const why = t('Agents do not get what changed until you have reviewed it');
    return need(`plugin:${id}`, 'attention', title, why, path, t('Review'));
  }
  const { tone, word, more } = pluginWords(plugin, now);
  return need(`plugin:${id}`, tone, t('{name}: {state}', { name, state: word }), more, path, t('Look'));
}
