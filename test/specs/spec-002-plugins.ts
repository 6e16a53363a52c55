// Spec 002, Harbor's plugin protocol: what plugins and their hub say to each other, and what holds between them, statement by statement.
import { held, otherwise, testsOf } from './statement.ts';
import type { Statement } from './statement.ts';

const calls = testsOf('test/unit/core/plugins/calls.test.ts');
const carrier = testsOf('test/unit/resources/plugin-carrier.test.ts');
const firefox = testsOf('test/e2e/plugins-firefox.test.ts');
const heartbeat = testsOf('test/unit/core/plugins/heartbeat.test.ts');
const registration = testsOf('test/unit/core/plugins/registration.test.ts');

const ack =
  '002 PLUGIN_REGISTER_ACK: a plugin is told that it is registered, with its id as the namespace of its tools.';
const otherId = '002 Registration Messages: the id is that which the browser told; one who says another is refused.';
const onlyV1 =
  '002 Compatibility Rules: only the exact version is taken, and another one gets PROTOCOL_VERSION_MISMATCH: %s.';
const unreadable = '002 Tool Definition Format: what cannot be read is refused with its place: %s.';
const enabled =
  '002 PLUGIN_ENABLED: a plugin that the user enables again is told so, asked whether it is there, and called again.';
const goodbye =
  '002 PLUGIN_UNREGISTER_ACK: who says goodbye is told that it worked, and is gone; who was never there is told that it did not.';
const sent = '002 PLUGIN_TOOL_CALL: the plugin gets the name of its tool without the namespace, and the arguments.';
const callingOrigin = '002 PLUGIN_TOOL_CALL: the plugin is told the origin of a page that calls, and of nobody else.';
const results = '002 PLUGIN_TOOL_RESULT: whatever the tool gives is the result: a text as it is, the rest as JSON.';
const codes = '002 Error Codes: what a plugin fails with reaches its caller under the same code: %s.';
const misfit =
  '002 Error Codes: arguments that do not fit the schema are INVALID_ARGUMENTS with their place, and are not sent.';
const late = '002 Timeouts: a call that is not answered within its time is TIMEOUT, and the plugin is pinged at once.';
const pinged = '002 Timeouts: each plugin is pinged every 60 s.';
const missed =
  '002 Heartbeat: a ping has 2 s; after three missed in a row a plugin is unreachable, and is pinged ever later.';
const unwell = '002 PLUGIN_PONG: one that answers it is not healthy is in error, until it says that it is.';
const listed =
  '002 PLUGIN_TOOLS_LIST: the hub asks for the tools when the user wants that, within 5 s; some plugins never answer it.';
const open = '002 Plugin Allowlist: by default any extension may register.';
const closed =
  '002 Plugin Allowlist: where only listed ones may, another one is refused and counted, and is in once it is listed.';
const matched = '002 For Harbor Hub: an answer belongs to its request by the id and by the sender.';
const noEnvelope = '002 Message Envelope: what is none is dropped, counted, and changes nothing: %s.';
const asked = 'what it calls dangerous is a question to the user, and an answer for this use is for this call alone';
const active = 'a plugin that is installed is active, with its tools and the browser that it lives in';
const inLists = 'its tools are in the list of an agent, and what only reads is called without a question';
const asIs = 'it hands to plugins what the hub says and nothing else, and says when the browser could not';

