// Spec 004, HTTP with SSE: its sessions, its endpoints and its events, statement by statement.
import { held, otherwise, testsOf } from './statement.ts';
import type { Statement } from './statement.ts';

const clients = testsOf('test/integration/http/clients.test.ts');
const groupNames = testsOf('test/unit/core/agents/group-names.test.ts');
const http = testsOf('test/integration/http/spec-004.test.ts');
const httpCallers = testsOf('test/e2e/http-callers.test.ts');
const httpSessions = testsOf('test/e2e/http-sessions.test.ts');
const mapping = testsOf('test/integration/http/spec-004-mapping.test.ts');
const mcpHttp = testsOf('test/unit/core/http/mcp-http.test.ts');
const settings = testsOf('test/integration/http/settings.test.ts');
const socket = testsOf('test/e2e/companion-socket.test.ts');
const tabEnds = testsOf('test/unit/core/tabs/tab-ends.test.ts');
const withoutToken = testsOf('test/integration/http/without-token.test.ts');

const opened = http('004 GET /sse: it opens with the headers of the spec, and the endpoint is the first event.');
const answered = http(
  '004 POST /message: a message is accepted with 202 and {"status":"accepted"}, and its answer is a message event.',
);
const ownGroups = httpSessions(
  '004 Session Manager: each session has a tab group of its own, by the name of its agent, on both wires.',
);

const goals: readonly Statement[] = [
  held(
    'Design Goals',
    'Any client of MCP’s HTTP with SSE connects.',
    clients(
      '004 Client Configuration: the official SDK, %s, lists and calls.',
      '004 Client Configuration: the Inspector calls a tool over SSE.',
    ),
    withoutToken('004 Client Configuration: the first version of the official SDK needs no more.'),
  ),
  otherwise(
    'Design Goals',
    'The server runs within the extension, without another program.',
    'An extension cannot listen, as the spec says itself further on; the hub listens, which is the external process of its Option B.',
    socket('an agent works in it as over the relay'),
  ),
  held(
    'Design Goals',
    'Native messaging works beside it.',
    socket('where native messaging works too, it wins, and there is one connection'),
    ownGroups,
  ),
];

const sessions: readonly Statement[] = [
  held('MCP Client Connection Sequence', 'GET /sse opens a stream, whose first event is the endpoint.', opened),
  held(
    'MCP Client Connection Sequence',
    'initialize and tools/call are posted, and answered by events.',
    answered,
    mapping('004 Tool Call Response: a result has its content and isError false.'),
  ),
  held('Session Lifecycle', 'The server makes the id of the session.', opened),
  otherwise(
    'Session Manager',
    'The id of a session is made of the time and Math.random().',
    'It is 128 random bits, because the other two can be guessed.',
    opened,
  ),
  held(
    'Session Lifecycle',
    'A session may have a tab group.',
    ownGroups,
    groupNames(
      '004 Session Manager: two sessions of one client have a group each, the second with a number, and keep them.',
    ),
  ),
  held(
    'Session Lifecycle',
    'The session ends when its stream closes.',
    http('004 Session Lifecycle: the agent that listens is shown, and leaves with its stream.'),
  ),
  held(
    'Session Lifecycle',
    'The session ends at shutdown.',
    http('004 Session Lifecycle: shutdown is answered, and ends the stream.'),
  ),
  held(
    'Session Lifecycle',
    'The tabs of a session may be closed at its end.',
    tabEnds(
      '004 Session Lifecycle: where nothing is set, the tabs of a session that has ended are handed over to the user, all of them.',
      '004 Session Lifecycle: where the user has set that, the tabs that a session over %s has opened are closed with it; the one in front and what the user gave it stay.',
    ),
    httpSessions(
      '004 Session Lifecycle: the tabs of a session that has ended stay open, leave its group, and are shown without an owner.',
      '004 Session Lifecycle: where the user has set that, a session on %s closes its tabs at its end, but for the one that lies in front.',
    ),
    httpCallers(
      '004 Session Lifecycle: whether the tabs of an ended session are closed is chosen, and every program needs a token again.',
    ),
  ),
];

