// `npm run demo`: the real hub and panel with a real server, a headless Chromium and two scripted agents, on a home of its own.
import { openAgents } from './agents.ts';
import { openSite } from './site.ts';
import { companionWorker } from '../support/chromium.ts';
import { PanelClient } from '../support/panel-client.ts';
import { openBrowser, openStage } from '../support/stage.ts';

const ends: (() => Promise<unknown>)[] = [];
let ending: Promise<void> | null = null;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end());

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
  const stage = await openStage();
  ends.push(() => stage.close());
  const site = await openSite();
  ends.push(() => site.close());
  const panel = await PanelClient.open(stage.url);
  ends.push(() => panel.close());
  await panel.request('servers:approve', {
    serverId: 'everything',
    hash: panel.snapshot.servers.everything?.hash ?? '',
  });
  await panel.request('manifests:install', { browserId: 'chromium' });
  const browser = await openBrowser(stage);
  ends.push(() => browser.close());
  await companionWorker(browser);
  await panel.waitFor(({ browsers }) => Object.keys(browsers).length === 1, 'the companion says hello');
  const [id = ''] = Object.keys(panel.snapshot.browsers);
  await panel.request('browsers:approve', { browserId: id, name: 'Chromium Demo' });
  await panel.waitFor(({ servers }) => servers.everything?.state.kind === 'running', 'the server runs');
  const agents = await openAgents(panel, site.origin);
  ends.push(() => agents.close());
  process.stdout.write(`\nThe demo runs. Its panel: ${await stage.freshUrl()}\nCtrl-C ends it.\n`);
  await agents.work();
}

/** In reverse order, and only once however often it is asked for. */
function end(): Promise<void> {
  ending ??= (async () => {
    for (const step of ends.splice(0).toReversed()) await step().catch(() => {});
  })();
  return ending;
}
