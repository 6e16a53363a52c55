// `pilothouse catalogue add` with its options.
import { Command, InvalidArgumentError } from 'commander';
import type { CatalogueAddOptions } from './catalogue-add.ts';
import type { CommandContext } from './command-context.ts';

export function buildCatalogueAdd({ home, words }: CommandContext): Command {
  return new Command('add')
    .description('install a server; it is fetched once that was confirmed in the panel, and runs once it is approved')
    .argument('<name>', 'the whole name of its entry, such as io.github.owner/server')
    .option('--source <id>', 'from this source, where several have it')
    .option('--version <version>', 'this version, in place of the newest')
    .option('--way <number>', 'one of its ways, as they are counted when it is shown', wayNumber, 1)
    .option('--name <name>', 'what the server is to be called')
    .option(
      '--set <key=value>',
      'a value that it asks for; may be repeated. Secrets are typed unseen, or are lines KEY=VALUE on standard input',
      collected,
      [],
    )
    .option('--resembles <name>', 'the better known entry that it resembles, where you have been told of it')
    .option('--yes', 'add it without asking here', false)
    .option('--json', 'as JSON', false)
    .action(async (name: string, options: CatalogueAddOptions) =>
      (await import('./catalogue-add.ts')).addFromCatalogue(home(), name, options, await words()),
    );
}

function collected(text: string, before: readonly string[]): string[] {
  return [...before, text];
}

function wayNumber(text: string): number {
  const way = Number(text);
  if (/^\d+$/.test(text) && way >= 1 && way <= 100) return way;
  throw new InvalidArgumentError(`${JSON.stringify(text)} is no way; they are counted from 1.`);
}