const endpoints: readonly Statement[] = [
  held(
    'Base URL',
    'The address is http://localhost:3456/.',
    mapping('004 Base URL: http://localhost is served like http://127.0.0.1, and nothing is at its root.'),
  ),
  held(
    'Base URL',
    'The port can be set; it is 3456 where it is not.',
    settings(
      '004 Configuration: where nobody sets anything the port is 3456 on 127.0.0.1, a token is needed, no page may ask, and 100 requests a minute are taken.',
      '004 Base URL: a busy port is a state that names who holds it; no other port is taken.',
    ),
  ),
  held(
    'Endpoints',
    'They are GET /sse, POST /message, GET /health and GET /tools.',
    http('004 Endpoints: another method than a route has is refused with 405 and the ones that it has.'),
  ),
  held(
    'GET /sse',
    'It is asked with Accept: text/event-stream.',
    mapping('004 GET /sse: a client that accepts no stream of events is told so; one that says nothing is served.'),
  ),
  held('GET /sse', 'The answer is 200 with its headers, X-Session-Id among them.', opened),
  held(
    'POST /message',
    'sessionId is required.',
    http(
      '004 Error Responses: POST /message with %s is refused with the error body of the spec.',
      '004 POST /message: the session of another client is as unknown as one that never was.',
    ),
  ),
  held(
    'POST /message',
    'The body is a message of JSON-RPC, sent as application/json.',
    http('004 Error Responses: a body that %s is refused, and the stream goes on.'),
    withoutToken('004 POST /message: a body that a page could send without a preflight is refused with 415.'),
  ),
  held('POST /message', 'It is answered 202 with {"status": "accepted"}; the result is an event.', answered),
  held(
    'GET /health',
    'It tells status and version.',
    http(
      '004 GET /health: who has a token reads status, version and activeSessions; who has none is not told how many are connected.',
    ),
  ),
  otherwise(
    'GET /health',
    'activeSessions is told to everybody.',
    'How many are connected is told to those who show a token, or to all while programs without a token are let in.',
    http(
      '004 GET /health: who has a token reads status, version and activeSessions; who has none is not told how many are connected.',
    ),
    withoutToken(
      '004 GET /health: without a token it tells activeSessions too, and GET /tools lists, while that is let in.',
    ),
  ),
  held(
    'GET /tools',
    'It lists the tools with name, description and inputSchema.',
    http(
      '004 GET /tools: they are those that an agent of this client is listed and every other name of the spec, and tools/list on a stream names the same.',
    ),
  ),
  held(
    'Error Responses',
    '400 for what cannot be read, 401 without a token, 404 for an unknown session.',
    http(
      '004 Error Responses: POST /message with %s is refused with the error body of the spec.',
      '004 Error Responses: a body that %s is refused, and the stream goes on.',
      '004 Optional Authentication: %s needs a token unless the user has switched that off, and says so in the error body of the spec.',
    ),
  ),
  held(
    'Error Responses',
    '500 for an error inside.',
    mcpHttp('004 Error Responses: what goes wrong inside is answered 500 with -32603, and the next request is served.'),
  ),
];

const events: readonly Statement[] = [
  held('Event Types', 'endpoint comes first, with the address for messages.', opened),
  held('Event Types', 'message has an answer or a notification.', answered),
  held(
    'Event Types',
    'ping comes every 30 seconds, with the time.',
    mcpHttp('004 ping: a stream is told the time every 30 seconds.'),
  ),
  held(
    'Event Types',
    'error has a code and a message.',
    http('004 error: an agent that the user disconnects is told why by an error event, and the stream ends.'),
    mcpHttp('004 error: a stream that the hub ends is told why first.'),
  ),
  held(
    'Message Format',
    'Data is JSON on a single line.',
    mapping('004 Message Format: what holds ends of lines is one line all the same.'),
  ),
  otherwise(
    'Message Format',
    'The data of the endpoint event is JSON.',
    'The spec’s own sample has the bare path there, as MCP has it.',
    opened,
  ),
];

export const spec004Messages: readonly Statement[] = [...goals, ...sessions, ...endpoints, ...events];
