// The subcommands and options of `pilothouse tools`. What they do is loaded when one of them runs.
import { Command } from 'commander';
import type { CommandContext } from './command-context.ts';
import type { CallOptions } from './tools-call.ts';

interface Json {
  readonly json: boolean;
}

export function buildToolsCommand({ home, words }: CommandContext): Command {
  const tools = new Command('tools').description('what agents may call: list, switch and try it');
  tools
    .command('list')
    .description('every tool of the servers and of the browser')
    .option('--server <id>', 'of this server alone; browser for those of the browser')
    .option('--json', 'as JSON', false)
    .action(async ({ json, server }: Json & { server?: string }) =>
      (await import('./tools.ts')).listTools(home(), server ?? null, json, await words()),
    );
  tools
    .command('call')
    .description('call a tool as you; it waits for a confirmation in the panel')
    .argument('<tool>', 'its id: everything/echo, navigate')
    .option('--arguments <json>', 'its arguments as a JSON object; - reads them from standard input', '{}')
    .option('--browser <id>', 'for a tool of the browser: in this one')
    .option('--json', 'as JSON', false)
    .action(async (tool: string, options: CallOptions) =>
      (await import('./tools-call.ts')).callTool(home(), tool, options, await words()),
    );
  for (const [name, description] of [
    ['on', 'offer a tool that was switched off'],
    ['off', 'offer a tool to nobody, and refuse its calls'],
  ] as const)
    tools
      .command(name)
      .description(description)
      .argument('<tool>', 'its id: everything/echo, navigate')
      .option('--client <id>', 'for this client alone, by its id or its name')
      .option('--json', 'as JSON', false)
      .action(async (tool: string, { json, client }: Json & { client?: string }) =>
        (await import('./tools.ts')).switchTool(
          home(),
          { tool, client: client ?? null, on: name === 'on', json },
          await words(),
        ),
      );
  return tools;
}
