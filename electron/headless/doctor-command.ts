// `pilothouse doctor` and `pilothouse logs` with their options. What they do is loaded when one of them runs.
import { Command, InvalidArgumentError } from 'commander';
import type { CommandContext } from './command-context.ts';
import type { DoctorArguments } from './doctor.ts';
import type { LogsArguments } from './logs.ts';

const maxLines = 10_000;

export function buildDoctorCommand({ home, words }: CommandContext): Command {
  return new Command('doctor')
    .description('take each step from the data home to a page, say which fails, and repair it; works without a hub too')
    .option('--browser <id>', 'of this browser alone: chromium, firefox, …')
    .option('--fix', 'do the repairs that are offered, but for those that let somebody in', false)
    .option('--diagnostics', 'print one masked text about this installation, to be sent to others', false)
    .option('--json', 'as JSON', false)
    .action(async (options: DoctorArguments) =>
      (await import('./doctor.ts')).runDoctor(home(), options, await words()),
    );
}

export function buildLogsCommand({ home, words }: CommandContext): Command {
  return new Command('logs')
    .description('the log of the hub; works without a hub too')
    .option('-f, --follow', 'go on with what comes next', false)
    .option('-n, --lines <number>', 'how many lines', count, 50)
    .option('--json', 'each line as JSON', false)
    .action(async (options: LogsArguments) => (await import('./logs.ts')).printLogs(home(), options, await words()));
}

function count(text: string): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value <= maxLines) return value;
  throw new InvalidArgumentError(`${JSON.stringify(text)} is no number of lines; use one from 0 to ${maxLines}.`);
}
