// `pilothouse completion`: prints the script by which a shell completes the commands of this version.
import { Argument, Command } from 'commander';
import type { CompletedShell } from './completion.ts';

/** `program` is the whole tree. */
export function buildCompletionCommand(program: Command): Command {
  return new Command('completion')
    .description('print the script by which a shell completes these commands; its first lines say where it goes')
    .addArgument(new Argument('<shell>', 'the shell').choices(['bash', 'zsh', 'fish']))
    .action(async (shell: CompletedShell) => {
      const { completionScript } = await import('./completion.ts');
      const { treeFacts } = await import('./tree-facts.ts');
      const { printLines } = await import('../core/platform/terminal.ts');
      printLines(completionScript(shell, treeFacts(program)));
    });
}
