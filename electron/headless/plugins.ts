// `pilothouse plugins list|enable|disable|forget`, for people or as one JSON object.
import { askHub } from '../core/ask-hub.ts';
import { columns } from './columns.ts';
import { idOf } from './find-named.ts';
import { printAnswer } from './print-answer.ts';
import { sayWaits } from './say-waits.ts';
import type { Plugin, PluginBrowser } from '../../contract/schemas/plugins.ts';
import type { CliWords } from './words/cli-words.ts';

export async function listPlugins(home: string, json: boolean, words: CliWords): Promise<void> {
  const { plugins, hub } = await askHub(home, 'status', {});
  const all = Object.values(plugins);
  const open = hub.plugins?.onlyListed ? [] : [words.anyMayRegister];
  printAnswer(json, { plugins: all, rules: hub.plugins ?? null }, () =>
    all.length === 0 ? [words.noPlugins, ...open] : [...listLines(all, words), ...open],
  );
}

export async function switchPlugin(
  home: string,
  plugin: string,
  on: boolean,
  json: boolean,
  words: CliWords,
): Promise<void> {
  const pluginId = idOf(await readPlugins(home), plugin);
  await askHub(home, 'plugins:set-enabled', { pluginId, on }, sayWaits(words, json));
  const now = (await readPlugins(home)).find(({ id }) => id === pluginId);
  printAnswer(json, { plugin: pluginId, state: now?.state ?? null }, () => [
    now ? words.pluginIs(now.name, stateWords(now, words)) : words.pluginGone(pluginId),
  ]);
}

export async function forgetPlugin(home: string, plugin: string, json: boolean, words: CliWords): Promise<void> {
  const pluginId = idOf(await readPlugins(home), plugin);
  await askHub(home, 'plugins:forget', { pluginId }, sayWaits(words, json));
  printAnswer(json, { forgotten: pluginId }, () => [words.pluginGone(pluginId)]);
}

async function readPlugins(home: string): Promise<Plugin[]> {
  return Object.values((await askHub(home, 'status', {})).plugins);
}

function stateWords({ state }: Plugin, words: CliWords): string {
  if (state.kind === 'error') return `${words.pluginStates.error}: ${words.reason(state.reason)}`;
  return state.kind === 'unreachable' && state.away ? words.pluginStates.away : words.pluginStates[state.kind];
}

function homeText({ name, version, offers, fault }: PluginBrowser, words: CliWords): string {
  return offers || (version === null && fault === null) ? name : words.pluginNotCalledIn(name, fault ? null : version);
}

function listLines(plugins: readonly Plugin[], words: CliWords): string[] {
  return columns(
    plugins.map(plugin => [
      plugin.id,
      words.toolCount(plugin.tools ?? 0),
      words.heldTools(plugin.held),
      plugin.browsers.map(browser => homeText(browser, words)).join(', ') || '-',
      stateWords(plugin, words),
    ]),
  );
}
