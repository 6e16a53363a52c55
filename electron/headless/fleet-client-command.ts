// The subcommands of `pilothouse fleet` about credentials at gateways. What they do is loaded when one of them runs.
import { withServer } from './fleet-server-options.ts';
import type { Command } from 'commander';
import type { CommandContext } from './command-context.ts';
import type { AddClientOptions, ClientOptions, ListClientsOptions, SetClientOptions } from './fleet-client.ts';

const collect = (value: string, before: readonly string[]) => [...before, value];

/** To be called with the command `fleet`. They ask no hub: who signs has rights that no hub is to have. */
export function addFleetClientCommands(fleet: Command, { words }: Pick<CommandContext, 'words'>): void {
  const client = fleet.command('client').description('credentials of agents at the gateways of a fleet');
  withKey(client.command('add').argument('<name>', 'lower-case letters, digits and hyphens'))
    .description('sign a new credential into the fleet, and print its token once')
    .option('--grant <share>', 'what it may use: files, jun/files, files=read,search; or several times', collect, [])
    .option('--read-only', 'only tools that say that they only read', false)
    .option('--expires <moment>', 'until when, like 2027-01-31T00:00:00Z; for good when absent')
    .action(async (name: string, options: AddClientOptions) =>
      (await import('./fleet-client.ts')).addClient(name, options, await words()),
    );
  withKey(client.command('remove').argument('<name>', 'as it was added'))
    .description('have every gateway refuse it at once')
    .action(async (name: string, options: ClientOptions) =>
      (await import('./fleet-client.ts')).removeClient(name, options, await words()),
    );
  withKey(client.command('set').argument('<name>', 'as it was added'))
    .description('sign what it may use anew; its token stays')
    .option('--grant <share>', 'all that it may use from now on, as for add; or several times', collect, [])
    .option('--read-only', 'only tools that say that they only read', false)
    .option('--expires <moment>', 'until when, or never; as before when absent')
    .action(async (name: string, options: SetClientOptions) =>
      (await import('./fleet-client.ts')).setClient(name, options, await words()),
    );
  withAddress(client.command('list'))
    .description('every credential in the fleet with what it may use')
    .option('--signer <name=file>', 'a public key in PEM that signs them, or several times', collect, [])
    .option('--key <file>', 'the private key, which stands for its public half')
    .action(async (options: ListClientsOptions) =>
      (await import('./fleet-client.ts')).listClients(options, await words()),
    );
}

function withKey(command: Command): Command {
  return withAddress(command).requiredOption(
    '--key <file>',
    'the Ed25519 private key in PEM whose public part gateways were given',
  );
}

function withAddress(command: Command): Command {
  return withServer(command)
    .requiredOption('--nats <address>', 'the server of the fleet, or several with commas')
    .option('--json', 'as JSON', false);
}
