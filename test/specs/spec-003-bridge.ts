// Spec 003, the host's half of Harbor: its bridge, the servers that it runs, where things are kept, and the messages, statement by statement.
import { held, otherwise, testsOf } from './statement.ts';
import type { Statement } from './statement.ts';

const attacks = testsOf('test/integration/harbor/harbor-a-attacks.test.ts');
const firstWire = testsOf('test/unit/native-host/dialects/harbor/harbor-a.test.ts');
const catalogue = testsOf('test/unit/core/harbor/a/catalogue.test.ts');
const fuzz = testsOf('test/fuzz/harbor-callers.ts');
const golden = testsOf('test/integration/harbor/harbor-a-golden.test.ts');
const harborHome = testsOf('test/integration/servers/harbor-home.test.ts');
const inChromium = testsOf('test/e2e/servers-alone-chromium.test.ts');
const inFirefox = testsOf('test/e2e/servers-alone-firefox.test.ts');
const imports = testsOf('test/integration/hub/import-harbor.test.ts');
const installed = testsOf('test/integration/install/npm.test.ts');
const installing = testsOf('test/unit/core/servers/lifecycle/installing.test.ts');
const javascript = testsOf('test/integration/runner/javascript.test.ts');
const limits = testsOf('test/integration/hub/call-limits.test.ts');
const packages = testsOf('test/integration/servers/harbor-packages.test.ts');
const programs = testsOf('test/integration/models/programs.test.ts');
const reads = testsOf('test/integration/harbor/harbor-a-read.test.ts');
const runner = testsOf('test/integration/runner/runner.test.ts');
const secondWire = testsOf('test/integration/harbor/harbor-b-transcript.test.ts');
const signIns = testsOf('test/integration/oauth/oauth-sign-ins.test.ts');
const spec = testsOf('test/integration/harbor/harbor-spec.test.ts');
const supervision = testsOf('test/integration/servers/supervision.test.ts');
const supervisor = testsOf('test/integration/servers/server-supervisor.test.ts');
const wasm = testsOf('test/integration/runner/wasm.test.ts');
const wires = testsOf('test/integration/models/wires.test.ts');

const catalogWorker =
  '003 Catalog Worker: with HARBOR_CATALOG_WORKER=1 as without it, what is known is answered while the registry takes its time.';
const everyType = 'Every type of message is answered as it is written down.';
const frames =
  '003 Frame Format: the program that the browser starts reads and writes a length of four bytes, little-endian, and JSON with a type and an id.';
const isolation = '003 Enabling Process Isolation: HARBOR_MCP_ISOLATION=%s decides for servers that are added.';
const offline = 'They run with nothing but what is here: the time, an echo, a text turned around.';
const threeTimes =
  'A server that crashes on start is started three times by itself, then it has failed; the user may start it again.';
const takenOver = 'What was picked is taken over, its secrets into the store, and the rest is left.';
const untouched = 'Nothing of it is changed, and nothing is left beside it.';
const models = 'Models and conversations of Harbor are shown first, taken over once, and nothing of theirs is changed.';
const notApproved =
  'What its user stopped stays stopped, and what was not approved is not started, whatever the wire says.';

const bridge: readonly Statement[] = [
  held(
    'Native Bridge (Rust)',
    'The browser starts the bridge and speaks in frames over stdin and stdout.',
    spec(frames),
  ),
  held(
    'Native Bridge (Rust)',
    'Models of Ollama, OpenAI, Anthropic and others are asked in one form.',
    wires('streams an answer, with its usage', 'calls a tool by the name that its asker knows, and takes its result'),
  ),
  held(
    'Native Bridge (Rust)',
    'A llamafile is a model.',
    programs('a llamafile runs once it was approved and somebody asks, and is stopped with all of it'),
  ),
  held(
    'Native Bridge (Rust)',
    'Sign-ins with other services go through the browser.',
    signIns('It brings tokens, with a state, PKCE and the scope without which nothing could be renewed.'),
  ),
  held(
    'Native Bridge (Rust)',
    'A request has a type, an id and its fields, and goes to the handler of its type.',
    firstWire('Its type is its method, and its other fields are its params.'),
    golden(everyType),
  ),
  otherwise(
    'Native Bridge (Rust)',
    'One wire, of `type` and `request_id`, is spoken.',
    'The bridge in Rust speaks another one, of methods; each is served under the name of its host, to the extensions that its manifest names.',
    secondWire('Every message is answered as the transcript has it.'),
    fuzz("Only an extension that is named, at the name of its own host, is one of Harbor's."),
  ),
];

