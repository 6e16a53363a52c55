// Spec 004, HTTP with SSE: where its server runs, who is let in, and what can be set, statement by statement.
import { held, otherwise, testsOf } from './statement.ts';
import type { Statement } from './statement.ts';

const appOptions = testsOf('test/unit/main/app-options.test.ts');
const clients = testsOf('test/integration/http/clients.test.ts');
const companion = testsOf('test/e2e/extension.test.ts');
const cors = testsOf('test/unit/core/http/cors.test.ts');
const http = testsOf('test/integration/http/spec-004.test.ts');
const httpCallers = testsOf('test/e2e/http-callers.test.ts');
const httpClients = testsOf('test/e2e/http-clients.test.ts');
const listen = testsOf('test/unit/core/http/listen.test.ts');
const mapping = testsOf('test/integration/http/spec-004-mapping.test.ts');
const rateLimits = testsOf('test/unit/core/http/rate-limits.test.ts');
const relay = testsOf('test/integration/native-host/relay.test.ts');
const secrets = testsOf('test/integration/headless/secrets-in-processes.test.ts');
const settings = testsOf('test/integration/http/settings.test.ts');
const socket = testsOf('test/e2e/companion-socket.test.ts');
const withoutToken = testsOf('test/integration/http/without-token.test.ts');

const unset = settings(
  '004 Configuration: where nobody sets anything the port is 3456 on 127.0.0.1, a token is needed, no page may ask, and 100 requests a minute are taken.',
);

const placesOfTheServer: readonly Statement[] = [
  otherwise(
    'Extension Modifications',
    'Option A: an offscreen document of the extension serves HTTP.',
    'No browser lets it, as the spec says itself; the hub serves it.',
    companion('offers nothing to pages or other extensions'),
  ),
  held(
    'Extension Modifications',
    'Option B: another process serves HTTP, and the extension connects to it by WebSocket.',
    socket('an agent works in it as over the relay', 'arguments of 3 MB go to it in pieces, and a picture comes back'),
  ),
  otherwise(
    'Extension Modifications',
    'Option C: pages of http://localhost:3456 speak to the extension.',
    'The extension listens to no page; a page asks the hub over HTTP, if its origin is listed.',
    companion('offers nothing to pages or other extensions'),
  ),
  otherwise(
    'Implementation Guide',
    'In the end the extension serves HTTP itself, by Chrome’s sockets or a small native messaging host.',
    'Extensions have no sockets; the native messaging host is there and leads to the hub, which serves.',
    relay('001 Stdio Handler: frames pass both ways, in order and byte for byte'),
  ),
];

const callers: readonly Statement[] = [
  held(
    'Localhost Binding Only',
    'Only this machine reaches the server.',
    listen('Attack 4: the address is the loopback address.'),
    mapping(
      '004 Localhost Binding Only: no other address of this machine is listened on, whichever name of it is set.',
    ),
    settings('004 Localhost Binding Only: a host that is not this machine is refused.'),
  ),
  held(
    'Optional Authentication',
    'A token is shown as Authorization: Bearer.',
    http(
      '004 Optional Authentication: %s needs a token unless the user has switched that off, and says so in the error body of the spec.',
    ),
    withoutToken('004 Optional Authentication: who shows %s is refused with 401, and not let in as nobody.'),
  ),
  otherwise(
    'Optional Authentication',
    'Where no token is set, none is needed.',
    'One is needed until the user lets programs in without, after a warning: any account of the machine can open a port. MCP’s own path, pages that are not listed and rebound names stay refused even then.',
    unset,
    httpCallers(
      '004 Optional Authentication: programs without a token are let in after a warning that says what it means, which stays beside the switch.',
      '004 Optional Authentication: a page that is not listed gets nothing by any means that it has, also while programs without a token are let in.',
    ),
    withoutToken(
      '004 Optional Authentication: MCP’s own path needs a token all the same.',
      '004 Optional Authentication: %s is no program without a token, and is refused with 401.',
      '004 Optional Authentication: a name that was rebound to this machine is refused with 403.',
    ),
    httpClients(
      '004 Optional Authentication: what a page of Firefox asks for without naming its origin is refused too, while programs without a token are let in.',
    ),
  ),
  otherwise(
    'CORS Configuration',
    'Pages of http://localhost:* may ask.',
    'No page may at first; one click lets those of this machine in, with a warning.',
    cors('004 CORS Configuration: nothing is listed by default.'),
    http('004 CORS Configuration: no route is served to a foreign Host or a page of a foreign origin.'),
    httpCallers(
      '004 CORS Configuration: one click lets pages of this machine in, with its warning, and another one shuts them out.',
    ),
    withoutToken(
      '004 CORS Configuration: a page of http://localhost:* opens a stream and posts, shown with its origin; another page that knows its session is told 404.',
      '004 CORS Configuration: a page of %s is refused before its request is looked at, and gets no CORS header.',
      '004 CORS Configuration: a page whose origin is listed no more is ended with a reason; a program and a page that is still listed stay.',
    ),
  ),
  otherwise(
    'CORS Configuration',
    'Access-Control-Allow-Origin is the pattern http://localhost:*.',
    'No browser takes a pattern; a listed origin is told its own name.',
    cors('004 CORS Configuration: a listed origin gets its own name, never a pattern, which no browser would take.'),
  ),
  held(
    'CORS Configuration',
    'The methods and headers that a page may use are told, also by OPTIONS.',
    settings(
      '004 CORS Configuration: a page of a listed origin may ask, and is told so by its browser’s headers; no other may.',
    ),
  ),
  held(
    'Rate Limiting',
    'A client may make 100 requests a minute.',
    rateLimits(
      '004 Rate Limiting: the hundredth request of a minute goes on, the next is told how long to wait.',
      '004 Rate Limiting: a minute after the first request counts anew.',
      '004 Rate Limiting: each client has its own count.',
    ),
    settings(
      '004 Rate Limiting: /message has a limit of its own, past which 429 is answered, and 0 sets none.',
      '004 Rate Limiting: streams on /sse are counted in the minute, and no client has more than 50 open; others are served.',
    ),
    withoutToken(
      '004 Rate Limiting: all programs without a token make 100 requests a minute together; a credential is served meanwhile.',
    ),
  ),
];

