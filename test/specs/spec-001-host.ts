// Spec 001, Claude Code's native host: its process, its frames and its socket, statement by statement.
import { held, otherwise, testsOf } from './statement.ts';
import type { Statement } from './statement.ts';

const endpoints = testsOf('test/integration/compat/claude-endpoints.test.ts');
const frameCodec = testsOf('test/unit/native-host/framing/frame-codec.test.ts');
const frames = testsOf('test/integration/compat/claude-frames.test.ts');
const paths = testsOf('test/unit/native-host/endpoints/well-known-paths.test.ts');
const places = testsOf('test/integration/compat/several-places.test.ts');
const relay = testsOf('test/integration/native-host/relay.test.ts');
const relayArguments = testsOf('test/unit/native-host/relay/relay-arguments.test.ts');

const processes: readonly Statement[] = [
  held(
    'Overview',
    'The host talks to the extension over standard input and output.',
    relay('001 Stdio Handler: frames pass both ways, in order and byte for byte'),
  ),
  held(
    'Overview',
    'MCP clients connect over a Unix socket or a named pipe, and messages go both ways between them and the extension.',
    frames(
      '001 Message Routing: the captured transcript plays through: ping, status, unknown types, tool requests, responses and notifications; both sides get what the real host gave them.',
    ),
  ),
  otherwise(
    'Overview',
    'One process talks to the browser and has the socket.',
    'The browser starts a small relay; the sockets are the hub’s, which serves all browsers at once.',
    endpoints(
      '001 Entry Point: the command started with --chrome-native-host is a host of Claude’s extension, and its end is that of its input.',
    ),
  ),
  held(
    'Entry Point',
    'The program is started with --chrome-native-host.',
    endpoints(
      '001 Entry Point: the command started with --chrome-native-host is a host of Claude’s extension, and its end is that of its input.',
    ),
    relayArguments('001 Entry Point: --chrome-native-host'),
  ),
  otherwise(
    'Initialization Sequence',
    'The socket is open before the first message is read.',
    'The hub opens its sockets at its own start; what a browser says before that waits in the relay.',
    relay('the first words of an extension that is not ours wait for the hub, up to 64 KiB'),
  ),
  held(
    'Initialization Sequence',
    'Messages are read until standard input closes; then the process exits.',
    relay('001 Fatal Errors: comes with the end of the input, and the hub sees the peer leave'),
  ),
  held(
    'Process Lifecycle',
    'The end closes all clients and the server and removes the socket.',
    endpoints(
      '001 Process Lifecycle: a way in is open, is switched off and on, and closes its connections.',
      '001 Process Lifecycle: removes on its end only what is still its own.',
      '001 Process Lifecycle: after a kill -9 of the hub the next one takes the dead places and removes them at its end.',
    ),
  ),
  otherwise(
    'Process Lifecycle',
    'That is done when standard input closes.',
    'It is done at the end of the hub: other browsers use the same socket, so that the end of one ends its relay alone.',
    relay('by kill -9 leaves the hub working for the next relay'),
  ),
];

const framing: readonly Statement[] = [
  held(
    'Wire Format',
    'A message is its length in 4 bytes, little-endian, and then JSON in UTF-8.',
    frameCodec('001 Wire Format: the header counts UTF-8 bytes, little-endian'),
  ),
  held(
    'Reading Algorithm',
    'What comes in parts is put together, and messages come out whole and in their order.',
    frameCodec('001 Stdio Handler: reads a stream that comes one byte at a time'),
    relay('001 Stdio Handler: a frame cut in many pieces arrives whole'),
  ),
  held(
    'Reading Algorithm',
    'A length of 0, or of more than 1 MiB, ends the connection.',
    frameCodec('001 Stdio Handler: refuses length zero'),
    relay(
      '001 Stdio Handler: comes with a sentence when the browser sends a length of zero',
      '001 Logging: of a host started with --chrome-native-host comes with %s, in a line of its log',
    ),
  ),
  held(
    'Writing Algorithm',
    'The length is written first, then the message.',
    relay('001 Stdio Handler: frames pass both ways, in order and byte for byte'),
  ),
  held(
    'Constants',
    'The browser is sent at most 1 MiB in a message.',
    relay('001 Constants: a hub frame of 1 MiB reaches the browser and one of a byte more is dropped with a sentence'),
    frameCodec('001 Stdio Handler: takes a frame exactly as long as the cap'),
  ),
  otherwise(
    'Constants',
    'The browser may send at most 1 MiB in a message.',
    'That is so for a program started with --chrome-native-host. A relay that a manifest of Pilothouse starts takes 64 MiB, because what extensions answer can be larger.',
    relay(
      'a browser frame of 33 MB reaches the hub',
      '001 Logging: of a host started with --chrome-native-host comes with %s, in a line of its log',
    ),
  ),
];

const socketServer: readonly Statement[] = [
  held(
    'ClientInfo Structure',
    'Each client has a buffer of its own and is told apart from the others.',
    frames(
      'Twelve clients ask at once and each gets its own answer.',
      '001 Recoverable Errors: an agent that is killed in the middle of a frame leaves the others undisturbed.',
    ),
  ),
  held(
    'Socket Path Determination',
    'The socket is /tmp/claude-code-mcp-USER.sock, on Windows the pipe claude-code-mcp-USER.',
    paths(
      '001 Socket Path: on %s both places lie in /tmp.',
      '001 Socket Path: on Windows they are pipes, one for a user, wherever the root is.',
    ),
    places('Where $USER is not the account’s name, both paths of spec 001 are opened, each on its own.'),
  ),
  otherwise(
    'Socket Path Determination',
    'The real programs look for the socket there.',
    'No version that was looked at does: up to 2.1.5 they use a file in the temporary folder, since 2.1.20 a folder of sockets. The folder is served too, and the file can be switched on.',
    endpoints(
      'is made with mode 0700 and goes when it is empty.',
      '001 Socket Path: the file of old versions is where their temporary folder is, beside the folder of newer ones.',
      '001 Socket Path: the file of old versions and the folder of newer ones take turns where both have one name.',
    ),
  ),
  otherwise(
    'Socket Path Determination',
    'Without USER and USERNAME the name is `unknown`.',
    'The name of the account is always taken, and USER beside it where that is another one; `unknown` would be everybody’s place.',
    paths('%s with USER=%s are %j.'),
  ),
  held(
    'Start Server Algorithm',
    'A dead socket at the path is removed, and nothing that is no socket.',
    endpoints(
      '001 Start Server: takes the place of a dead one.',
      'does not replace a file.',
      'does not follow a planted link, and leaves its target alone.',
    ),
  ),
  otherwise(
    'Start Server Algorithm',
    'A socket that somebody answers at is removed too.',
    'It stays: a host that works would be cut off from its agents.',
    endpoints('001 Fatal Errors: leaves the place to whoever answers there, and names the process.'),
  ),
  held(
    'Start Server Algorithm',
    'The socket has mode 0600.',
    endpoints('001 Start Server: is made with mode 0600, answers, and leaves nothing behind.'),
  ),
];

export const spec001Host: readonly Statement[] = [...processes, ...framing, ...socketServer];
