// The subcommands of `pilothouse telemetry`. What they do is loaded when one of them runs.
import { Command } from 'commander';
import type { CommandContext } from './command-context.ts';

interface Json {
  readonly json: boolean;
}

const acts = {
  on: 'serve /metrics, once that was confirmed in the panel; the first time prints its token, once',
  off: 'serve it no more; its token is kept',
  token: 'make a new token, once that was confirmed in the panel, and print it, once; the one before is taken no more',
  status: 'whether it is on, and where',
} as const;

export function buildTelemetryCommand({ home, words }: CommandContext): Command {
  const telemetry = new Command('telemetry').description('what this hub tells of itself to your observability');
  const prometheus = telemetry.command('prometheus').description('its metrics at /metrics, for Prometheus');
  for (const act of ['on', 'off', 'token', 'status'] as const) {
    prometheus
      .command(act)
      .description(acts[act])
      .option('--json', 'as JSON', false)
      .action(async ({ json }: Json) =>
        (await import('./prometheus.ts')).changePrometheus(home(), act, json, await words()),
      );
  }
  return telemetry;
}
