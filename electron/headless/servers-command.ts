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
    .argument(
      '[name]',
      'what it is to be called; an address or a link from a web page (vscode:mcp/install, cursor://) may stand alone',
    )
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
  addSettings(servers, { home, words });
  addRuns(servers, { home, words });
  addLogs(servers, { home, words });
  return servers;
}

function addSettings(servers: Command, { home, words }: CommandContext): void {
  servers
    .command('set')
    .description('set when a server runs, how long it may take, and what it gets of your environment')
    .argument('<server>', 'its id or name')
    .addOption(new Option('--start <when>', 'all the time, or on first use').choices(serverStarts))
    .option('--idle <minutes>', 'minutes without use before it sleeps, 0 to 1440', idleMinutes)
    .option('--start-time <seconds>', 'how long its handshake may take; "default" takes what all servers have', seconds)
    .option('--call-time <seconds>', 'how long a call of it may take; "default" takes what all servers have', seconds)
    .option('--withhold <group>', `withhold variables of yours from it: ${groups}; may be repeated`, collected, [])
    .option(
      '--give <group>',
      'give them back to it, once that was confirmed in the panel; may be repeated',
      collected,
      [],
    )
    .option('--json', 'as JSON', false)
    .action(async (server: string, options: SetOptions) =>
      (await import('./servers-set.ts')).setServer(home(), server, options, await words()),
    );
}

const groups = 'display, proxy, certificates, locale, docker';

function collected(text: string, before: readonly string[]): string[] {
  return [...before, text];
}

function seconds(text: string): number | null {
  if (text === 'default') return null;
  const count = Number(text);
  if (text.trim() !== '' && count >= 1 && count <= 3_600) return count;
  throw new InvalidArgumentError(`${JSON.stringify(text)} is not a valid time; use 1 to 3600 seconds, or default.`);
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
