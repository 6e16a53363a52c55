// What the relay and the hub add to native messaging: round trips from the extension and back, against a bare echo host.
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Worker } from 'playwright-core';
import { companionIds } from '../../native-host/relay/companion-ids.ts';
import { companionWorker, installRelay } from '../support/chromium.ts';
import { repositoryRoot } from '../support/provided.ts';
import { openBrowser, openStage, profileOf } from '../support/stage.ts';
import type { BenchRow } from './row.ts';

const trips = 2_000;
/** The two take turns, so that a machine that slows down slows both. */
const blocks = 8;
const goal = 1.6;
const echoName = 'dev.pilothouse.echo';

/** A whole native messaging host that does nothing: reads frames, writes them back. */
const echoHost = `
let kept = Buffer.alloc(0);
process.stdin.on('data', chunk => {
  kept = kept.length ? Buffer.concat([kept, chunk]) : chunk;
  while (kept.length >= 4 && kept.length >= 4 + kept.readUInt32LE(0)) {
    const end = 4 + kept.readUInt32LE(0);
    process.stdout.write(kept.subarray(0, end));
    kept = kept.subarray(end);
  }
});`;

export async function benchRelay(): Promise<BenchRow[]> {
  const stage = await openStage();
  const profile = profileOf(stage.userHome);
  await installRelay(profile, join(repositoryRoot, 'dist/relay/relay.js'), stage.home);
  await installEcho(profile);
  const browser = await openBrowser(stage);
  try {
    const worker = await companionWorker(browser);
    await openEchoPort(worker);
    await whenConnected(worker);
    await pingHub(worker, 200);
    await pingEcho(worker, 200);
    let [hub, echo] = [0, 0];
    for (let block = 0; block < blocks; block += 1) {
      echo += await pingEcho(worker, trips / blocks);
      hub += await pingHub(worker, trips / blocks);
    }
    const ratio = hub / echo;
    const value = { value: Math.round(hub), unit: 'ms', baseline: Math.round(echo), ratio };
    return [
      {
        case: `${trips} round trips extension, relay, hub and back`,
        ...value,
        goal: `ratio at most ${goal}`,
        holds: ratio <= goal,
      },
    ];
  } finally {
    await browser.close();
    await stage.close();
  }
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
