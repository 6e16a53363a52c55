// A plugin for the tests: greets, and keeps a note. It registers whenever its background wakes, as plugins do.
const hub = 'raffi.krikorian.harbor@gmail.com';
const own = 'greeter@plugins.example';
const began = Date.now();

const tools = [
  {
    name: 'greet',
    title: 'Greet',
    description: 'Greets somebody by name.',
    inputSchema: { type: 'object', properties: { name: { type: 'string', minLength: 1 } }, required: ['name'] },
    uiHints: { dangerous: false, speed: 'instant' },
  },
  {
    name: 'note.keep',
    title: 'Keep a note',
    description: 'Keeps one note, in place of the one before.',
    inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
    uiHints: { dangerous: true },
  },
];

function say(type, payload, requestId = `greeter-${Date.now()}-${Math.random().toString(36).slice(2)}`) {
  const message = {
    namespace: 'harbor-plugin',
    protocolVersion: 'harbor-plugin/v1',
    type,
    requestId,
    timestamp: Date.now(),
    payload,
  };
  return browser.runtime.sendMessage(hub, message).catch(() => {});
}

async function call(toolName, given) {
  if (toolName === 'greet') return { greeting: `Hello ${given.name}!` };
  await browser.storage.local.set({ note: given.text });
  return 'kept';
}

browser.runtime.onMessageExternal.addListener((message, sender) => {
  if (sender.id !== hub) return;
  const { type, requestId, payload } = message;
  if (type === 'PLUGIN_PING') say('PLUGIN_PONG', { healthy: true, uptime: (Date.now() - began) / 1000 }, requestId);
  if (type === 'PLUGIN_TOOLS_LIST') say('PLUGIN_TOOLS_LIST_RESULT', { tools }, requestId);
  if (type === 'PLUGIN_TOOL_CALL')
    call(payload.toolName, payload.arguments).then(
      result => say('PLUGIN_TOOL_RESULT', { result }, requestId),
      error => say('PLUGIN_TOOL_ERROR', { code: 'EXECUTION_FAILED', message: String(error) }, requestId),
    );
});

say('PLUGIN_REGISTER', { plugin: { extensionId: own, name: 'Greeter', version: '1.0.0', tools } });
