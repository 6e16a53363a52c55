// The subcommands of `pilothouse sites`. What they do is loaded when one of them runs.
import { Command } from 'commander';
import type { CommandContext } from './command-context.ts';

interface Json {
  readonly json: boolean;
}

interface Flags extends Json {
  readonly on: string[];
  readonly off: string[];
  readonly default: string[];
}

export function buildSitesCommand({ home, words }: CommandContext): Command {
  const sites = new Command('sites').description('web pages that use the Web Agent API');
  sites
    .command('list')
    .description('every site with what is set of it, its uses of seven days and its open pages')
    .option('--json', 'as JSON', false)
    .action(async ({ json }: Json) => (await import('./sites.ts')).listSites(home(), json, await words()));
  sites
    .command('block')
    .description('end the grants and calls of a site, and offer its pages nothing any more')
    .argument('<origin>', 'such as https://shop.example, or file:// for files')
    .option('--json', 'as JSON', false)
    .action(async (origin: string, { json }: Json) =>
      (await import('./sites.ts')).blockSite(home(), origin, true, json, await words()),
    );
  sites
    .command('unblock')
    .description('let pages of a site ask again, once that was confirmed in the panel')
    .argument('<origin>', 'such as https://shop.example')
    .option('--json', 'as JSON', false)
    .action(async (origin: string, { json }: Json) =>
      (await import('./sites.ts')).blockSite(home(), origin, false, json, await words()),
    );
  sites
    .command('flags')
    .description('what pages find at all; to switch something on is confirmed in the panel')
    .argument('[origin]', 'of one site; without it of all pages')
    .option('--on <flags...>', 'switch these on, such as toolCalling', [])
    .option('--off <flags...>', 'switch these off', [])
    .option('--default <flags...>', 'of one site: as all pages have these', [])
    .option('--json', 'as JSON', false)
    .action(async (origin: string | undefined, { json, on, off, default: usual }: Flags) =>
      (await import('./sites.ts')).setFlags(home(), origin ?? null, { on, off, usual }, json, await words()),
    );
  return sites;
}