const runtimes: readonly Statement[] = [
  held(
    'Path 1: In-Browser Execution (No Bridge Required)',
    'Servers of JavaScript and WebAssembly run in the browser, and offline.',
    inChromium('is offered where its user ticks a tool, and the others are refused'),
    inFirefox('is called by a page where its user ticks a tool, and the others are refused'),
    packages(offline),
  ),
  held(
    'Path 2: Native Bridge Execution',
    'Servers of stdio run as child processes.',
    runner('Its pid is the one of the server, which is not the runner.'),
  ),
  held(
    'WASM Runtime',
    'A module has memory of its own, few system calls, and speaks MCP over stdin and stdout.',
    wasm('A module that reads and writes lines is a server with tools.', 'Without folders there is nothing to open.'),
  ),
  held(
    'JavaScript Runtime',
    'A loop over MCP.readLine and MCP.writeLine is a server.',
    javascript('A loop over MCP.readLine and MCP.writeLine is a server with tools.'),
  ),
  held(
    'JavaScript Runtime',
    'There is no network but a fetch that is held to the hosts that were named.',
    javascript(
      'There is no way out: no require, no process but env, no socket, no loader of scripts.',
      'Another host is refused by name with the remedy, and nothing reaches it.',
      'A redirect to another host is refused too.',
    ),
  ),
  held('JavaScript Runtime', 'Nothing is imported.', javascript('An import is refused with a remedy.')),
  held(
    'JavaScript Runtime',
    'Secrets come by process.env.',
    javascript('process.env holds what its config gives and nothing of this machine.'),
  ),
  held(
    'JavaScript Runtime',
    'What it writes to its console is kept.',
    javascript('What it logs stands among its lines of stderr.'),
  ),
];

const processes: readonly Statement[] = [
  held(
    'Process Isolation Architecture',
    'A server that crashes hurts neither the bridge nor another server.',
    runner('A runner that somebody kills ends the run with that reason, and its tree is killed.'),
    supervision('A crash of one agent’s run hurts that agent only, and it is started again for it.'),
  ),
  otherwise(
    'Enabling Process Isolation',
    'Isolation is off unless HARBOR_MCP_ISOLATION=1 asks for it.',
    'It is on unless HARBOR_MCP_ISOLATION=0 or the user switches it off.',
    spec(isolation),
  ),
  held(
    'Server Commands',
    'Servers are connected, disconnected, and asked for their tools, resources and prompts.',
    golden(everyType),
  ),
  otherwise(
    'Catalog Worker',
    'HARBOR_CATALOG_WORKER=1 has a process of its own read the catalogue.',
    'The hub reads it itself, when the extension asks and while others go on; the variable changes nothing.',
    catalogue(catalogWorker),
  ),
  held(
    'Server Lifecycle',
    'A server is INSTALLING while its package is downloaded.',
    installing(
      '003 Server Lifecycle: A server is INSTALLING while its package is downloaded, and tells how far that is.',
    ),
    installed('It is fetched, tried, waits for approval of exactly what was unpacked, and is called.'),
  ),
  held(
    'Server Lifecycle',
    'A start leads from STOPPED by STARTING to RUNNING.',
    supervisor('A start goes through starting to running, a stop through stopping to stopped.'),
  ),
  held(
    'Server Lifecycle',
    'One that ends unexpectedly is CRASHED, and is started again up to three times.',
    supervision(threeTimes, 'It is shown as crashed, then as waiting until its next start.'),
  ),
];

const storage: readonly Statement[] = [
  otherwise(
    'Data Storage',
    'harbor.db, installed_servers.json and sessions/ in ~/.harbor hold servers and conversations.',
    'Pilothouse keeps them in its own home, and takes over what lies there when its user wants that.',
    harborHome(takenOver, untouched),
    imports(models),
  ),
  otherwise(
    'Data Storage',
    'secrets/credentials.json holds keys, for its owner alone.',
    'They are in the secret store, which is the keychain where there is one.',
    attacks('A secret that came by the wire is in the secret store alone.'),
  ),
];

const messages: readonly Statement[] = [
  held('Frame Format', 'Four bytes of length, little-endian, then JSON in UTF-8.', spec(frames)),
  held(
    'Frame Format',
    'An answer has the id of its request.',
    firstWire('Two with one id of the wire are two requests, each answered under that id.'),
    attacks('A thousand at once are all answered, each under its own id.'),
  ),
  held('Message Categories', 'Servers are added, removed, listed, connected and disconnected.', golden(everyType)),
  held('Message Categories', 'mcp_connect, mcp_list_tools, mcp_call_tool and mcp_read_resource.', golden(everyType)),
  held('Message Categories', 'connect_remote_mcp and disconnect_remote_mcp, for a page.', golden(everyType)),
  otherwise(
    'Message Categories',
    'page_chat_message.',
    'The extension answers it itself, by chat_create_session, chat_send_message and chat_delete_session.',
    golden(everyType),
  ),
  held(
    'Message Categories',
    'llm_detect, llm_chat and llm_set_active.',
    golden(everyType),
    reads('Its list of providers is filled: local ones, others, and which have a key.'),
  ),
  held(
    'Message Categories',
    'chat_create_session, chat_send_message and chat_list_sessions.',
    golden(everyType),
    reads('A call and its result have one name, made of the id by which the extension knows the server.'),
  ),
  held('Message Categories', 'host_list_tools, host_call_tool and host_grant_permission.', golden(everyType)),
];

const errors: readonly Statement[] = [
  held(
    'Error Codes',
    'ERR_TOOL_NOT_FOUND, ERR_TOOL_FAILED and ERR_SERVER_UNAVAILABLE.',
    spec('003 Error Codes: a page is told that a server is away, that a tool has failed, and which tool there is not.'),
    limits('ERR_SERVER_UNAVAILABLE: its server was stopped.', 'ERR_TOOL_FAILED: its answer cannot be used.'),
  ),
];

export const spec003Bridge: readonly Statement[] = [
  ...bridge,
  ...runtimes,
  ...processes,
  ...storage,
  ...messages,
  ...errors,
];
