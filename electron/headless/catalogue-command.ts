// The subcommands of `pilothouse catalogue`. What they do is loaded when one of them runs.
import { Command } from 'commander';
import { buildCatalogueAdd } from './catalogue-add-command.ts';
import type { CommandContext } from './command-context.ts';

interface Json {
  readonly json: boolean;
}

interface SearchFlags extends Json {
  readonly runs: string[];
  readonly source: string[];
  readonly verified: boolean;
  readonly secretless: boolean;
  readonly withdrawn: boolean;
  readonly sort: string;
  readonly limit: string;
}

interface ShowFlags extends Json {
  readonly source?: string;
}

export function buildCatalogueCommand(context: CommandContext): Command {
  const catalogue = new Command('catalogue').description('servers that others publish: find one, see what it is');
  addSearch(catalogue, context);
  addShow(catalogue, context);
  catalogue.addCommand(buildCatalogueAdd(context));
  addRefresh(catalogue, context);
  catalogue.addCommand(buildSources(context));
  return catalogue;
}

function addSearch(catalogue: Command, { home, words }: CommandContext): void {
  catalogue
    .command('search')
    .description('find servers among what is stored')
    .argument('[words...]', 'what it is called or does; a part of a word will do')
    .option(
      '--runs <kind>',
      'only those that run as npm, pypi, oci, nuget, mcpb or remote; may be named again',
      collect,
      [],
    )
    .option('--source <source>', 'only those of this source; may be named again', collect, [])
    .option('--verified', 'only those whose namespace their source has proved', false)
    .option('--secretless', 'only those that ask for no secret', false)
    .option('--withdrawn', 'also those that are deprecated or withdrawn', false)
    .option('--sort <order>', 'match, changed or name', 'match')
    .option('--limit <count>', 'how many at most', '20')
    .option('--json', 'as JSON', false)
    .action(async (typed: string[], flags: SearchFlags) =>
      (await import('./catalogue.ts')).searchCatalogue(home(), typed, flags, await words()),
    );
}

function addShow(catalogue: Command, { home, words }: CommandContext): void {
  catalogue
    .command('show')
    .description('what is known of a server: what it runs, what it asks for, its versions')
    .argument('<name>', 'its name, such as io.github.owner/server')
    .argument('[version]', 'the newest where none is given')
    .option('--source <source>', 'of this source, where several have it')
    .option('--json', 'as JSON', false)
    .action(async (name: string, version: string | undefined, flags: ShowFlags) =>
      (await import('./catalogue.ts')).showEntry(home(), name, { ...flags, version }, await words()),
    );
}

function addRefresh(catalogue: Command, { home, words }: CommandContext): void {
  catalogue
    .command('refresh')
    .description('read the sources anew, over the network; ends with 1 where one could not be read to its end')
    .argument('[sources...]', 'their ids or names; all that are switched on where none is named')
    .option('--json', 'as JSON', false)
    .action(async (sources: string[], { json }: Json) =>
      (await import('./catalogue-sources.ts')).refreshSources(home(), sources, json, await words()),
    );
}

function buildSources({ home, words }: CommandContext): Command {
  const sources = new Command('sources').description('where the entries of the catalogue come from');
  sources
    .command('list', { isDefault: true })
    .description('every source with its entries, and how it stands')
    .option('--json', 'as JSON', false)
    .action(async ({ json }: Json) =>
      (await import('./catalogue-sources.ts')).listSources(home(), json, await words()),
    );
  sources
    .command('add')
    .description('add a registry of the official API, a JSON file or a folder of them, or harbor')
    .argument('<place>', 'https://registry.example.com, ./servers.json, or harbor')
    .option('--name <name>', 'what it is called; its place where none is given')
    .option('--json', 'as JSON', false)
    .action(async (place: string, { json, name }: Json & { name?: string }) =>
      (await import('./catalogue-sources.ts')).addSource(home(), place, name, json, await words()),
    );
  for (const [act, says] of [
    ['remove', 'take a source away, with all its entries'],
    ['enable', 'read it again, and show its entries'],
    ['disable', 'keep it, but neither read nor show it'],
  ] as const)
    sources
      .command(act)
      .description(says)
      .argument('<source>', 'its id or name')
      .option('--json', 'as JSON', false)
      .action(async (source: string, { json }: Json) =>
        (await import('./catalogue-sources.ts')).changeSource(home(), source, act, json, await words()),
      );
  return sources;
}

function collect(value: string, before: string[]): string[] {
  return [...before, value];
}
