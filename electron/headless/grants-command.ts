// The subcommands and options of `pilothouse grants`. What they do is loaded when one of them runs.
import { Command } from 'commander';
import type { CommandContext } from './command-context.ts';
import type { GrantOptions } from './grants.ts';

export function buildGrantsCommand({ home, words }: CommandContext): Command {
  const grants = new Command('grants').description('show and change what agents may do without a question');
  grants
    .command('list')
    .description('every grant, and whether a policy file is in force')
    .option('--json', 'as JSON', false)
    .action(async ({ json }: { json: boolean }) =>
      (await import('./grants.ts')).listGrants(home(), json, await words()),
    );
  for (const effect of ['allow', 'deny'] as const) {
    withCall(grants.command(effect).description(`${effect} what the options describe`))
      .requiredOption('--scope <scope>', 'what: servers:call, browser:navigate, …')
      .option('--reading', 'only what reads', false)
      .option('--lifetime <lifetime>', 'once, agent, lock or always', 'always')
      .option('--agent <id>', 'the agent that it ends with, for the lifetime agent')
      .action(async (options: GrantOptions) =>
        (await import('./grants.ts')).setGrant(home(), effect, options, await words()),
      );
  }
  grants
    .command('revoke')
    .description('end a grant')
    .argument('<id>', 'its number, as grants list has it')
    .option('--json', 'as JSON', false)
    .action(async (id: string, { json }: { json: boolean }) =>
      (await import('./grants.ts')).revokeGrant(home(), id, json, await words()),
    );
  withCall(grants.command('explain').description('why a call is asked about, allowed or refused'))
    .option('--prompt <id>', 'a question that waits, in place of the other options')
    .option('--scope <scope>', 'what: servers:call, browser:navigate, …')
    .action(async (options: GrantOptions) =>
      (await import('./grants.ts')).explainGrant(home(), options, await words()),
    );
  return grants;
}

function withCall(command: Command): Command {
  return command
    .option('--client <id>', 'for a client, by its id or its name')
    .option('--origin <origin>', 'for the pages of a web origin')
    .option('--plugin <id>', 'for a plugin')
    .option('--hub <name>', 'for another hub of the fleet')
    .option('--tool <id...>', 'these tools only: everything/echo, navigate')
    .option('--site <site>', 'on a site: https://example.com, *.example.com')
    .option('--server <id>', 'of an MCP server')
    .option('--of-plugin <id>', 'of a plugin')
    .option('--tab <browser:tab>', 'in a tab')
    .option('--json', 'as JSON', false);
}
