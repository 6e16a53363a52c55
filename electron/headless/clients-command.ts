// The subcommands and options of `pilothouse clients`. What they do is loaded when one of them runs.
import { Command, Option } from 'commander';
import { connectHows } from '../../contract/agent-configs.ts';
import { toolListings } from '../../contract/entities.ts';
import type { ClientToolsOptions } from './client-tools.ts';
import type { ClientsOptions } from './clients.ts';
import type { CommandContext } from './command-context.ts';

export function buildClientsCommand({ home, words }: CommandContext): Command {
  const clients = new Command('clients').description(
    'the agents of this machine: connect them, and put their files back',
  );
  clients
    .command('list')
    .description('which agents are here, how each is connected, and its file')
    .option('--all', 'also those that are not on this machine', false)
    .option('--json', 'as JSON', false)
    .action(async (options: { all: boolean; json: boolean }) =>
      (await import('./clients.ts')).listClients(home(), options, await words()),
    );
  withFile(clients.command('connect'))
    .description("write the entry into the agent's file, after a confirmation in the panel")
    .addOption(new Option('--how <how>', 'by a program or by an address').choices(connectHows))
    .action(async (agent: string, options: ClientsOptions) =>
      (await import('./clients.ts')).changeClient(home(), 'connect', agent, options, await words()),
    );
  withFile(clients.command('disconnect'))
    .description('take the entry out again, nothing else, and revoke its credential')
    .action(async (agent: string, options: ClientsOptions) =>
      (await import('./clients.ts')).changeClient(home(), 'disconnect', agent, options, await words()),
    );
  withFile(clients.command('restore'))
    .description('put the newest kept version of the file back, after a confirmation in the panel')
    .option('--to <version>', 'this version in its place')
    .action(async (agent: string, options: ClientsOptions) =>
      (await import('./clients.ts')).changeClient(home(), 'restore', agent, options, await words()),
    );
  withOffer(clients.command('tools')).action(async (client: string, options: ClientToolsOptions) =>
    (await import('./client-tools.ts')).clientTools(home(), client, options, await words()),
  );
  return clients;
}

function withOffer(command: Command): Command {
  const about = 'whether it may ask about itself; on waits for a confirmation in the panel';
  return command
    .description('how an agent is offered tools, what that costs, and whether it may ask about itself')
    .argument('<client>', 'a credential, by its id or its name')
    .addOption(new Option('--list <how>', 'each tool, groups to open, or a search').choices(toolListings))
    .addOption(new Option('--about <how>', about).choices(['on', 'off']))
    .option('--json', 'as JSON', false);
}

function withFile(command: Command): Command {
  return command
    .argument('<agent>', 'codex, claude-code, …; pilothouse clients list --all has all')
    .option('--project <dir>', 'the file of this project, in place of that for all')
    .option('--dry-run', 'print the difference and write nothing', false)
    .option('--json', 'as JSON', false);
}