const options: readonly Statement[] = [
  held(
    'Extension Options',
    'enabled switches the server.',
    settings(
      '004 Extension Options: enabled is switched off and on again while the hub runs; who was connected is told why.',
    ),
  ),
  held(
    'Extension Options',
    'port, host and authToken can be set and are kept.',
    unset,
    settings(
      '004 Extension Options: an authToken that is set in the panel is taken at once, is told to nobody, and is taken no more once it is removed.',
      '004 Extension Options: what is set stays so after a restart.',
    ),
  ),
  otherwise(
    'Extension Options',
    'Any text may be the token.',
    'One that can be guessed is refused, with a sentence that says why.',
    settings(
      '004 Extension Options: an authToken that can be guessed is refused: %s.',
      '004 Environment Variables: CLAUDE_BROWSER_AUTH_TOKEN of one character is not taken, and a sentence says why and what to do.',
    ),
  ),
  otherwise(
    'Extension Options',
    'corsOrigins holds http://localhost:* at first.',
    'It is empty at first: no page may ask before the user lets it.',
    unset,
  ),
  held(
    'Environment Variables',
    'CLAUDE_BROWSER_MCP_PORT is the port.',
    mapping(
      '004 Environment Variables: CLAUDE_BROWSER_MCP_PORT is the port where the command line names none, before the one of the settings.',
      '004 Environment Variables: a CLAUDE_BROWSER_MCP_PORT that is no port is refused in a sentence.',
    ),
    appOptions(
      '004 Environment Variables: the desktop app takes its arguments before CLAUDE_BROWSER_MCP_PORT and the rest of the environment',
    ),
  ),
  held(
    'Environment Variables',
    'CLAUDE_BROWSER_AUTH_TOKEN is a token.',
    settings(
      '004 Environment Variables: CLAUDE_BROWSER_AUTH_TOKEN is a credential, whose client is shown as unverified once it was used.',
    ),
    secrets('No process of the hub was started with a secret but the one of its own.'),
  ),
  otherwise(
    'Example MCP Client Configuration',
    'The address is all that a client is given.',
    'That is enough while programs without a token are let in; otherwise a client needs the header with its token too.',
    withoutToken(
      '004 Client Configuration: its address alone is enough for the official SDK, which lists and calls, as a client of its own that is asked about.',
    ),
    clients('004 Client Configuration: the official SDK, %s, lists and calls.'),
  ),
  held(
    'Claude Code Configuration',
    'Claude Code takes such an entry.',
    httpClients(
      '004 Claude Code Configuration: with the entry of the spec it is connected, opens a page in the browser and reads it.',
    ),
  ),
];

export const spec004Rules: readonly Statement[] = [...placesOfTheServer, ...callers, ...options];
