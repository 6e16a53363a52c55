// Loaded by Electron ahead of the app (`electron -r`): the panel's files come from Vite's server instead of dist/renderer.
const { protocol } = require('electron');

const panelScheme = 'app';
const panelUrl = `${panelScheme}://bundle/`;
const server = process.argv.map(arg => /^--panel-server=(http:\/\/127\.0\.0\.1:\d+)$/.exec(arg)?.[1]).find(Boolean);
if (!server) throw new Error('The window of `npm run dev` needs --panel-server=http://127.0.0.1:PORT.');

const handle = protocol.handle;
protocol.handle = (scheme, handler) =>
  Reflect.apply(handle, protocol, [
    scheme,
    request =>
      scheme === panelScheme && request.url.startsWith(panelUrl) && request.method === 'GET'
        ? fetch(server + request.url.slice(panelUrl.length - 1))
        : handler(request),
  ]);
