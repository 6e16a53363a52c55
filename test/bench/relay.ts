// What the relay and the hub add to native messaging: round trips from the extension and back, against a bare echo host.
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { extensionIds } from '../../contract/names.ts';
import { companionWorker, installRelay } from '../support/chromium.ts';
import { repositoryRoot } from '../support/provided.ts';
import { openBrowser, openStage, profileOf, type Stage } from '../support/stage.ts';
import { startBareHop } from './bare-hop.ts';
import { echoHost } from './host-process.ts';
import { boundRow, ratioRow } from './measure.ts';
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
const partGoalMs = 0.15;
const echoName = 'dev.pilothouse.echo';
const relayName = 'dev.pilothouse.relay';
const hopName = 'dev.pilothouse.hop';
/** Their answers come as soon as they are started. */
const bareNames: readonly string[] = [echoName, hopName];

export async function benchRelay(): Promise<BenchRow[]> {
  const stage = await openStage();
  const hubPid = stage.hub.pid ?? 0;
  try {
    return [
      ...(await inChromium(stage)),
      await benchRelayInNode(stage.home, hubPid),
      await benchRelayMemory(),
      await benchHubMemory(stage.home, hubPid, 'pictures'),
      await benchHubMemory(stage.home, hubPid, 'text'),
    ];
  } finally {
    await stage.close();
  }
}

async function inChromium(stage: Stage): Promise<BenchRow[]> {
  const profile = profileOf(stage.userHome);
  await installRelay(profile, join(repositoryRoot, 'dist/relay/relay.cjs'), stage.home);
  const folder = join(profile, 'NativeMessagingHosts');
  const echoScript = join(folder, 'echo.mjs');
  await writeFile(echoScript, echoHost);
  await installHost(folder, echoName, [process.execPath, echoScript]);
  const bareHop = await startBareHop(stage.userHome);
  await installHost(folder, hopName, bareHop.command);
  const browser = await openBrowser(stage);
  try {
    const worker = await companionWorker(browser);
    for (const host of [relayName, ...bareNames]) {
      await openPort(worker, host);
      await ping(worker, host, 300);
    }
    const totals = [];
    for (let round = 0; round < rounds; round += 1) totals.push(await takeTurns(worker));
    const byRatio = totals.toSorted((a, b) => a.hub / a.echo - b.hub / b.echo);
    const none = { hub: Number.NaN, echo: Number.NaN, hop: Number.NaN };
    const { hub: value, echo: baseline, hop } = byRatio[rounds >> 1] ?? none;
    const name = `${trips} round trips extension, relay, hub and back, the middle of ${rounds} rounds`;
    // Beside what two bare programs in place of relay and hub take in the same turns, under which no design with a relay gets.
    const part = { value: (value - baseline) / trips, baseline: (hop - baseline) / trips, unit: 'ms' };
    return [
      ratioRow(name, { value, baseline, unit: 'ms' }, { atMost: goal }),
      boundRow(
        "the hub's part of one of them, ours less the bare echo host's, beside that of a bare relay and hub",
        part,
        { atMost: partGoalMs },
      ),
    ];
  } finally {
    await browser.close();
    await bareHop.close();
  }
}

async function takeTurns(worker: Worker): Promise<{ hub: number; echo: number; hop: number }> {
  const total = { hub: 0, echo: 0, hop: 0 };
  for (let turn = 0; turn < turns; turn += 1) {
    total.echo += await ping(worker, echoName, trips / turns);
    total.hop += await ping(worker, hopName, trips / turns);
    total.hub += await ping(worker, relayName, trips / turns);
  }
  return total;
}

async function installHost(folder: string, name: string, command: readonly string[]): Promise<void> {
  const path = join(folder, `${name}.sh`);
  await writeFile(path, `#!/bin/sh\nexec ${command.map(word => `'${word}'`).join(' ')}\n`);
  await chmod(path, 0o755);
  const allowed_origins = [`chrome-extension://${extensionIds.chromium}/`];
  const manifest = { name, description: name, path, type: 'stdio', allowed_origins };
  await writeFile(join(folder, `${name}.json`), JSON.stringify(manifest));
}

/** A port of the measurement's own; the same message goes to both, so that both pay for the same JSON. Resolves when it can be used. */
async function openPort(worker: Worker, host: string): Promise<void> {
  await worker.evaluate(
    ([name, isBare]) => {
      const port = chrome.runtime.connectNative(name);
      let onAnswer = () => {};
      const ready = new Promise<void>(resolve => {
        if (isBare) resolve();
        port.onMessage.addListener((message: { relay?: string; id?: number }) => {
          if (message.relay === 'connected') resolve();
          if (message.id !== undefined) onAnswer();
        });
      });
      const ping = async (count: number) => {
        const started = performance.now();
        for (let id = 0; id < count; id += 1) {
          const answered = new Promise<void>(resolve => void (onAnswer = resolve));
          port.postMessage({ jsonrpc: '2.0', id, method: 'ping' });
          await answered;
        }
        return performance.now() - started;
      };
      Object.assign(globalThis, { [name]: ping });
      return ready;
    },
    [host, bareNames.includes(host)] as const,
  );
}

/** The total time in milliseconds of `count` round trips, one after another. */
function ping(worker: Worker, host: string, count: number): Promise<number> {
  return worker.evaluate(
    ([name, many]) => (globalThis as unknown as Record<string, (n: number) => Promise<number>>)[name]?.(many) ?? NaN,
    [host, count] as const,
  );
}
