// The subcommands and options of `pilothouse browsers`. What they do is loaded when one of them runs.
import { Command, Option } from 'commander';
import { manifestHosts } from '../../contract/manifests.ts';
import type { SwitchOptions } from './browsers.ts';
import type { CommandContext } from './command-context.ts';

const acts = {
  install: 'switch browsers on: all that are here, or one',
  repair: 'make Pilothouse answer again in browsers that are on; what others wrote is kept',
  uninstall: 'switch browsers off, and give back what was there before',
} as const;

export function buildBrowsersCommand({ home, words }: CommandContext): Command {
  const browsers = new Command('browsers').description(
    'the browsers of this machine, and who answers their extensions',
  );
  browsers
    .command('list')
    .description('each browser that is here, and how it stands')
    .option('--all', 'also those that are not here', false)
    .option('--json', 'as JSON', false)
    .action(async ({ all, json }: { all: boolean; json: boolean }) =>
      (await import('./browsers.ts')).listBrowsers(home(), { all, json }, await words()),
    );
  browsers
    .command('who')
    .description('for each extension: every file that claims it, its program, and which one the browser takes')
    .option('--browser <id>', 'of this browser, as browsers list has it')
    .option('--json', 'as JSON', false)
    .action(async ({ browser, json }: { browser?: string; json: boolean }) =>
      (await import('./browsers.ts')).showWhoAnswers(home(), { browser, json }, await words()),
    );
  for (const act of ['install', 'repair', 'uninstall'] as const) {
    const command = browsers
      .command(act)
      .description(acts[act])
      .option('--browser <id>', 'only this browser, as browsers list has it')
      .addOption(
        new Option('--host <host>', `${manifestHosts.slice(0, -1).join(', ')} or ${manifestHosts.at(-1)}`)
          .choices(manifestHosts)
          .default('pilothouse'),
      )
      .option('--dry-run', 'say what would be done, and do nothing', false)
      .option('--json', 'as JSON', false);
    if (act === 'install') command.option('--replace', 'take the place of what another program wrote', false);
    command.option('--system', 'for the whole machine, which only root may write', false);
    command.action(async (options: SwitchOptions) =>
      (await import('./browsers.ts')).switchBrowsers(home(), act, options, await words()),
    );
  }
  return browsers;
}
