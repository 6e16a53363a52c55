// The tree of commands as plain facts: what completion and the page on the command line are made of.
import type { Command } from 'commander';

export interface OptionFacts {
  /** As --help has it: `-f, --follow`, `--server <id>`. */
  readonly flags: string;
  /** `--follow`. */
  readonly long: string;
  /** `-f`; null where it has none. */
  readonly short: string | null;
  readonly takesValue: boolean;
  readonly description: string;
}

export interface CommandFacts {
  /** Below the program: empty for itself, then `servers`, `servers add`. */
  readonly path: string;
  readonly description: string;
  /** As --help has them: `<server>`, `[mode]`, `[command...]`. */
  readonly args: readonly { readonly term: string; readonly description: string }[];
  readonly options: readonly OptionFacts[];
  /** What an argument may be, where that is a list. */
  readonly choices: readonly string[];
  readonly inner: readonly { readonly name: string; readonly description: string }[];
}

/** The command and all below it but those that are for other programs alone, each before its own. */
export function treeFacts(command: Command, path = ''): CommandFacts[] {
  const help = command.createHelp();
  // Commander adds `help` to whatever has subcommands; `--help` says the same.
  const inner = help.visibleCommands(command).filter(one => one.name() !== 'help');
  const facts: CommandFacts = {
    path,
    description: command.description(),
    args: command.registeredArguments.map(argument => ({
      term: termOf(argument),
      description: argument.description,
    })),
    options: help.visibleOptions(command).map(option => ({
      flags: option.flags,
      long: option.long ?? option.flags,
      short: option.short ?? null,
      takesValue: option.required || option.optional,
      description: option.description,
    })),
    choices: command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? []),
    inner: inner.map(one => ({ name: one.name(), description: one.description() })),
  };
  return [facts, ...inner.flatMap(one => treeFacts(one, `${path} ${one.name()}`.trim()))];
}

function termOf(argument: Command['registeredArguments'][number]): string {
  const name = `${argument.name()}${argument.variadic ? '...' : ''}`;
  return argument.required ? `<${name}>` : `[${name}]`;
}
