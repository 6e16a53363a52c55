// What the relay and the hub add to native messaging: round trips from the extension and back, against a bare echo host.
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { companionIds } from '../../native-host/relay/companion-ids.ts';
import { companionWorker, installRelay } from '../support/chromium.ts';
import { repositoryRoot } from '../support/provided.ts';
import { openBrowser, openStage, profileOf, type Stage } from '../support/stage.ts';
import { echoHost } from './host-process.ts';
import { ratioRow } from './measure.ts';
import { benchHubMemory, benchRelayMemory } from './relay-memory.ts';
import { benchRelayInNode } from './relay-node.ts';
import type { Worker } from 'playwright';
import type { BenchRow } from './row.ts';

const trips = 2_000;
/** The two take turns, so that a machine that slows down slows both. */
const turns = 40;
/** Of so many rounds the one in the middle speaks: one alone may fall into a busy moment of the machine. */
const rounds = 5;
const goal = 1.35;
const echoName = 'dev.pilothouse.echo';

export async function benchRelay(): Promise<BenchRow[]> {
  const stage = await openStage();
  const hubPid = stage.hub.pid ?? 0;
  try {
    return [
      await inChromium(stage),
      await benchRelayInNode(stage.home, hubPid),
      await benchRelayMemory(),
      await benchHubMemory(stage.home, hubPid, 'pictures'),
      await benchHubMemory(stage.home, hubPid, 'text'),
    ];
  } finally {
    await stage.close();
  }
}

async function inChromium(stage: Stage): Promise<BenchRow> {
  const profile = profileOf(stage.userHome);
  await installRelay(profile, join(repositoryRoot, 'dist/relay/relay.cjs'), stage.home);
  await installEcho(profile);
  const browser = await openBrowser(stage);
  try {
    const worker = await companionWorker(browser);
    await openEchoPort(worker);
    await whenConnected(worker);
    await pingHub(worker, 300);
    await pingEcho(worker, 300);
    const totals = [];
    for (let round = 0; round < rounds; round += 1) totals.push(await takeTurns(worker));
    const byRatio = totals.toSorted((a, b) => a.hub / a.echo - b.hub / b.echo);
    const { hub: value, echo: baseline } = byRatio[rounds >> 1] ?? { hub: Number.NaN, echo: Number.NaN };
    const name = `${trips} round trips extension, relay, hub and back, the middle of ${rounds} rounds`;
    return ratioRow(name, { value, baseline, unit: 'ms' }, { atMost: goal });
  } finally {
    await browser.close();
  }
}

async function takeTurns(worker: Worker): Promise<{ hub: number; echo: number }> {
  const total = { hub: 0, echo: 0 };
  for (let turn = 0; turn < turns; turn += 1) {
    total.echo += await pingEcho(worker, trips / turns);
    total.hub += await pingHub(worker, trips / turns);
  }
  return total;
}

async function installEcho(profile: string): Promise<void> {
  const folder = join(profile, 'NativeMessagingHosts');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'echo.mjs'), echoHost);
  const path = join(folder, 'echo.sh');
  await writeFile(path, `#!/bin/sh\nexec '${process.execPath}' '${join(folder, 'echo.mjs')}'\n`);
  await chmod(path, 0o755);
  const manifest = {
    name: echoName,
    description: 'Echo',
    path,
    type: 'stdio',
    allowed_origins: [`chrome-extension://${companionIds.chromium}/`],
  };
  await writeFile(join(folder, `${echoName}.json`), JSON.stringify(manifest));
}

/** The same message as the ping to the hub, so that both pay for the same JSON. */
async function openEchoPort(worker: Worker): Promise<void> {
  await worker.evaluate(name => {
    const port = chrome.runtime.connectNative(name);
    Object.assign(globalThis, {
      echo: async (count: number) => {
        const started = performance.now();
        for (let id = 0; id < count; id += 1) {
          const answered = new Promise<void>(resolve => {
            const listen = () => {
              port.onMessage.removeListener(listen);
              resolve();
            };
            port.onMessage.addListener(listen);
          });
          port.postMessage({ jsonrpc: '2.0', id, method: 'ping' });
          await answered;
        }
        return performance.now() - started;
      },
    });
  }, echoName);
}

/** The relay needs a moment after the browser has started it. */
async function whenConnected(worker: Worker): Promise<void> {
  for (;;) {
    const refused = await pingHub(worker, 1).then(
      () => false,
      () => true,
    );
    if (!refused) return;
    await sleep(50);
  }
}

function pingEcho(worker: Worker, count: number): Promise<number> {
  return worker.evaluate(many => (globalThis as unknown as { echo(n: number): Promise<number> }).echo(many), count);
}

function pingHub(worker: Worker, count: number): Promise<number> {
  return worker.evaluate(
    many => (globalThis as unknown as { pilothouse: { pingHub(n: number): Promise<number> } }).pilothouse.pingHub(many),
    count,
  );
}
