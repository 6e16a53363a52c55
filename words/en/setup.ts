// What is wrong with the file that a hub is set up by, in English.
import type { SetupFault, SetupReasons } from '../../contract/setup-reasons.ts';
import type { Words } from '../reason.ts';

const faults: Readonly<Record<SetupFault, string>> = {
  open: 'Everybody on this machine may write to {thing}, and so could change what this hub runs or trusts; stop that with: chmod o-w {thing}',
  large: '{thing} is larger than 1 MB; leave out what does not belong there.',
  empty: '{thing} is empty; write into it what it should hold.',
  token:
    '{thing} holds no token for metrics; write one of 16 to 500 visible characters of ASCII into it, without spaces, such as: openssl rand -hex 32',
  'no-endpoint': 'It has no address to be sent to; name one under "endpoint", here or for all of "telemetry".',
  'plain-http':
    '{thing} is another machine, and what goes there without TLS can be read on the way; use https, or write "allowPlainHttp": true under "telemetry".',
  proofs:
    'Name one proof of who this hub is: "creds", or "nkey", or "token", or "user" with "password", each but "user" a file.',
  'no-fleet': 'A server can be shared only in a fleet; name it under "fleet", or leave "shares" out.',
  'no-server': 'There is no server {thing} under "mcpServers"; add it there, or name one that is.',
  nobody: 'It is shared with nobody; name hubs under "hubs", or roles of the policy under "roles".',
  'shared-twice': 'The server {thing} is shared under another name too; a server can have only one.',
  runs: 'A hub already runs on {thing} and has not taken the file; end it with pilothouse stop, then start it with the file.',
  'policy-unread':
    'The fleet {thing} was joined, but its policy could not be read, and without it nobody knows what it forbids; see whether NATS answers, then start the hub again.',
  placeholder:
    '{thing} has no value; write the value in its place, or ${secret:NAME} with the file of NAME under "secrets".',
};

export const setupWords: Words<SetupReasons> = {
  'setup-no-file': '{path} cannot be read ({cause}); put the file there, readable to the user that the hub runs as.',
  'setup-not-so': ({ so }) => faults[so],
};
