// `npm run dev`: the panel with hot reload against a hub that is built and started again whenever its files change.
//   npm run dev -- [--electron] [--port 5173] [--home DIR] [-- further arguments of the hub or of Electron]
// Vite listens on loopback only, and whoever speaks to the hub through it proves the same as without it. Nothing here is packed.
import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { createServer as createVite } from 'vite';
import { findElectron } from '../../electron/launch/find-electron.mjs';
import { HubChild } from './hub-child.mjs';
import { proxyPanel } from './panel-proxy.mjs';
import { panelServerOptions } from './panel-server.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const cli = path.join(root, 'dist/headless/pilothouse.js');
/** What the hub is built from; the panel's own files are Vite's. */
const hubFolders = ['contract', 'words', 'electron', 'native-host'].map(name => path.join(root, name));
const settleMs = 100;

const { values, positionals } = parseArgs({
  options: {
    electron: { type: 'boolean', default: false },
    port: { type: 'string', default: '5173' },
    home: { type: 'string', default: path.join(root, 'dist/dev-home') },
  },
  allowPositionals: true,
});
const home = path.resolve(values.home);
const run = promisify(execFile);

await build('--if-stale');
const httpServer = createServer((request, response) => vite.middlewares(request, response));
await new Promise((resolve, reject) => {
  httpServer.once('error', reject).listen(Number(values.port), '127.0.0.1', resolve);
});
const { port } = httpServer.address();
const address = `http://127.0.0.1:${port}`;
const vite = await createVite(panelServerOptions({ root, httpServer, port }));
const hub = new HubChild(
  values.electron ? electronCommand() : [process.execPath, cli, 'serve', '--home', home, ...positionals],
);
if (!values.electron) proxyPanel(httpServer, { address, hub: () => hub.address, freshToken });
console.error(`Vite serves the panel at ${address}/ to whoever has an address with a token.`);
hub.onFirstAddress = url => console.log(`The panel, for one use of this address: ${address}/${new URL(url).hash}`);
hub.onEnd = () => void stop();
hub.start();
watch();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => void stop());

function electronCommand() {
  const electron = findElectron(process.env);
  if (electron === null) throw new Error('There is no Electron here; `npm start` fetches it once.');
  const hook = fileURLToPath(new URL('electron-hook.cjs', import.meta.url));
  return [electron, '-r', hook, root, `--panel-server=${address}`, `--home=${home}`, ...positionals];
}

/** As `pilothouse open` prints it, for a page that proved itself to the hub before it was started again. */
async function freshToken() {
  const { stdout } = await run(process.execPath, [cli, '--home', home, 'open']);
  return new URL(stdout.trim()).hash.replace('#token=', '');
}

/** One build at a time; what changes during a build is built after it. */
function watch() {
  let timer;
  let building = Promise.resolve();
  vite.watcher.add(hubFolders);
  vite.watcher.on('all', (_event, file) => {
    if (!hubFolders.some(folder => file.startsWith(folder + path.sep))) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      building = building.then(rebuild);
    }, settleMs);
  });
}

async function rebuild() {
  // The compiler has told what is wrong; the hub that runs stays.
  if (await build('node', 'preload', 'relay', 'runner').catch(() => true)) return;
  console.error('The hub is started again with what changed.');
  await hub.restart();
}

/** Rejects when the build failed, after it has said why. */
async function build(...args) {
  const child = run(process.execPath, [path.join(root, 'build.mjs'), ...args]);
  child.child.stderr.pipe(process.stderr);
  await child;
}

async function stop() {
  await hub.end();
  await vite.close();
  httpServer.closeAllConnections();
  process.exit();
}
