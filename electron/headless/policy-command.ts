// The subcommands of `pilothouse policy`. What they do is loaded when one of them runs.
import { Command } from 'commander';
import type { CommandContext } from './command-context.ts';
import type { SignOptions } from './policy-sign.ts';

interface Json {
  readonly json: boolean;
}

export function buildPolicyCommand({ home, words }: CommandContext): Command {
  const policy = new Command('policy').description(
    'rules of a team: policy.json of the data home, and the signed list that it names',
  );
  policy
    .command('show')
    .description('how the file and the signed list stand, and every rule about the catalogue')
    .option('--json', 'as JSON', false)
    .action(async ({ json }: Json) => (await import('./policy.ts')).showPolicy(home(), json, await words()));
  policy
    .command('refresh')
    .description('fetch the signed list now; where it is refused, the one before stays in force')
    .option('--json', 'as JSON', false)
    .action(async ({ json }: Json) => (await import('./policy.ts')).refreshPolicy(home(), json, await words()));
  policy
    .command('sign')
    .description('sign a list for a team; asks no hub')
    .argument('<list>', 'its file in JSON; - reads standard input')
    .requiredOption('--key <file>', 'an Ed25519 private key in PEM, as openssl genpkey -algorithm ed25519 writes it')
    .option('--out <file>', 'write the signed list here, in place of printing it')
    .option('--json', 'as JSON', false)
    .action(async (list: string, options: SignOptions) =>
      (await import('./policy-sign.ts')).signList(list, options, await words()),
    );
  return policy;
}
