// Spec 000, Claudezilla: frames, their sizes, requests and answers, statement by statement.
import { held, otherwise, testsOf } from './statement.ts';
import type { Statement } from './statement.ts';

const agents = testsOf('test/unit/core/compat/claudezilla/claudezilla-agents.test.ts');
const chromium = testsOf('test/e2e/every-wire-in-chromium.test.ts');
const dialect = testsOf('test/unit/native-host/dialects/claudezilla/claudezilla.test.ts');
const extension = testsOf('test/integration/compat/claudezilla-extension.test.ts');
const firefox = testsOf('test/e2e/claudezilla-firefox.test.ts');
const frameCodec = testsOf('test/unit/native-host/framing/frame-codec.test.ts');
const framePieces = testsOf('test/unit/native-host/framing/frame-pieces.test.ts');
const limits = testsOf('test/integration/compat/limits.test.ts');
const own = testsOf('test/unit/native-host/dialects/claudezilla/claudezilla-own.test.ts');
const relay = testsOf('test/integration/native-host/relay.test.ts');
const selectors = testsOf('test/e2e/claude-selectors.test.ts');
const socket = testsOf('test/integration/compat/claudezilla.test.ts');
const tabs = testsOf('test/integration/compat/claudezilla-spec.test.ts');
const tools = testsOf('test/unit/native-host/dialects/claudezilla/claudezilla-tools.test.ts');

const wireFormat: readonly Statement[] = [
  held(
    'Wire Format',
    'The native messaging host talks to the extension over standard input and output.',
    relay('001 Stdio Handler: frames pass both ways, in order and byte for byte'),
  ),
  held(
    'Wire Format',
    'A message is its length in 4 bytes, little-endian, and then JSON in UTF-8.',
    frameCodec('001 Wire Format: the header counts UTF-8 bytes, little-endian'),
  ),
  held(
    'Reading a Message',
    'Exactly 4 bytes are read, then exactly as many as they say, which are UTF-8 and JSON.',
    frameCodec('001 Stdio Handler: reads a stream that comes one byte at a time'),
    framePieces('000 Reading a Message: text that was cut in the middle of characters is read as if it were whole'),
  ),
  held(
    'Writing a Message',
    'The length of the bytes is written first, then the bytes.',
    frameCodec('000 Writing a Message: a payload of %i bytes is written as one frame'),
  ),
];

const sizes: readonly Statement[] = [
  held(
    'Message Size Limits',
    'The extension is sent at most 1 MB in a message; more is an error.',
    limits(
      '000 Message Size Limits: it is sent a command of exactly 1,048,576 bytes; one byte more is an error, and the port serves on.',
    ),
  ),
  otherwise(
    'Message Size Limits',
    'The extension may send up to 4 GB in a message.',
    'A message of more than 64 MiB ends its connection, because it has to fit into memory.',
    limits('000 Message Size Limits: it takes 64 MiB in one frame, and closes on one byte more.'),
    frameCodec('refuses length %i over a cap of 100 with both numbers'),
  ),
  held(
    'Message Size Limits',
    'The socket keeps at most 10 MB.',
    socket('000 Message Size Limits: a line of more than 10 MB is refused with a reason and its connection ends.'),
    limits('000 Message Size Limits: it answers with an error in place of a reply over 10 MB, and serves on.'),
  ),
  held(
    'Message Size Limits',
    'A screenshot is a JPEG of 60% quality and half the size unless something else is asked for.',
    chromium(
      '000 Message Size Limits: a screenshot is at 60% and half the size, waits for its page, and names what its numbers stand for.',
    ),
  ),
  otherwise(
    'Message Size Limits',
    'Screenshots are kept under the 1 MB that the extension is sent.',
    'They come from the extension, where that bound does not hold; they may be as large as a line of the socket, and are scaled beyond that.',
    extension(
      '000 Message Size Limits: a picture of 2 MB reaches it as it was given, because the bound of 1 MB is that of the other direction.',
    ),
    own('A picture that the hub had to scale says so in the wire’s own keys.'),
  ),
];

