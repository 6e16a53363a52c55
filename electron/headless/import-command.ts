// `pilothouse import`: its argument and options. What it does is loaded when it runs.
import { Argument, Command } from 'commander';
import { importApps } from '../../contract/imports.ts';
import type { ImportApp } from '../../contract/imports.ts';
import type { CommandContext } from './command-context.ts';
import type { ImportOptions } from './import.ts';

export function buildImportCommand({ home, words }: CommandContext): Command {
  return new Command('import')
    .description('show what another app has that can be taken over, without its secrets, and take it with --take')
    .addArgument(new Argument('[app]', 'the app; without one, those that have something here').choices(importApps))
    .option(
      '--take',
      'take over what is not here yet: servers wait for approval, secrets go to the keychain, and sign-ins, their clients and models once that was confirmed in the panel; nothing of the app is changed',
      false,
    )
    .option('--only <name>', 'with --take, this alone, by its name or key; may be repeated', collected, [])
    .option('--json', 'as JSON', false)
    .action(async (app: ImportApp | undefined, options: ImportOptions) =>
      (await import('./import.ts')).importFrom(home(), app, options, await words()),
    );
}

function collected(text: string, before: readonly string[]): string[] {
  return [...before, text];
}
