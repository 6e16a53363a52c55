// A plugin for the tests that may not register: first it says that it is another one, then it speaks an older protocol.
const hub = 'raffi.krikorian.harbor@gmail.com';

function register(extensionId, protocolVersion) {
  return browser.runtime.sendMessage(hub, {
    namespace: 'harbor-plugin',
    protocolVersion,
    type: 'PLUGIN_REGISTER',
    requestId: `notes-${protocolVersion}`,
    timestamp: Date.now(),
    payload: { plugin: { extensionId, name: 'Old notes', version: '0.1.0', tools: [] } },
  });
}

register('greeter@plugins.example', 'harbor-plugin/v1').then(() =>
  register('old-notes@plugins.example', 'harbor-plugin/v0'),
);
