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

/** Several in one word of the environment stand with commas between them. */
const collect = (value: string, before: readonly string[]) => [...before, ...value.split(',')];
const maxDrainSeconds = 3_600;

export function addGatewayOptions(command: Command): Command {
  const option = (flags: string, help: string, variable: string) =>
    new Option(flags, help).env(`PILOTHOUSE_GATEWAY_${variable}`);
  return command
    .option('--gateway', 'serve agents over /mcp for a fleet, with no state of its own and no panel', false)
    .addOption(option('--nats <address>', 'of a gateway: like tls://nats.example:4222, several with commas', 'NATS'))
    .addOption(option('--name <name>', 'of a gateway: what all of its group are called', 'NAME').default('gateway'))
    .addOption(option('--prefix <name>', 'of a gateway: the prefix of its fleet', 'PREFIX').default('pilothouse'))
    .addOption(option('--creds <file>', 'of a gateway: its credentials as nsc writes them', 'CREDS'))
    .addOption(option('--nkey <file>', 'of a gateway: the seed of its nkey', 'NKEY'))
    .addOption(option('--ca <file>', 'of a gateway: authorities in PEM that certificates have to be of', 'CA'))
    .addOption(
      option('--allow-plaintext', 'of a gateway: NATS without TLS beyond this machine', 'PLAINTEXT').default(false),
    )
    .addOption(
      option('--signer <name=file>', 'of a gateway: whose public key signs policy and clients', 'SIGNERS')
        .argParser(collect)
        .default([]),
    )
    .addOption(option('--listen <host:port>', 'of a gateway: where it listens', 'LISTEN').default('127.0.0.1:8080'))
    .addOption(
      option('--host <name>', 'of a gateway: a name that agents reach it by, or several times', 'HOSTS')
        .argParser(collect)
        .default([]),
    )
    .addOption(
      option('--state-key <file>', 'of a gateway: a secret of 32 bytes or more, the same for its group', 'STATE_KEY'),
    )
    .addOption(
      option('--drain-seconds <n>', 'of a gateway: how long calls may go on after SIGTERM', 'DRAIN_SECONDS')
        .argParser(seconds)
        .default(25),
    );
}

function seconds(text: string): number {
  if (/^\d{1,4}$/.test(text) && Number(text) <= maxDrainSeconds) return Number(text);
  throw new InvalidArgumentError(`${JSON.stringify(text)} is no number of seconds; use 0 to ${maxDrainSeconds}.`);
}
