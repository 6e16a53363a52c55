// The options of `pilothouse serve --gateway`. Each can stand in the environment too, so that a container is given them once; secrets are files.
import { type Command, InvalidArgumentError, Option } from 'commander';

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
}

type Row = readonly [flags: string, help: string, variable: string, usual?: unknown, read?: Parser];
type Parser = (text: string, before: unknown) => unknown;

/** Several in one word of the environment stand with commas between them. */
const collect: Parser = (text, before) => [
  ...(before as readonly string[]),
  ...text.split(',').map(word => word.trim()),
];

const rows: readonly Row[] = [
  ['--nats <address>', 'like tls://nats.example:4222, several with commas', 'NATS'],
  ['--name <name>', 'what all of its group are called', 'NAME', 'gateway'],
  ['--prefix <name>', 'the prefix of its fleet', 'PREFIX', 'pilothouse'],
  ['--creds <file>', 'a .creds file of NATS', 'CREDS'],
  ['--nkey <file>', 'a file with the seed of an nkey', 'NKEY'],
  ['--ca <file>', 'authorities in PEM', 'CA'],
  ['--allow-plaintext', 'NATS without TLS', 'PLAINTEXT', false],
  ['--signer <name=file>', 'whose public key signs policy and clients', 'SIGNERS', [], collect],
  ['--listen <host:port>', 'where it listens', 'LISTEN', '127.0.0.1:8080'],
  ['--host <name>', 'a name that agents reach it by', 'HOSTS', [], collect],
  ['--state-key <file>', 'a secret that its group shares', 'STATE_KEY'],
  ['--drain-seconds <n>', 'for calls under way, after SIGTERM', 'DRAIN_SECONDS', 25, seconds],
];

export function addGatewayOptions(command: Command): Command {
  command.option('--gateway', 'serve agents over /mcp for a fleet, without a panel or a state of its own', false);
  for (const [flags, help, variable, usual, read] of rows) {
    const option = new Option(flags, `of a gateway: ${help}`).env(`PILOTHOUSE_GATEWAY_${variable}`).default(usual);
    command.addOption(read ? option.argParser(read) : option);
  }
  return command;
}

function seconds(text: string): number {
  if (/^\d{1,3}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Use 0 to 999 seconds.');
}
