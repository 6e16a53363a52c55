// The subcommands of `pilothouse fleet` about audit and traces. What they do is loaded when one of them runs.
import { withServer } from './fleet-server-options.ts';
import type { Command } from 'commander';
import type { CommandContext } from './command-context.ts';
import type { FleetReadOptions, RetentionOptions } from './fleet-audit.ts';

const collect = (value: string, before: readonly string[]) => [...before, value];

export function addFleetAuditCommands(fleet: Command, { home, words }: CommandContext): void {
  const reads = {
    audit: 'what was decided on every hub of the fleet',
    trace: 'the calls of agents on every hub',
  } as const;
  for (const kind of ['audit', 'trace'] as const)
    fleet
      .command(kind)
      .description(`${reads[kind]}, the oldest first`)
      .option('--since <when>', 'a date in ISO 8601, or how long ago: 30m, 2h, 7d', '24h')
      .option('--until <when>', 'likewise; up to now when absent')
      .option('--hub <name>', 'of this hub alone; may stand several times', collect, [])
      .option('--agent <text>', 'a part of the id of an agent or client')
      .option('--what <text>', 'a part of the name of a tool or of what was changed')
      .option('--follow', 'go on with what comes', false)
      .option('--json', 'a JSON object in each line', false)
      .action(async (options: FleetReadOptions) =>
        (await import('./fleet-audit.ts')).readFleet(home(), kind, options, await words()),
      );
  withServer(fleet.command('retention'))
    .description(
      'how long the fleet keeps audit and traces; by a hub, where it waits for the panel, or with --nats by itself',
    )
    .option('--nats <address>', 'ask no hub but this server, with the credentials of whoever set the fleet up')
    .option('--audit-days <n>', 'keep the audit for so many days')
    .option('--trace-days <n>', 'keep traces for so many days')
    .option('--json', 'as JSON', false)
    .action(async (options: RetentionOptions) =>
      (await import('./fleet-audit.ts')).setFleetRetention(home(), options, await words()),
    );
}
