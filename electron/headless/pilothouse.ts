// The command line. Each command loads its own part, because a shim must start in milliseconds.
import { Command, InvalidArgumentError } from 'commander';
import { serverIdPattern } from '../../contract/names.ts';
import { printAside, printLines } from '../core/platform/terminal.ts';
import { buildBrowsersCommand } from './browsers-command.ts';
import { buildGrantsCommand } from './grants-command.ts';
import { homeOf } from './places.ts';
import type { CliWords } from './cli-words.ts';

function build(): Command {
  const program = new Command('pilothouse')
    .description('A control panel for what drives your browser and for every MCP server on this machine.')
    .option('--home <dir>', 'data home, in place of ~/.pilothouse')
    .showHelpAfterError('Run pilothouse --help for the commands.');
  const home = () => homeOf(program.opts<{ home?: string }>().home, process.env);

  addServe(program, home);

  program
    .command('open')
    .description('bring the window of the running hub to the front, or print a fresh address of its panel')
    .action(async () => {
      const { askHub } = await import('../core/ask-hub.ts');
      const { sayWaits } = await import('./say-waits.ts');
      const words = await wordsOn(home());
      const { url } = await askHub(home(), 'open', {}, sayWaits(words));
      printLines([url ?? words.windowComes]);
    });

  program
    .command('status')
    .description('say what runs')
    .option('--json', 'as JSON', false)
    .action(async ({ json }: { json: boolean }) => {
      const { printStatus } = await import('./status.ts');
      await printStatus(home(), json, await wordsOn(home()));
    });

  program
    .command('stop')
    .description('end the running hub')
    .action(async () => {
      const { stopHub } = await import('./stop.ts');
      await stopHub(home(), await wordsOn(home()));
    });

  program.addCommand(buildGrantsCommand(home, () => wordsOn(home())));
  program.addCommand(buildBrowsersCommand({ home, words: () => wordsOn(home()) }));
  addMcp(program, home);
  addRelay(program, home);
  return program;
}

function addServe(program: Command, home: () => string): void {
  program
    .command('serve')
    .description('run the hub without a window and serve its panel on a loopback address')
    .option('--port <number>', 'port of the panel, 0 takes a free one', port, 0)
    .option('--mcp-port <number>', 'port of MCP over HTTP, 0 takes a free one', port)
    .option('--open', 'open the panel in the browser', false)
    .option('--home <dir>', 'data home, in place of ~/.pilothouse')
    .option('--well-known-root <dir>', 'folder in place of / for the well-known socket paths')
    .action(
      async (options: { port: number; mcpPort?: number; open: boolean; home?: string; wellKnownRoot?: string }) => {
        const { serve } = await import('./serve.ts');
        const chosen = options.home === undefined ? home() : homeOf(options.home, process.env);
        const words = await wordsOn(chosen);
        const { port, mcpPort = mcpPortOf(process.env, words), open: browse, wellKnownRoot = '/' } = options;
        await serve({ home: chosen, port, mcpPort, browse, wellKnownRoot, words });
      },
    );
}

function addMcp(program: Command, home: () => string): void {
  program
    .command('mcp')
    .description('serve MCP on standard input and output, as the client that was made under Connect an agent')
    .requiredOption('--client <id>', 'the client, as Connect an agent shows it')
    .option('--server <id>', 'show this one server under its own names, in place of all of them', serverId)
    .option('--no-start', 'fail when no hub runs, in place of starting one')
    .option('--well-known-root <dir>', 'as of serve, for a hub that is started')
    .action(async ({ client, server, start, wellKnownRoot }: McpArguments) => {
      const { runShim } = await import('./mcp.ts');
      const hubArguments = wellKnownRoot === undefined ? [] : ['--well-known-root', wellKnownRoot];
      await runShim({ home: home(), clientId: client, serverId: server ?? null, start, hubArguments });
    });
}

function addRelay(program: Command, home: () => string): void {
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

interface McpArguments {
  readonly client: string;
  readonly server?: string;
  readonly start: boolean;
  readonly wellKnownRoot?: string;
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

/** In the language of the user of this data home. What a program reads has none, its errors neither. */
async function wordsOn(home: string): Promise<CliWords> {
  if (process.argv.includes('--json')) return (await import('./words-english.ts')).english;
  return (await import('./choose-words.ts')).cliWords(home, process.env);
}

/** Spec 004 "Environment Variables". */
function mcpPortOf(env: NodeJS.ProcessEnv, words: CliWords): number | null {
  const text = env.CLAUDE_BROWSER_MCP_PORT;
  if (!text) return null;
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text);
  throw new Error(words.noPort('CLAUDE_BROWSER_MCP_PORT', text));
}

// Not awaited here: the one executable of an installed app carries this as CommonJS.
const program = build();
program.parseAsync().catch(async (error: unknown) => {
  const { errorText } = await import('./error-text.ts');
  const words = await wordsOn(homeOf(program.opts<{ home?: string }>().home, process.env));
  printAside(`pilothouse: ${errorText(error, words)}`);
  process.exitCode = error instanceof Error && 'exitCode' in error ? Number(error.exitCode) : 1;
});
