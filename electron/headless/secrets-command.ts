// The subcommands and options of `pilothouse secrets`. What they do is loaded when one of them runs.
import { Command } from 'commander';
import type { CommandContext } from './command-context.ts';

interface Json {
  readonly json: boolean;
}

export function buildSecretsCommand({ home, words }: CommandContext): Command {
  const secrets = new Command('secrets').description('what configs of servers name as ${secret:NAME}');
  secrets
    .command('list')
    .description('the names of all secrets, and which servers use them; never a value')
    .option('--json', 'as JSON', false)
    .action(async ({ json }: Json) => (await import('./secrets.ts')).listSecrets(home(), json, await words()));
  secrets
    .command('set')
    .description('keep a value, typed unseen or from standard input; where a server uses it, it waits for the panel')
    .argument('<name>', 'what stands in ${secret:NAME}')
    .option('--json', 'as JSON', false)
    .action(async (name: string, { json }: Json) =>
      (await import('./secrets.ts')).setSecret(home(), name, json, await words()),
    );
  secrets
    .command('remove')
    .description('forget a value')
    .argument('<name>', 'what stands in ${secret:NAME}')
    .option('--json', 'as JSON', false)
    .action(async (name: string, { json }: Json) =>
      (await import('./secrets.ts')).removeSecret(home(), name, json, await words()),
    );
  return secrets;
}
