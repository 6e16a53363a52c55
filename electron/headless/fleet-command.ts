// The subcommands of `pilothouse fleet`. What they do is loaded when one of them runs.
import { addFleetAuditCommands } from './fleet-audit-command.ts';
import { addFleetClientCommands } from './fleet-client-command.ts';
import { addFleetPolicyCommands } from './fleet-policy-command.ts';
import { withProof, withServer } from './fleet-server-options.ts';
import { addFleetShareCommands } from './fleet-share-command.ts';
import type { Command } from 'commander';
import type { CommandContext } from './command-context.ts';
import type { AccountsOptions, FreeOptions, InitOptions, JoinOptions, ProofOptions, RightsOptions } from './fleet.ts';
import type { NkeyOptions } from './fleet-nkey.ts';

interface Json {
  readonly json: boolean;
}

const collect = (value: string, before: readonly string[]) => [...before, value];

/** To be called with the command `fleet`. */
export function addFleetCommands(fleet: Command, { home, words }: CommandContext): void {
  withServer(fleet.command('join').argument('<address>', 'like tls://nats.example:4222; several with commas'))
    .description('join a fleet, once that was confirmed in the panel')
    .option('--name <name>', 'what this hub is called there; as its machine when absent')
    .option('--role <role>', 'a role of this hub, or several times', collect, [])
    .option('--signer <name=file>', 'whose public key in PEM signs policies, or several times', collect, [])
    .option('--json', 'as JSON', false)
    .action(async (address: string, options: JoinOptions) =>
      (await import('./fleet.ts')).joinFleet(home(), address, options, await words()),
    );
  fleet
    .command('leave')
    .description('leave the fleet, once that was confirmed in the panel')
    .option('--json', 'as JSON', false)
    .action(async ({ json }: Json) => (await import('./fleet.ts')).leaveFleet(home(), json, await words()));
  withProof(fleet.command('rename').argument('<name>', 'its new name'))
    .description('give this hub another name in the fleet, once that was confirmed in the panel')
    .option('--json', 'as JSON', false)
    .action(async (name: string, options: ProofOptions & Json) =>
      (await import('./fleet.ts')).renameInFleet(home(), name, options, await words()),
    );
  addLooks(fleet, { home, words });
  addFleetPolicyCommands(fleet, { home, words });
  addSetUp(fleet, words);
  addFleetAuditCommands(fleet, { home, words });
  addFleetShareCommands(fleet, { home, words });
  addFleetClientCommands(fleet, { words });
}

/** Without a hub, by whoever has the rights to. */
function addSetUp(fleet: Command, words: CommandContext['words']): void {
  withServer(fleet.command('init').argument('<address>', 'a server or several of one cluster'))
    .description('make the buckets and streams of a fleet; asks no hub')
    .option('--replicas <n>', 'how many servers keep each', '1')
    .option('--audit-days <n>', 'how long the audit is kept', '400')
    .option('--trace-days <n>', 'how long traces are kept', '14')
    .option('--audit-bytes <n>', 'how much of the audit is kept', '4000000000')
    .option('--trace-bytes <n>', 'how much of the traces is kept', '8000000000')
    .option('--fleet-id <id>', 'which fleet it is, for hubs that were in it before its buckets were made anew')
    .option('--json', 'as JSON', false)
    .action(async (address: string, options: InitOptions) =>
      (await import('./fleet.ts')).initFleet(address, options, await words()),
    );
  withServer(fleet.command('free').argument('<name>', 'a hub that is gone, or was set up anew'))
    .description('let another hub take a name; asks no hub, and needs the credentials of whoever set the fleet up')
    .requiredOption('--server <address>', 'a server or several of one cluster')
    .option('--json', 'as JSON', false)
    .action(async (name: string, options: FreeOptions) =>
      (await import('./fleet.ts')).freeInFleet(name, options, await words()),
    );
}

function addLooks(fleet: Command, { home, words }: CommandContext): void {
  fleet
    .command('status')
    .description('how this hub stands to its fleet')
    .option('--json', 'as JSON', false)
    .action(async ({ json }: Json) => (await import('./fleet.ts')).showFleet(home(), json, await words()));
  fleet
    .command('hubs')
    .description('every hub of the fleet, with those that are away')
    .option('--json', 'as JSON', false)
    .action(async ({ json }: Json) => (await import('./fleet.ts')).listHubs(home(), json, await words()));
  withRights(fleet.command('nkey'))
    .description('make an nkey for a user of NATS, and print that user with the rights of a hub; asks no hub')
    .option('--out <file>', 'where the seed goes, <name>.nk when absent')
    .option('--administrator', 'for whoever sets the fleet up, without bounds in the account of the streams', false)
    .action(async (name: string, options: NkeyOptions) =>
      (await import('./fleet-nkey.ts')).makeNkey(name, options, await words()),
    );
  withRights(fleet.command('rights'))
    .description('permissions at NATS by which this hub speaks only as itself; asks no hub')
    .action(async (name: string, options: RightsOptions) =>
      (await import('./fleet.ts')).printRights(name, options, await words()),
    );
  fleet
    .command('accounts')
    .description('accounts at NATS that keep the streams of a fleet apart from its hubs; asks no hub')
    .option('--prefix <name>', 'what the subjects of the fleet begin with', 'pilothouse')
    .option('--administrator <file>', 'what fleet nkey --administrator has printed, or several times', collect, [])
    .option('--user <file>', 'what fleet nkey has printed for a hub, or several times', collect, [])
    .option('--json', 'as JSON', false)
    .action(async (options: AccountsOptions) => (await import('./fleet.ts')).printAccounts(options, await words()));
}

function withRights(command: Command): Command {
  return command
    .argument('<name>', 'a hub')
    .option('--prefix <name>', 'what the subjects of the fleet begin with', 'pilothouse')
    .option(
      '--serves <server>',
      'a share, by its name, of which it takes calls as one of the group; may be given again, none when absent',
      collect,
      [],
    )
    .option('--gateway', 'for a gateway without state of its own', false)
    .option('--reads-streams', 'for a hub that reads the audit and traces of all', false)
    .option('--signs', 'for a hub that publishes the policy of the fleet', false)
    .option('--json', 'as JSON', false);
}
