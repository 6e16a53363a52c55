// Every command with its options: what is parsed, what --help, completion and docs/command-line.md say. What a command does is loaded
// when it runs, because a shim must start in milliseconds.
import { Command, Help } from 'commander';
import { buildAddCommand } from './add-command.ts';
import { buildBrowsersCommand } from './browsers-command.ts';
import { buildCatalogueCommand } from './catalogue-command.ts';
import { buildClientsCommand } from './clients-command.ts';
import { buildCompletionCommand } from './completion-command.ts';
import { buildDoctorCommand, buildLogsCommand } from './doctor-command.ts';
import { buildGrantsCommand } from './grants-command.ts';
import { addHubCommands, addInstallCommand, addMcp, addRelay, addServe } from './hub-commands.ts';
import { buildImportCommand } from './import-command.ts';
import { buildInstallsCommand } from './installs-command.ts';
import { homeOf } from './places.ts';
import { buildPluginsCommand } from './plugins-command.ts';
import { buildPolicyCommand } from './policy-command.ts';
import { buildSecretsCommand } from './secrets-command.ts';
import { buildServersCommand } from './servers-command.ts';
import { buildSitesCommand } from './sites-command.ts';
import { buildToolsCommand } from './tools-command.ts';
import { buildAgentsCommand, buildModeCommand, buildTabsCommand, buildTraceCommand } from './watch-commands.ts';
import type { CommandContext } from './command-context.ts';

declare const builtVersion: string | undefined;

/** In the order of --help. */
const builders = [
  buildAddCommand,
  buildServersCommand,
  buildCatalogueCommand,
  buildImportCommand,
  buildInstallsCommand,
  buildPluginsCommand,
  buildToolsCommand,
  buildAgentsCommand,
  buildClientsCommand,
  buildTabsCommand,
  buildModeCommand,
  buildTraceCommand,
  buildBrowsersCommand,
  buildGrantsCommand,
  buildPolicyCommand,
  buildSitesCommand,
  buildSecretsCommand,
  () => new Command('fleet').description('hubs of other machines, over a NATS server of your own'),
  () => new Command('telemetry').description('what this hub tells of itself to your observability'),
  buildDoctorCommand,
  buildLogsCommand,
];

/** What is below these is loaded only where they are named, because most who start an agent have neither. */
const filledLater: Readonly<Record<string, () => Promise<(command: Command, context: CommandContext) => void>>> = {
  fleet: async () => (await import('./fleet-command.ts')).addFleetCommands,
  telemetry: async () => (await import('./telemetry-command.ts')).addTelemetryCommands,
};

export interface CommandTree {
  readonly program: Command;
  readonly context: CommandContext;
}

/** With all that may be meant by what was typed: also where a name stands elsewhere among it, such as behind `help`. */
export async function buildCommandTree(typed: readonly string[]): Promise<CommandTree> {
  const program = new Command('pilothouse')
    .description('A control panel for what drives your browser and for every MCP server on this machine.')
    .option('--home <dir>', 'data home, in place of ~/.pilothouse')
    .version(typeof builtVersion === 'string' ? builtVersion : '0.0.0', '-V, --version', 'print the version');
  const home = () => homeOf(program.opts<{ home?: string }>().home, process.env);
  const context = { home, words: (of = home()) => wordsOn(of) };
  addServe(program, context);
  addHubCommands(program, context);
  for (const build of builders) program.addCommand(build(context));
  for (const command of program.commands) {
    const name = command.name();
    if (typed.includes(name) || typed.includes('completion')) (await filledLater[name]?.())?.(command, context);
  }
  addInstallCommand(program, context);
  program.addCommand(buildCompletionCommand(program));
  addMcp(program, context);
  addRelay(program, context);
  setHelp(program, program.name());
  return { program, context };
}

const { optionDescription } = Help.prototype;

/** Settings of a command do not reach those that were added to it whole. */
function setHelp(command: Command, path: string): void {
  command.showHelpAfterError(`Run ${path} --help to see what it takes.`).configureHelp({
    // That a switch is off as long as nobody names it goes without saying.
    optionDescription(option) {
      return typeof option.defaultValue === 'boolean' ? option.description : optionDescription.call(this, option);
    },
  });
  for (const inner of command.commands) setHelp(inner, `${path} ${inner.name()}`);
}

/** In the language of the user of this data home. What a program reads has none, its errors neither. */
async function wordsOn(home: string) {
  if (asksForJson()) return (await import('./words/english.ts')).english;
  return (await import('./choose-words.ts')).cliWords(home, process.env);
}

/** Before anything is parsed too, because that may fail. What stands behind `--` is the command of a server. */
export function asksForJson(): boolean {
  const end = process.argv.indexOf('--');
  return process.argv.slice(0, end < 0 ? undefined : end).includes('--json');
}
