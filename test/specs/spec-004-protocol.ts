// Spec 004, HTTP with SSE: what MCP is on it, statement by statement.
import { held, otherwise, testsOf } from './statement.ts';
import type { Statement } from './statement.ts';

const everyName = testsOf('test/integration/hub/every-name.test.ts');
const http = testsOf('test/integration/http/spec-004.test.ts');
const httpCallers = testsOf('test/e2e/http-callers.test.ts');
const mapping = testsOf('test/integration/http/spec-004-mapping.test.ts');

export const spec004Protocol: readonly Statement[] = [
  held(
    'Server Information',
    'The server is called claude-browser-extension.',
    mapping(
      '004 Capabilities: initialize is answered with server info, the revision that was asked for, and tools.',
      '004 Server Information: the name is the one that the user has set, from the next handshake on; /mcp keeps the hub’s own.',
    ),
    httpCallers(
      '004 Server Information: the name that clients of /sse read is typed in, and an empty one is the usual one.',
    ),
  ),
  otherwise(
    'Server Information',
    'The server’s version is that of the extension.',
    'It is that of the hub, which is the server.',
    http(
      '004 POST /message: a message is accepted with 202 and {"status":"accepted"}, and its answer is a message event.',
    ),
  ),
  held(
    'Server Information',
    'The revision of the protocol is 2024-11-05.',
    http('004 Server Information: a revision that nobody knows is answered with 2024-11-05.'),
  ),
  otherwise(
    'Server Information',
    'Every client is answered with 2024-11-05.',
    'A client that asks for a newer one is answered with that.',
    mapping('004 Server Information: a newer revision that a client asks for is the one that is spoken.'),
  ),
  held(
    'Capabilities',
    'tools is among the capabilities.',
    mapping('004 Capabilities: initialize is answered with server info, the revision that was asked for, and tools.'),
  ),
  held(
    'Tool Definitions',
    'Each tool has a name, a description and a schema.',
    mapping('004 Tool Definitions: each tool of tools/list has a name, a description and a schema of its arguments.'),
  ),
  held(
    'MCP Method Mapping',
    'initialize, tools/list and tools/call are served, and another method is an error.',
    mapping(
      '004 Capabilities: initialize is answered with server info, the revision that was asked for, and tools.',
      '004 Tool Definitions: each tool of tools/list has a name, a description and a schema of its arguments.',
      '004 MCP Method Mapping: a method that is none is answered with -32601.',
    ),
  ),
  otherwise(
    'MCP Method Mapping',
    'ping returns `pong`.',
    'The listing of the spec returns an empty result, as MCP does, and that is answered.',
    mapping('004 MCP Method Mapping: ping is answered with an empty result.'),
  ),
  held(
    'Tool Call Response',
    'A result has content, and isError false.',
    mapping('004 Tool Call Response: a result has its content and isError false.'),
  ),
  held(
    'MCP Protocol Handler',
    'What a tool fails with is a result with isError true and its text.',
    mapping('004 Tool Call Response: %s is a result with its sentence and isError true.'),
  ),
  otherwise(
    'MCP Protocol Handler',
    'A result without isError gets one.',
    'That holds on /sse; on MCP’s own path, /mcp, a result is as its server gave it.',
    mapping('004 Tool Call Response: on /mcp a result is as its server gave it.'),
  ),
  held(
    'MCP Protocol Handler',
    'What a client says of itself is kept with its session.',
    http('004 Session Lifecycle: the agent that listens is shown, and leaves with its stream.'),
  ),
  held(
    'Complete Tool List',
    'All of the 23 names are there.',
    http(
      '004 GET /tools: they are those that an agent of this client is listed and every other name of the spec, and tools/list on a stream names the same.',
    ),
    everyName('every name is carried out over %s.'),
  ),
];
