// The subcommands of `pilothouse fleet` about its policy and the keys that sign it. What they do is loaded when one of them runs.
import { type Command, InvalidArgumentError } from 'commander';
import type { CommandContext } from './command-context.ts';
import type { ChangeOptions, SignPolicyOptions } from './fleet-policy.ts';

interface Json {
  readonly json: boolean;
}

const keyHelp = 'the name of a key that pilothouse fleet keys new has made';

/** To be called with the command `fleet`. */
export function addFleetPolicyCommands(fleet: Command, context: CommandContext): void {
  addKeys(fleet, context);
  addPolicy(fleet, context);
  addDeeds(fleet, context);
}

function addKeys(fleet: Command, { home, words }: CommandContext): void {
  const keys = fleet.command('keys').description('keys that sign the policy of a fleet');
  keys
    .command('list')
    .description('those that sign from here, and those whose signature holds here')
    .option('--json', 'as JSON', false)
    .action(async ({ json }: Json) => (await import('./fleet-keys.ts')).listKeys(home(), json, await words()));
  keys
    .command('trust')
    .argument('<name=file>', 'what it is called here, and its public key in PEM')
    .description('let what this key signs hold here, once that was confirmed in the panel')
    .option('--json', 'as JSON', false)
    .action(async (signer: string, { json }: Json) =>
      (await import('./fleet-keys.ts')).trustSigner(home(), signer, json, await words()),
    );
  keys
    .command('distrust')
    .argument('<name>', 'what it is called here')
    .description('let what this key has signed hold no longer, once that was confirmed in the panel')
    .option('--json', 'as JSON', false)
    .action(async (name: string, { json }: Json) =>
      (await import('./fleet-keys.ts')).distrustSigner(home(), name, json, await words()),
    );
  addOwnKeys(keys, { home, words });
}

/** Those whose private half is here. */
function addOwnKeys(keys: Command, { home, words }: CommandContext): void {
  keys
    .command('new')
    .argument('<name>', 'what it is called here: a letter, then letters, digits, . - and _')
    .description('make one; its private half stays among the secrets, its public half is printed in PEM')
    .option('--out <file>', 'write the public half there, in place of printing it')
    .option('--json', 'as JSON', false)
    .action(async (name: string, options: Json & { readonly out?: string }) =>
      (await import('./fleet-keys.ts')).newKey(home(), name, options, await words()),
    );
  keys
    .command('show')
    .argument('<name>', 'one of those that list names')
    .description('print the public half in PEM, for pilothouse fleet keys trust on other hubs')
    .option('--json', 'as JSON', false)
    .action(async (name: string, { json }: Json) =>
      (await import('./fleet-keys.ts')).showKey(home(), name, json, await words()),
    );
}

function addPolicy(fleet: Command, { home, words }: CommandContext): void {
  const policy = fleet.command('policy').description('the policy that holds on every hub of the fleet');
  policy
    .command('show')
    .description('the one in force here, with who signed it')
    .option('--json', 'as JSON', false)
    .action(async ({ json }: Json) => (await import('./fleet-policy.ts')).showPolicy(home(), json, await words()));
  policy
    .command('versions')
    .description('those that are kept in the fleet, the newest first')
    .option('--json', 'as JSON', false)
    .action(async ({ json }: Json) => (await import('./fleet-policy.ts')).listVersions(home(), json, await words()));
  policy
    .command('check')
    .argument('<file>', 'a policy, signed or not; - reads standard input')
    .description('which grants of this hub it would narrow, and whether it would be taken')
    .option('--json', 'as JSON', false)
    .action(async (file: string, { json }: Json) =>
      (await import('./fleet-policy.ts')).checkPolicy(home(), file, json, await words()),
    );
  policy
    .command('sign')
    .argument('<file>', 'a policy in JSON: rules, pauseAll, stoppedAgents, expires; - reads standard input')
    .description('sign a policy, once that was confirmed in the panel; publishes nothing')
    .requiredOption('--key <key>', `${keyHelp}, or a file with an Ed25519 private key in PEM, which asks no hub`)
    .option('--policy-version <n>', 'its version where a file signs it; else one above the version here', version)
    .option('--out <file>', 'write it here, in place of printing it')
    .option('--json', 'as JSON', false)
    .action(async (file: string, options: SignPolicyOptions) =>
      (await import('./fleet-policy.ts')).signPolicy(home(), file, options, await words()),
    );
  policy
    .command('publish')
    .argument('<file>', 'a signed policy; - reads standard input')
    .description('put it in force on every hub of the fleet, once that was confirmed in the panel')
    .option('--json', 'as JSON', false)
    .action(async (file: string, { json }: Json) =>
      (await import('./fleet-policy.ts')).publishPolicy(home(), file, json, await words()),
    );
}

function addDeeds(fleet: Command, { home, words }: CommandContext): void {
  const deed = (command: Command) => command.requiredOption('--key <name>', keyHelp).option('--json', 'as JSON', false);
  deed(fleet.command('pause'))
    .requiredOption('--all', 'every agent on every hub')
    .description('pause all agents of the fleet')
    .action(async (options: ChangeOptions) =>
      (await import('./fleet-policy.ts')).change(home(), { kind: 'pause-all', on: true }, options, await words()),
    );
  deed(fleet.command('resume'))
    .description('pause them no longer')
    .action(async (options: ChangeOptions) =>
      (await import('./fleet-policy.ts')).change(home(), { kind: 'pause-all', on: false }, options, await words()),
    );
  deed(fleet.command('stop-agent').argument('<agent>', 'its name, client or program; * is every one'))
    .description('end an agent on every hub and let it in no more')
    .option('--reason <text>', 'what its users are told')
    .action(async (agent: string, { reason, ...options }: ChangeOptions & { reason?: string }) => {
      const what = { kind: 'stop-agent' as const, agent, ...(reason !== undefined && { reason }) };
      return (await import('./fleet-policy.ts')).change(home(), what, options, await words());
    });
  deed(fleet.command('allow-agent').argument('<agent>', 'as it was stopped'))
    .description('let an agent in again that was stopped')
    .action(async (agent: string, options: ChangeOptions) =>
      (await import('./fleet-policy.ts')).change(home(), { kind: 'allow-agent', agent }, options, await words()),
    );
}

function version(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It has to be a number from 1 on.');
}
