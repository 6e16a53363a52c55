// Spec 001, Claude Code's native host: its clients, its messages and its errors, statement by statement.
import { held, otherwise, testsOf } from './statement.ts';
import type { Statement } from './statement.ts';

const dialect = testsOf('test/unit/native-host/dialects/claude/claude.test.ts');
const endpoints = testsOf('test/integration/compat/claude-endpoints.test.ts');
const frames = testsOf('test/integration/compat/claude-frames.test.ts');
const methods = testsOf('test/integration/compat/claude-methods.test.ts');
const relay = testsOf('test/integration/native-host/relay.test.ts');
const time = testsOf('test/integration/compat/time.test.ts');

const transcript = frames(
  '001 Message Routing: the captured transcript plays through: ping, status, unknown types, tool requests, responses and notifications; both sides get what the real host gave them.',
);

const clients: readonly Statement[] = [
  held(
    'Handle Client Connection Algorithm',
    'The extension gets mcp_connected when a client connects and mcp_disconnected when it closes.',
    frames(
      '001 Socket Server: the extension hears of each connection that opens and closes, also of one that never says a word.',
    ),
  ),
  held(
    'Process Client Buffer Algorithm',
    'A length of 0, or of more than 1 MiB, closes the connection.',
    frames('001 Process Client Buffer: a length of %s closes the connection.'),
  ),
  held(
    'Process Client Buffer Algorithm',
    'Several messages that come at once are taken in their order.',
    frames(
      '001 Process Client Buffer: requests that are sent at once are answered in their order, also the unreadable one among them.',
    ),
  ),
  held(
    'Broadcast to Clients Algorithm',
    'tool_response and notification go on to clients, without their type.',
    transcript,
  ),
  otherwise(
    'Broadcast to Clients Algorithm',
    'All clients get every tool_response.',
    'An answer goes to the client that asked, and to no other: it may show a page of that client’s tabs.',
    frames('001 Broadcast to Clients: of two clients only the asker gets the reply.'),
  ),
];

const routing: readonly Statement[] = [
  held('Message Routing Logic', 'ping is answered with pong and the time.', transcript),
  held('Message Routing Logic', 'get_status is answered with status_response and a version.', transcript),
  held(
    'Message Routing Logic',
    'Any other type is answered with an error that names it.',
    transcript,
    dialect('$in is refused.'),
  ),
  held(
    'Message Routing Logic',
    'A client’s message becomes a tool_request with its method and its params as they came.',
    methods('001 Message Routing: any method is forwarded with its params, and its answer comes back as it was.'),
    transcript,
  ),
  otherwise(
    'Message Routing Logic',
    'The params of execute_tool go on as they came.',
    'It is a call of a tool, so it is decided on and sent as the hub carries it out, with the tab of its agent; params that mean nothing here are named in the answer.',
    methods('001 Socket Server: params that mean nothing here are named in the first answer after they came.'),
    frames('A tab that one agent opened is neither listed for another one nor open to it.'),
  ),
  otherwise(
    'Message Routing Logic',
    'Every message of a client reaches the extension.',
    'The user is asked about a method that is no tool, and what is refused stays away.',
    methods('A method that the user refuses does not reach the extension.'),
  ),
  held(
    'State Transitions',
    'The host starts, runs with and without clients, and shuts down.',
    endpoints('001 Process Lifecycle: a way in is open, is switched off and on, and closes its connections.'),
    frames(
      '001 Socket Server: the extension hears of each connection that opens and closes, also of one that never says a word.',
    ),
  ),
];

const errors: readonly Statement[] = [
  otherwise(
    'Fatal Errors',
    'Where the path is in use the process exits with an error.',
    'The hub’s other endpoints stay open, and the panel names the process that holds this one.',
    endpoints('001 Fatal Errors: a place that another process holds is shown as held by it.'),
  ),
  held(
    'Fatal Errors',
    'When standard input closes the host shuts down in order.',
    relay('001 Fatal Errors: comes with the end of the input, and the hub sees the peer leave'),
  ),
  held(
    'Fatal Errors',
    'A length that is none closes the connection.',
    frames('001 Process Client Buffer: a length of %s closes the connection.'),
    relay('001 Stdio Handler: comes with a sentence when the browser sends a length of zero'),
  ),
  otherwise(
    'Recoverable Errors',
    'What is no JSON is logged, and reading goes on.',
    'It is answered too, as newer versions do, and the third in a row closes the connection: such a client speaks something else.',
    frames(
      '001 Recoverable Errors: an unreadable frame is answered and the next one read; three in a row close the connection; invalid UTF-8 is one of them.',
    ),
    dialect('001 Recoverable Errors: text that is no JSON is answered as the real host does.'),
  ),
  held(
    'Recoverable Errors',
    'A client that is gone is forgotten, and the others are served.',
    frames('001 Recoverable Errors: an agent that is killed in the middle of a frame leaves the others undisturbed.'),
  ),
  otherwise(
    'Recoverable Errors',
    'A write to a client whose buffer is full is logged, and the host goes on.',
    'It goes on for the others. That client is served no further until it reads, and is closed after 30 seconds.',
    frames(
      '001 Recoverable Errors: a client that does not read is asked for nothing more, and the browser serves the others.',
    ),
    time('A client of spec 001 that leaves an answer lying for 30 s is closed, and its agent has left.'),
  ),
  held(
    'Logging',
    'A line on standard error begins with [Claude Chrome Native Host] and the time.',
    relay('001 Logging: of a host started with --chrome-native-host comes with %s, in a line of its log'),
  ),
  held(
    'Test Client Implementation',
    'The client of the spec sends execute_tool with a length before it and reads its answers so.',
    frames('Twelve clients ask at once and each gets its own answer.'),
  ),
];

export const spec001Messages: readonly Statement[] = [...clients, ...routing, ...errors];