const requests: readonly Statement[] = [
  held(
    'Request Format',
    'A request is one flat object of command, tabId, agentId, timeout and what else the command takes.',
    dialect('000 Request Format: its keys beside the envelope are the arguments.'),
    socket('000 Response Format: the flat form is answered flat, with the token in the line or once as the first one.'),
  ),
  otherwise(
    'Request Format',
    'The MCP server sends requests in this flat form.',
    'The real one sends `command`, `params` and `authToken`; both forms are served, each answered in its own.',
    dialect('000 Response Format: line $index is read, and its reply is written byte by byte as the real host did.'),
    socket('000 Request Format: two agents open tabs, are refused each other’s, see both, and say goodbye.'),
  ),
  held(
    'Request Format',
    'A command is forwarded to the extension.',
    extension(
      '000 Request Format: its commands arrive as they were asked, and their answers as they were given, also what no tool of the hub does.',
      '000 Request Format: bounds that the extension passes over are kept to by the hub, and a window that is not its agent’s is refused.',
    ),
  ),
  otherwise(
    'Request Format',
    'The extension gets a command in the flat form too.',
    'The real extension wants an id and the type `command` around it, and gets them.',
    tools('000 Request Format: a command for the extension has the keys of the real host’s, in their order.'),
  ),
  held(
    'Request Format',
    '`command` is required, and is one of the listed names.',
    dialect(
      '000 Request Format: the table names the 37 commands of the real system.',
      '000 Request Format: $line is refused with: $error',
    ),
  ),
  held(
    'Request Format',
    'What the listed commands do is also done where the browser has Pilothouse’s own extension; what is not heeded is named.',
    chromium(
      '000 Request Format: selectors are clicked, typed into, scrolled to and waited for, and each answer says what the real system says.',
      '000 Request Format: scroll goes to an element, to a place of the page, or tells where the page is.',
      '000 Request Format: the state of a page has its errors and fields, its accessibility is a tree, each with no more than was asked for.',
      '000 Request Format: setViewport gives the page a size of its own, and resizeWindow that of its window again.',
      '000 Request Format: handleConsent clicks the button that agrees, and says when there is none.',
      '000 Request Format: an element, the console and the requests are looked at.',
    ),
    firefox(
      '000 Request Format: setViewport fits the window of a tab in the background, and says that its page hears of it later.',
      '000 Request Format: a private window and a usual one are opened whichever of them is in front, and each is told and sized as what it is.',
      '000 Request Format: a picture is told with the quality that it was taken with, and a form that there is not is refused.',
    ),
    socket(
      '000 Request Format: private windows are opened where the browser lets Pilothouse into them, and told truly.',
      '000 Request Format: a param that is not heeded is named in the answer.',
    ),
  ),
  held(
    'Request Format',
    'What the listed commands do is also done through Claude’s extension, which knows no selectors.',
    selectors(
      '000 Request Format: selectors are typed into, clicked, waited for, read and scrolled to.',
      '000 Request Format: a selector that finds nothing in its time is refused in a sentence.',
    ),
  ),
  held(
    'Request Format',
    '`ping` and `version` tell whether there is a browser.',
    socket(
      '000 Request Format: ping, version and the loop are answered by the hub, the first two while there is a browser.',
    ),
  ),
  otherwise(
    'Request Format',
    '`tabId` is required for most commands that use a page.',
    'The real system takes the active tab without one, whoever it belongs to; here it is a tab of the agent’s own, and an error where it has none.',
    tabs(
      '000 Request Format: a command without a tab goes to one of its agent’s own, and to nobody’s where it has none.',
    ),
  ),
  held(
    'Request Format',
    '`agentId` is compared with the owner of a tab.',
    socket('000 Request Format: two agents open tabs, are refused each other’s, see both, and say goodbye.'),
  ),
  otherwise(
    'Request Format',
    'The MCP server puts `agentId` into each request.',
    'The real one leaves it out of getTabs, resizeWindow and others; such a command is that of the agent whose process sent it.',
    agents(
      '000 Request Format: whoever says no id is the agent whose process is at the other end, or that spoke last on the connection.',
    ),
    chromium(
      '000 Request Format: commands without an agent id are those of the agent that asks; windows are told as they are.',
    ),
  ),
];

const responses: readonly Statement[] = [
  held(
    'Response Format',
    'An answer is flat: `success` and the keys of the result.',
    dialect(
      '000 Response Format: it is answered flat, as the spec writes it.',
      '000 Response Format: a result that is a list stays below its key, and no key of a result turns success around.',
    ),
  ),
  otherwise(
    'Response Format',
    'The host answers in this flat form.',
    'The real host answers with `success` and `result`, and so is answered who asks in the form of its MCP server.',
    dialect('000 Response Format: line $index is read, and its reply is written byte by byte as the real host did.'),
  ),
  held(
    'Response Format',
    'An error is `success: false` with a sentence, which names the owner of the tab in short.',
    socket('000 Response Format: the flat form is answered flat, with the token in the line or once as the first one.'),
  ),
];

export const spec000Messages: readonly Statement[] = [...wireFormat, ...sizes, ...requests, ...responses];
