// `pilothouse add`: its argument and options. What it does is loaded when it runs.
import { Command } from 'commander';
import type { AddBundleOptions } from './add-bundle.ts';
import type { CommandContext } from './command-context.ts';

export function buildAddCommand({ home, words }: CommandContext): Command {
  return new Command('add')
    .description('show what an MCPB bundle is and asks for, and install it as a server, which waits for approval')
    .argument('<file>', 'the bundle, a file that ends with .mcpb or .dxt')
    .option('--name <name>', 'what the server is to be called')
    .option(
      '--set <key=value>',
      'a value that it asks for; may be repeated. Secrets are typed unseen, or are lines KEY=VALUE on standard input',
      collected,
      [],
    )
    .option('--show', 'show it, and install nothing', false)
    .option('--json', 'as JSON', false)
    .action(async (file: string, options: AddBundleOptions) =>
      (await import('./add-bundle.ts')).addBundle(home(), file, options, await words()),
    );
}

function collected(text: string, before: readonly string[]): string[] {
  return [...before, text];
}
