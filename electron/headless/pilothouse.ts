// The command line: parses what was typed, and ends with the exit code that says how it went. Without a command it is `npm start`.
import { existsSync } from 'node:fs';
import { type Command, CommanderError } from 'commander';
import { asksForJson, buildCommandTree } from './command-tree.ts';

const failed = 1;
const usage = 2;

// Whoever reads may have enough, as `… | head` does; a full disk is a failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') return;
  process.exitCode = failed;
  process.stderr.write(`pilothouse: ${error.message}\n`);
});

// A native host by spec 001 "Entry Point": the option stands where a command would.
const hostAt = process.argv.indexOf('--chrome-native-host', 2);
if (hostAt === 2 + homeArgsOf(process.argv[2])) process.argv.splice(hostAt, 0, 'relay');

const start = startWithout(process.argv.slice(2));
// Not awaited here: the one executable of an installed app carries this as CommonJS.
if (start === null) void run();
else void import(start);

/** The script of `npm start` where no command is named; null where there is one, or the app that carries this has its own start. */
function startWithout(args: readonly string[]): string | null {
  // The data home is an option of commands too, so what comes behind it tells.
  const first = args[homeArgsOf(args[0])] ?? '--headless';
  if (!/^--(headless|port|mcp-port|well-known-root)(=|$)/.test(first)) return null;
  const script = new URL('../launch/start.js', import.meta.url);
  return existsSync(script) ? script.href : null;
}

/** How many arguments name the data home before a command. */
function homeArgsOf(first = ''): number {
  if (first === '--home') return 2;
  return first.startsWith('--home=') ? 1 : 0;
}

async function run(): Promise<void> {
  const { program, context } = await buildCommandTree(process.argv.slice(2));
  throwAtUsageErrors(program, asksForJson());
  try {
    await program.parseAsync();
  } catch (error) {
    if (error instanceof CommanderError) return endWith(error);
    const { printFailure } = await import('./print-answer.ts');
    printFailure(error, await context.words(), asksForJson());
  }
}

/** Commander ends the process itself and has one code for all of it. */
function throwAtUsageErrors(command: Command, json: boolean): void {
  command.exitOverride();
  if (json) command.configureOutput({ outputError: () => {}, writeErr: () => {} });
  for (const inner of command.commands) throwAtUsageErrors(inner, json);
}

/** Commander has said what there is to say: help, the version, or what is wrong with what was typed. */
async function endWith({ code, exitCode, message }: CommanderError): Promise<void> {
  process.exitCode = exitCode === 0 ? 0 : usage;
  if (exitCode === 0 || !asksForJson()) return;
  const { printJsonAside } = await import('../core/platform/terminal.ts');
  const said = code === 'commander.help' ? 'Name a command; --help lists them.' : message.replace(/^error: /, '');
  printJsonAside({ error: { exitCode: usage, code: 'USAGE', message: said.replaceAll('\n', ' '), reason: null } });
}
