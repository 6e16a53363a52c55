// The subcommands of `pilothouse plugins`. What they do is loaded when one of them runs.
import { Command } from 'commander';
import type { CommandContext } from './command-context.ts';

interface Json {
  readonly json: boolean;
}

const acts = {
  enable: 'let agents call its tools again, once that was confirmed in the panel',
  disable: 'keep its tools from everybody, however often it registers',
} as const;

export function buildPluginsCommand({ home, words }: CommandContext): Command {
  const plugins = new Command('plugins').description('the extensions of Firefox that offer tools');
  plugins
    .command('list')
    .description('every plugin with its state, its tools and when it was heard from')
    .option('--json', 'as JSON', false)
    .action(async ({ json }: Json) => (await import('./plugins.ts')).listPlugins(home(), json, await words()));
  for (const act of ['enable', 'disable'] as const) {
    plugins
      .command(act)
      .description(acts[act])
      .argument('<plugin>', 'its id or name')
      .option('--json', 'as JSON', false)
      .action(async (plugin: string, { json }: Json) =>
        (await import('./plugins.ts')).switchPlugin(home(), plugin, act === 'enable', json, await words()),
      );
  }
  plugins
    .command('forget')
    .description(
      'forget it with its grants, until it registers again; asks in the panel where something was denied to it',
    )
    .argument('<plugin>', 'its id or name')
    .option('--json', 'as JSON', false)
    .action(async (plugin: string, { json }: Json) =>
      (await import('./plugins.ts')).forgetPlugin(home(), plugin, json, await words()),
    );
  return plugins;
}
