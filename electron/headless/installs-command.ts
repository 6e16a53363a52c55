// The subcommands of `pilothouse installs`. What they do is loaded when one of them runs.
import { Command } from 'commander';
import type { CommandContext } from './command-context.ts';

interface Json {
  readonly json: boolean;
}

const acts = {
  stop: 'stop an install; what it has fetched stays',
  resume: 'go on with one that was stopped or has failed',
  cancel: 'take an installed server away, with what was fetched for it alone',
} as const;

export function buildInstallsCommand({ home, words }: CommandContext): Command {
  const installs = new Command('installs').description('servers that were installed from the catalogue or a bundle');
  installs
    .command('list')
    .description('each with its package, its version and how far it is')
    .option('--json', 'as JSON', false)
    .action(async ({ json }: Json) => (await import('./installs.ts')).listInstalls(home(), json, await words()));
  for (const act of ['stop', 'resume', 'cancel'] as const)
    installs
      .command(act)
      .description(acts[act])
      .argument('<server>', 'its id or name')
      .option('--json', 'as JSON', false)
      .action(async (server: string, { json }: Json) =>
        (await import('./installs.ts')).actOnInstall(home(), act, server, json, await words()),
      );
  return installs;
}
