// The subcommands of `pilothouse telemetry`. What they do is loaded when one of them runs.
import { type Command, Option } from 'commander';
import type { CommandContext } from './command-context.ts';
import type { TelemetryDefaults, TelemetrySet } from './telemetry.ts';

interface Json {
  readonly json: boolean;
}

const acts = {
  on: 'serve /metrics, once that was confirmed in the panel; the first time prints its token, once',
  off: 'serve it no more; its token is kept',
  token: 'make a new token, once that was confirmed in the panel, and print it, once; the one before is taken no more',
  status: 'whether it is on, and where',
} as const;

/** To be called with the command `telemetry`. */
export function addTelemetryCommands(telemetry: Command, { home, words }: CommandContext): void {
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
  addLiveExport(telemetry, { home, words });
}

/** Live export by OTLP. */
function addLiveExport(telemetry: Command, { home, words }: Pick<CommandContext, 'home' | 'words'>): void {
  telemetry
    .command('set <signal>')
    .description('how spans, metrics or logs leave by OTLP, once that was confirmed in the panel')
    .addOption(new Option('--on', 'send them').conflicts('off'))
    .option('--off', 'send them no more')
    .option('--endpoint <url>', 'the whole address, such as http://127.0.0.1:4318/v1/traces; empty for the shared one')
    .addOption(new Option('--protocol <protocol>', 'how they are written').choices(['protobuf', 'json']))
    .addOption(new Option('--compression <how>', 'how requests are packed').choices(['gzip', 'none']))
    .option('--header <name>', 'a header, whose value is asked for or read from standard input')
    .option('--without-header <name>', 'take a header away')
    .option('--json', 'as JSON', false)
    .action(async (signal: string, options: TelemetrySet) =>
      (await import('./telemetry.ts')).setTelemetry(home(), signal, options, await words()),
    );
  telemetry
    .command('defaults')
    .description('what holds for all that leaves by OTLP, once that was confirmed in the panel')
    .option('--endpoint <url>', 'of signals without their own, such as http://127.0.0.1:4318; empty for none')
    .option('--ratio <number>', 'of traces that no caller has decided about, 0 to 1')
    .addOption(onOrOff('--contents <on|off>', 'what was asked and answered, masked, in spans'))
    .addOption(onOrOff('--host-name <on|off>', 'the name of this machine'))
    .addOption(onOrOff('--allow-plain-http <on|off>', 'http to other machines, which can be read on the way'))
    .option('--json', 'as JSON', false)
    .action(async (options: TelemetryDefaults) =>
      (await import('./telemetry.ts')).setTelemetryDefaults(home(), options, await words()),
    );
  telemetry
    .command('show')
    .description('what is sent where, and how that goes')
    .option('--json', 'as JSON', false)
    .action(async ({ json }: Json) => (await import('./telemetry.ts')).showTelemetry(home(), json, await words()));
  telemetry
    .command('try <signal>')
    .description('send an empty request, and tell whether it is taken')
    .option('--json', 'as JSON', false)
    .action(async (signal: string, { json }: Json) =>
      (await import('./telemetry.ts')).tryTelemetry(home(), signal, json, await words()),
    );
}

function onOrOff(flags: string, description: string): Option {
  return new Option(flags, description).choices(['on', 'off']);
}
