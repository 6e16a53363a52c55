// The subcommands of `pilothouse fleet` about servers that hubs share. What they do is loaded when one of them runs.
import type { Command } from 'commander';
import type { CommandContext } from './command-context.ts';
import type { ShareOptions } from './fleet-share.ts';

interface Json {
  readonly json: boolean;
}

const collect = (value: string, before: readonly string[]) => [...before, value];
const addressHelp = 'like jun/files; files alone is whichever hub shares it under this name';

/** To be called with the command `fleet`. */
export function addFleetShareCommands(fleet: Command, context: CommandContext): void {
  addSharing(fleet, context);
  addUse(fleet, context);
}

function addSharing(fleet: Command, { home, words }: CommandContext): void {
  fleet
    .command('share')
    .argument('<server>', 'a server of this hub, by id or name')
    .description('let other hubs use a server, once that was confirmed in the panel')
    .option('--as <name>', 'what they call it; as it is called here when absent')
    .option('--hub <name>', 'a hub that may use it, or several times', collect, [])
    .option('--role <name>', 'a role of the signed policy that may use it, or several times', collect, [])
    .option('--tool <name>', 'share this tool alone, or several times', collect, [])
    .option('--read-only', 'only tools that say that they only read', false)
    .option('--description <text>', 'what others read about it', '')
    .option('--json', 'as JSON', false)
    .action(async (server: string, options: ShareOptions) =>
      (await import('./fleet-share.ts')).shareServer(home(), server, options, await words()),
    );
  fleet
    .command('unshare')
    .argument('<name>', 'what others call it')
    .description('share a server no more; calls under way end')
    .option('--json', 'as JSON', false)
    .action(async (share: string, { json }: Json) =>
      (await import('./fleet-share.ts')).unshareServer(home(), share, json, await words()),
    );
}

function addUse(fleet: Command, { home, words }: CommandContext): void {
  fleet
    .command('servers')
    .description('what the hubs of the fleet share')
    .option('--json', 'as JSON', false)
    .action(async ({ json }: Json) => (await import('./fleet-share.ts')).listShared(home(), json, await words()));
  fleet
    .command('use')
    .argument('<server>', addressHelp)
    .description('add a server of another hub, which then waits for approval')
    .option('--json', 'as JSON', false)
    .action(async (server: string, { json }: Json) =>
      (await import('./fleet-share.ts')).useShared(home(), server, json, await words()),
    );
  fleet
    .command('unuse')
    .argument('<server>', addressHelp)
    .description('use a server of another hub no more; waits for the panel where decisions about it would go')
    .option('--json', 'as JSON', false)
    .action(async (server: string, { json }: Json) =>
      (await import('./fleet-share.ts')).unuseShared(home(), server, json, await words()),
    );
}
