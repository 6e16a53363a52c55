// The commands about the hub itself, and the two that other programs start: `mcp` and `relay`.
import { resolve } from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { serverIdPattern } from '../../contract/names.ts';
import { addGatewayOptions } from './gateway-options.ts';
import { homeOf } from './places.ts';
import type { CommandContext } from './command-context.ts';
import type { GatewayArguments } from './gateway-options.ts';
import type { InstallOptions } from './install-command.ts';
import type { CliWords } from './words/cli-words.ts';

interface ServeArguments {
  readonly port: number;
  readonly anyPort: boolean;
  readonly mcpPort?: number;
  readonly open: boolean;
  readonly home?: string;
  readonly wellKnownRoot?: string;
  readonly setup?: string;
}

interface McpArguments {
  readonly client: string;
  readonly server?: string;
  readonly start: boolean;
  readonly wellKnownRoot?: string;
}

interface Json {
  readonly json: boolean;
}

export function addServe(program: Command, { home, words }: CommandContext): void {
  addGatewayOptions(program.command('serve'))
    .description('run the hub without a window and serve its panel on a loopback address')
    .option('--port <number>', 'port of the panel, 0 takes a free one', port, 0)
    .option('--any-port', 'a free port for the panel where the named one is taken', false)
    .option('--mcp-port <number>', 'port of MCP over HTTP, 0 takes a free one', port)
    .option('--open', 'open the panel in the browser', false)
    .option('--home <dir>', 'data home, in place of ~/.pilothouse')
    .option('--well-known-root <dir>', 'folder in place of / for the well-known socket paths')
    .addOption(new Option('--setup <file>', 'set the hub up by this file, without a panel').env('PILOTHOUSE_SETUP'))
    .action(async (options: ServeArguments & GatewayArguments) => {
      if (options.gateway) return (await import('./run-gateway.ts')).serveGateway(options, await words());
      const { serve } = await import('./serve.ts');
      const chosen = options.home === undefined ? home() : homeOf(options.home, process.env);
      const said = await words(chosen);
      const {
        port,
        anyPort,
        mcpPort = await mcpPortOf(process.env, said),
        open: browse,
        wellKnownRoot = '/',
        setup = '',
      } = options;
      await serve({
        home: chosen,
        port,
        anyPort,
        mcpPort,
        browse,
        wellKnownRoot,
        setup: setup === '' ? null : setup,
        words: said,
      });
    });
}

export function addHubCommands(program: Command, { home, words }: CommandContext): void {
  program
    .command('open')
    .description('bring the window of the running hub to the front, or print a fresh address of its panel')
    .option('--json', 'as JSON', false)
    .action(async ({ json }: Json) => {
      const { askHub } = await import('../core/ask-hub.ts');
      const { sayWaits } = await import('./say-waits.ts');
      const { printAnswer } = await import('./print-answer.ts');
      const said = await words();
      const { url } = await askHub(home(), 'open', {}, sayWaits(said, json));
      printAnswer(json, { url }, () => [url ?? said.windowComes]);
    });
  program
    .command('status')
    .description('say what runs')
    .option('--json', 'as JSON', false)
    .action(async ({ json }: Json) => (await import('./status.ts')).printStatus(home(), json, await words()));
  program
    .command('stop')
    .description('end the running hub')
    .option('--json', 'as JSON', false)
    .action(async ({ json }: Json) => {
      const { stopHub } = await import('./stop.ts');
      const pid = await stopHub(home(), await words());
      if (json) (await import('../core/platform/terminal.ts')).printJson({ pid });
    });
}

export function addInstallCommand(program: Command, { home, words }: CommandContext): void {
  program
    .command('install-command')
    .description('put pilothouse into a folder of your PATH; what somebody else has there is left alone')
    .option('--folder <dir>', 'this folder, in place of ~/.local/bin or ~/bin')
    .option('--remove', 'take it out again', false)
    .option('--json', 'as JSON', false)
    .action(async (options: InstallOptions) =>
      (await import('./install-command.ts')).installInPath(home(), options, await words()),
    );
}

export function addMcp(program: Command, { home }: CommandContext): void {
  program
    .command('mcp')
    .description('serve MCP on standard input and output, as the client that was made under Connect an agent')
    .requiredOption('--client <id>', 'the client, as Connect an agent shows it')
    .option('--server <id>', 'show this one server under its own names, in place of all of them', serverId)
    .option('--no-start', 'fail when no hub runs, in place of starting one')
    .option('--well-known-root <dir>', 'as of serve, for a hub that is started')
    .action(async ({ client, server, start, wellKnownRoot }: McpArguments) => {
      const { runShim } = await import('./mcp.ts');
      const hubArguments = wellKnownRoot === undefined ? [] : ['--well-known-root', resolve(wellKnownRoot)];
      await runShim({ home: home(), clientId: client, serverId: server ?? null, start, hubArguments });
    });
}

export function addRelay(program: Command, { home }: CommandContext): void {
  program
    .command('relay', { hidden: true })
    .description('what a browser starts: passes frames between its extension and the hub')
    .argument('[argv...]')
    .allowUnknownOption()
    .action(async (argv: string[]) => {
      process.argv.splice(2, process.argv.length, '--home', home(), ...argv);
      await import('../../native-host/relay/main.ts');
    });
}

function serverId(text: string): string {
  if (serverIdPattern.test(text)) return text;
  throw new InvalidArgumentError(`${JSON.stringify(text)} is no server id; Pilothouse shows them under Servers.`);
}

function port(text: string): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value <= 65_535) return value;
  throw new InvalidArgumentError(`${JSON.stringify(text)} is no port; use a number from 0 to 65535.`);
}

/** Spec 004 "Environment Variables". */
async function mcpPortOf(env: NodeJS.ProcessEnv, words: CliWords): Promise<number | null> {
  const text = env.CLAUDE_BROWSER_MCP_PORT;
  if (!text) return null;
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text);
  const { UsageError } = await import('./exit-codes.ts');
  throw new UsageError(words.noPort('CLAUDE_BROWSER_MCP_PORT', text));
}
