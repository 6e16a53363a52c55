// The options of `pilothouse serve --gateway`. Each can stand in the environment too, so that a container is given them once; secrets are files.
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { TelemetrySignal } from '../../contract/schemas/telemetry.ts';

export interface GatewayArguments {
  readonly gateway: boolean;
  readonly nats?: string;
  readonly name: string;
  readonly prefix: string;
  readonly creds?: string;
  readonly nkey?: string;
  readonly ca?: string;
  readonly allowPlaintext: boolean;
  readonly signer: readonly string[];
  readonly listen: string;
  readonly host: readonly string[];
  readonly stateKey?: string;
  readonly drainSeconds: number;
  readonly otlp?: string;
  readonly otlpSignals: readonly TelemetrySignal[];
  readonly otlpHeaders?: string;
  readonly otlpProtocol: 'protobuf' | 'json';
  readonly otlpCompression: 'gzip' | 'none';
  readonly otlpRatio: number;
  readonly otlpPlainHttp: boolean;
  readonly otlpHostName: boolean;
  readonly metricsToken?: string;
}

type Row = readonly [flags: string, help: string, variable: string, usual?: unknown, read?: Parser];
type Parser = (text: string, before: unknown) => unknown;

/** Several in one word of the environment stand with commas between them. */
const collect: Parser = (text, before) => [...(before as readonly string[]), ...text.split(',').map(one => one.trim())];

const rows: readonly Row[] = [
  ['--nats <address>', 'like tls://nats.example:4222, several with commas', 'NATS'],
  ['--name <name>', 'what all of its group are called', 'NAME', 'gateway'],
  ['--prefix <name>', 'the prefix of its fleet', 'PREFIX', 'pilothouse'],
  ['--creds <file>', 'a .creds file of NATS', 'CREDS'],
  ['--nkey <file>', 'a file with the seed of an nkey', 'NKEY'],
  ['--ca <file>', 'authorities in PEM', 'CA'],
  ['--allow-plaintext [on]', 'NATS without TLS', 'PLAINTEXT', false, flag],
  ['--signer <name=file>', 'whose public key signs policy and clients', 'SIGNERS', [], collect],
  ['--listen <host:port>', 'where it listens', 'LISTEN', '127.0.0.1:8080'],
  ['--host <name>', 'a name that agents reach it by', 'HOSTS', [], collect],
  ['--state-key <file>', 'a secret that its group shares', 'STATE_KEY'],
  ['--drain-seconds <n>', 'for calls under way, after SIGTERM', 'DRAIN_SECONDS', 25, seconds],
  ['--otlp <url>', 'a receiver of OTLP over HTTP', 'OTLP'],
  ['--otlp-signals <names>', 'which of spans,metrics,logs; else all', 'OTLP_SIGNALS', [], signals],
  ['--otlp-headers <file>', 'a "name: value" on each line', 'OTLP_HEADERS'],
  ['--otlp-protocol <name>', 'protobuf or json', 'OTLP_PROTOCOL', 'protobuf', oneOf('protobuf', 'json')],
  ['--otlp-compression <name>', 'gzip or none', 'OTLP_COMPRESSION', 'gzip', oneOf('gzip', 'none')],
  ['--otlp-ratio <n>', 'of traces that no agent has decided about', 'OTLP_RATIO', 1, ratio],
  ['--otlp-plain-http [on]', 'http to another machine', 'OTLP_PLAIN_HTTP', false, flag],
  ['--otlp-host-name [on]', 'tell the name of this machine', 'OTLP_HOST_NAME', false, flag],
  ['--metrics-token <file>', 'serve /metrics to who shows it', 'METRICS_TOKEN'],
];

export function addGatewayOptions(command: Command): Command {
  command.option('--gateway', 'serve agents over /mcp for a fleet, without a panel or a state of its own', false);
  for (const [flags, help, variable, usual, read] of rows) {
    const option = new Option(flags, `of a gateway: ${help}`).env(`PILOTHOUSE_GATEWAY_${variable}`).default(usual);
    command.addOption(read ? option.argParser(read) : option);
  }
  return command;
}

/** What a container is given has a value, and "false" must not switch it on. */
function flag(text: string): boolean {
  if (/^(?:true|1)$/i.test(text)) return true;
  if (/^(?:false|0)$/i.test(text)) return false;
  throw new InvalidArgumentError('Use true or false.');
}

function signals(text: string): readonly string[] {
  return text.split(',').map(one => oneOf('spans', 'metrics', 'logs')(one.trim()));
}

function oneOf(...names: readonly string[]): (text: string) => string {
  return text => {
    if (names.includes(text)) return text;
    throw new InvalidArgumentError(`Use ${names.join(' or ')}.`);
  };
}

function ratio(text: string): number {
  if (/^(?:0|1|0?\.\d{1,9})$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Use 0 to 1, like 0.1.');
}

function seconds(text: string): number {
  if (/^\d{1,3}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Use 0 to 999 seconds.');
}
