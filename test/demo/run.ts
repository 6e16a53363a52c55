// `npm run demo`: the real hub and panel with a real server, a headless Chromium and two scripted agents, on a home of its own.
import { companionWorker } from '../support/chromium.ts';
import { PanelClient } from '../support/panel-client.ts';
import { openBrowser, openStage } from '../support/stage.ts';
import { openAgents } from './agents.ts';
import { openSite } from './site.ts';

interface Part {
  close(): Promise<unknown>;
}

const open: Part[] = [];
let opening: Promise<unknown> = Promise.resolve();
let ending: Promise<void> | null = null;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    // Whatever the start still waits for will not come any more.
    void end().then(() => process.exit());
  });

try {
  await start();
} catch (error) {
  // An end in the middle of the start makes the rest of the start fail, which is no news.
  if (!ending) {
    process.stderr.write(`The demo could not start: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
    await end();
  }
}

async function start(): Promise<void> {
  const stage = await keep(openStage);
  const site = await keep(openSite);
  const panel = await keep(() => PanelClient.open(stage.url));
  await panel.request('servers:approve', {
    serverId: 'everything',
    hash: panel.snapshot.servers.everything?.hash ?? '',
  });
  await panel.request('manifests:install', { browserId: 'chromium' });
  const browser = await keep(() => openBrowser(stage));
  await companionWorker(browser);
  await panel.waitFor(({ browsers }) => Object.keys(browsers).length === 1, 'the companion says hello');
  const [id = ''] = Object.keys(panel.snapshot.browsers);
  await panel.request('browsers:approve', { browserId: id, name: 'Chromium Demo' });
  await panel.waitFor(({ servers }) => servers.everything?.state.kind === 'running', 'the server runs');
  const agents = await keep(() => openAgents(panel, site.origin));
  process.stdout.write(`\nThe demo runs. Its panel: ${await stage.freshUrl(panel)}\nCtrl-C ends it.\n`);
  await agents.work();
}

/** Opens a part and keeps it for the end, also when the end is asked for meanwhile. */
async function keep<T extends Part>(openPart: () => Promise<T>): Promise<T> {
  if (ending) throw new Error('The demo is ending.');
  const part = openPart().then(opened => {
    open.push(opened);
    return opened;
  });
  opening = part;
  return part;
}

/** In reverse order, and only once however often it is asked for. */
function end(): Promise<void> {
  ending ??= (async () => {
    await opening.catch(() => {});
    for (const part of open.splice(0).toReversed()) await part.close().catch(() => {});
  })();
  return ending;
}
