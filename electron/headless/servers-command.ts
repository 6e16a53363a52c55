// The subcommands and options of `pilothouse servers`. What they do is loaded when one of them runs.
import { Command, InvalidArgumentError, Option } from 'commander';
import { mostIdleMinutes, serverStarts } from '../../contract/entities.ts';
import type { CommandContext } from './command-context.ts';
import type { AddOptions } from './servers-add.ts';
import type { LogOptions } from './servers-logs.ts';
import type { SetOptions } from './servers-set.ts';

interface Json {
  readonly json: boolean;
}

export function buildServersCommand({ home, words }: CommandContext): Command {
  const servers = new Command('servers').description('the MCP servers: add, approve, start, stop and read them');
  servers
    .command('list')
    .description('every server with its state, the memory of what runs of it, and how long its last start took')
    .option('--json', 'as JSON', false)
    .action(async ({ json }: Json) => (await import('./servers.ts')).listServers(home(), json, await words()));
  servers
    .command('add')
    .description('add a server, which waits for approval; nothing of it runs')
    .argument('[name]', 'what it is to be called; an address alone is called after its host')
    .argument('[command...]', 'its command with arguments, or its address; write -- before a command with options')
    .option('--file <path>', 'the servers of a file with mcpServers; - reads standard input')
    .option('--first-use', 'start on first use and sleep while nobody uses it', false)
    .option('--json', 'as JSON', false)
    .action(async (name: string | undefined, command: string[], options: AddOptions) =>
      (await import('./servers-add.ts')).addServers(home(), { name, command, ...options }, await words()),
    );
  servers
    .command('approve')
    .description('show what a server would run; it is approved once that was confirmed in the panel')
    .argument('<server>', 'its id or name')
    .option('--json', 'as JSON', false)
    .action(async (server: string, { json }: Json) =>
      (await import('./servers-approve.ts')).approveServer(home(), server, json, await words()),
    );
  addRuns(servers, { home, words });
  addLogs(servers, { home, words });
  return servers;
}

function addRuns(servers: Command, { home, words }: CommandContext): void {
  const acts = { start: 'start a server', stop: 'stop a server', restart: 'end a server and start it again' } as const;
  for (const act of ['start', 'stop', 'restart'] as const)
    servers
      .command(act)
      .description(acts[act])
      .argument('<server>', 'its id or name')
      .option('--json', 'as JSON', false)
      .action(async (server: string, { json }: Json) =>
        (await import('./servers.ts')).runServer(home(), act, server, json, await words()),
      );
  servers
    .command('set')
    .description('whether a server runs all the time or starts on first use, and after how long without use it sleeps')
    .argument('<server>', 'its id or name')
    .addOption(new Option('--start <when>', 'all the time, or on first use').choices(serverStarts))
    .option('--idle <minutes>', 'how long nobody uses it before it sleeps, 0 to 1440', idleMinutes)
    .option('--json', 'as JSON', false)
    .action(async (server: string, options: SetOptions) =>
      (await import('./servers-set.ts')).setServer(home(), server, options, await words()),
    );
  servers
    .command('remove')
    .description('take a server out of Pilothouse, with what was granted for it')
    .argument('<server>', 'its id or name')
    .option('--json', 'as JSON', false)
    .action(async (server: string, { json }: Json) =>
      (await import('./servers.ts')).removeServer(home(), server, json, await words()),
    );
}

function addLogs(servers: Command, { home, words }: CommandContext): void {
  servers
    .command('logs')
    .description('what a server wrote, the newest lines')
    .argument('<server>', 'its id or name')
    .option('-f, --follow', 'go on with what it writes next', false)
    .option('-n, --lines <number>', 'how many lines, at most 2000', lineCount, 100)
    .option('--text <text>', 'only lines that hold this')
    .option('--json', 'each line as JSON', false)
    .action(async (server: string, options: LogOptions) =>
      (await import('./servers-logs.ts')).printLogs(home(), server, options, await words()),
    );
}

function idleMinutes(text: string): number {
  const minutes = Number(text);
  if (/^\d+$/.test(text) && minutes <= mostIdleMinutes) return minutes;
  throw new InvalidArgumentError(
    `${JSON.stringify(text)} is no number of minutes; use one from 0, which is at once, to ${mostIdleMinutes}.`,
  );
}

function lineCount(text: string): number {
  const count = Number(text);
  if (/^\d+$/.test(text) && count >= 1 && count <= 2_000) return count;
  throw new InvalidArgumentError(`${JSON.stringify(text)} is no number of lines; use one from 1 to 2000.`);
}
