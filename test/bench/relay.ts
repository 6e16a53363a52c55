// What the relay and the hub add to native messaging: round trips from the extension and back, against a bare echo host.
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { extensionIds } from '../../contract/names.ts';
import { companionWorker, installRelay } from '../support/chromium.ts';
import { repositoryRoot } from '../support/provided.ts';
import { openBrowser, openStage, profileOf, type Stage } from '../support/stage.ts';
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
  await installEcho(profile);
  const browser = await openBrowser(stage);
  try {
    const worker = await companionWorker(browser);
    for (const host of [relayName, echoName]) {
      await openPort(worker, host);
      await ping(worker, host, 300);
    }
    const totals = [];
    for (let round = 0; round < rounds; round += 1) totals.push(await takeTurns(worker));
    const byRatio = totals.toSorted((a, b) => a.hub / a.echo - b.hub / b.echo);
    const { hub: value, echo: baseline } = byRatio[rounds >> 1] ?? { hub: Number.NaN, echo: Number.NaN };
    const name = `${trips} round trips extension, relay, hub and back, the middle of ${rounds} rounds`;
    const part = { value: (value - baseline) / trips, unit: 'ms' };
    return [
      ratioRow(name, { value, baseline, unit: 'ms' }, { atMost: goal }),
      boundRow("The hub's part of one of them: ours less the bare echo host's", part, { atMost: partGoalMs }),
    ];
  } finally {
    await browser.close();
  }
}

async function takeTurns(worker: Worker): Promise<{ hub: number; echo: number }> {
  const total = { hub: 0, echo: 0 };
  for (let turn = 0; turn < turns; turn += 1) {
    total.echo += await ping(worker, echoName, trips / turns);
    total.hub += await ping(worker, relayName, trips / turns);
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
    allowed_origins: [`chrome-extension://${extensionIds.chromium}/`],
  };
  await writeFile(join(folder, `${echoName}.json`), JSON.stringify(manifest));
}

/** A port of the measurement's own; the same message goes to both, so that both pay for the same JSON. Resolves when it can be used. */
async function openPort(worker: Worker, host: string): Promise<void> {
  await worker.evaluate(
    ([name, echo]) => {
      const port = chrome.runtime.connectNative(name);
      let onAnswer = () => {};
      const ready = new Promise<void>(resolve => {
        if (name === echo) resolve();
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
    [host, echoName] as const,
  );
}

/** The total time in milliseconds of `count` round trips, one after another. */
function ping(worker: Worker, host: string, count: number): Promise<number> {
  return worker.evaluate(
    ([name, many]) => (globalThis as unknown as Record<string, (n: number) => Promise<number>>)[name]?.(many) ?? NaN,
    [host, count] as const,
  );
}