const messages: readonly Statement[] = [
  held(
    'Message Envelope',
    'A message has the namespace, the version, a type, a request id, a time and a payload.',
    calls(sent, noEnvelope),
  ),
  held('Registration Messages', 'The id of a plugin is that of its extension.', registration(otherId)),
  held(
    'Registration Messages',
    'PLUGIN_REGISTER brings what the plugin is and its tools.',
    registration(ack),
    firefox(active),
  ),
  held(
    'Registration Messages',
    'PLUGIN_REGISTER_ACK says whether it worked, why not, and the namespace.',
    registration(ack, closed),
  ),
  held('Registration Messages', 'PLUGIN_UNREGISTER ends a registration, and is acknowledged.', registration(goodbye)),
  otherwise(
    'Registration Messages',
    'ALREADY_REGISTERED: a plugin is registered already.',
    'Backgrounds of plugins sleep and register whenever they wake, so that registering again is normal and changes nothing that the user decided.',
    registration('Registering again is normal: nothing that the user decided changes by it.'),
  ),
  held('Tool Operation Messages', 'PLUGIN_TOOLS_LIST asks for the tools anew.', heartbeat(listed)),
  held(
    'Tool Operation Messages',
    'PLUGIN_TOOL_CALL has the name without its namespace, the arguments, and the origin of a page that calls.',
    calls(sent, callingOrigin),
  ),
  held('Tool Operation Messages', 'PLUGIN_TOOL_RESULT and PLUGIN_TOOL_ERROR end a call.', calls(results, codes)),
  held(
    'Health/Keepalive Messages',
    'PLUGIN_PING is answered by PLUGIN_PONG, which says whether the plugin is healthy.',
    heartbeat(pinged, unwell),
  ),
  held(
    'Hub Notification Messages',
    'PLUGIN_DISABLED and PLUGIN_ENABLED tell a plugin what was decided about it.',
    registration(enabled),
    firefox('what the user disabled stays so when it registers again'),
  ),
  held(
    'Tool Definition Format',
    'A tool has a name of its own, words, and a schema of what it takes.',
    registration(unreadable),
  ),
  otherwise(
    'Tool Definition Format',
    'A tool may have a schema of its result.',
    'It is shown to nobody: results of plugins were never compared with one, and MCP clients refuse what does not fit.',
    calls(results),
  ),
  held(
    'Tool Definition Format',
    'uiHints say whether a tool may have side effects, and how fast it is.',
    firefox(active, asked),
  ),
];

const rules: readonly Statement[] = [
  held('Architecture Overview', 'Tools are called pluginId::toolName, up to the first "::".', firefox(inLists)),
  held(
    'Architecture Overview',
    'Plugins register with the hub by messages between extensions.',
    firefox(active),
    carrier(asIs),
  ),
  held('Error Codes', 'Nine codes say what went wrong.', calls(codes, misfit, late), registration(onlyV1, closed)),
  held('Plugin Allowlist', 'By default all plugins are allowed.', registration(open)),
  otherwise(
    'Plugin Allowlist',
    'An empty allowlist means that all are allowed.',
    'Whether only listed ones may register is a switch beside the list, so that a list that became empty lets nobody in by that.',
    registration(open, closed),
  ),
  held(
    'Consent Model',
    'Consent is the hub’s: once (10 minutes), always, or deny, for a tool or for all.',
    firefox(asked),
  ),
  held('Compatibility Rules', 'For v1 only an exact match of the version is accepted.', registration(onlyV1)),
  held(
    'Timeouts',
    'A call has 30 s, a ping 2 s, a registration 5 s; a ping comes every 60 s.',
    calls(late),
    heartbeat(pinged, missed, listed),
  ),
  held('Message Flow Examples', 'A heartbeat updates when a plugin was seen last.', heartbeat(missed)),
  held('For Harbor Hub', 'Requests and answers belong together by their request id.', calls(matched)),
  otherwise(
    'For Harbor Hub',
    'The hub is the extension that listens to others.',
    'A small extension with that id listens and carries what is said to the hub, which is a program beside the browser.',
    carrier(asIs, 'the first frame says who speaks, then a message goes as it came, with its sender'),
  ),
  held(
    'For Plugin Developers',
    'A plugin registers on startup, and answers pings.',
    firefox('a plugin that sleeps is woken by a call, and registers again without anything being decided anew'),
  ),
  held('Harbor Hub Extension ID', 'The hub’s extension is raffi.krikorian.harbor@gmail.com.', firefox(active)),
];

export const spec002Plugins: readonly Statement[] = [...messages, ...rules];
