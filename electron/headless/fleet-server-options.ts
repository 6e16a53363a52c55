// The options by which a subcommand of `pilothouse fleet` is told of a NATS server and of proofs for it.
import type { Command } from 'commander';

/** How a hub proves who it is; a secret itself is never an argument. */
export function withProof(command: Command): Command {
  return command
    .option('--creds <file>', 'a .creds file of NATS')
    .option('--nkey <file>', 'a file with the seed of an nkey')
    .option('--user <name>', 'a user, whose password is asked for or read from standard input')
    .option('--token-stdin', 'a token, which is asked for or read from standard input', false);
}

export function withServer(command: Command): Command {
  return withProof(command)
    .option('--prefix <name>', 'what the subjects of the fleet begin with', 'pilothouse')
    .option('--ca <file>', 'authorities in PEM that certificates have to be of')
    .option('--allow-plaintext', 'without TLS, also beyond this machine', false);
}
