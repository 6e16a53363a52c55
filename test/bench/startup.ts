// How soon a relay that a browser starts is of use: through the real launcher to the first answer, beside an empty Node.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { extensionIds } from '../../contract/names.ts';
import { launcherPaths } from '../../native-host/manifests/launcher.ts';
import { openStage } from '../support/stage.ts';
import { HostProcess } from './host-process.ts';
import { quiet, ratioRow } from './measure.ts';
import type { BenchRow } from './row.ts';

const starts = 25;

export async function benchStartup(): Promise<BenchRow[]> {
  const stage = await openStage();
  try {
    // The hub has written it when it started, with the Node that runs this benchmark.
    const launcher = launcherPaths(process.platform, stage.home).relay;
    const times: { relay: number[]; node: number[] } = { relay: [], node: [] };
    for (let start = 0; start < starts; start += 1) {
      times.node.push(await emptyNode());
      times.relay.push(await firstPong(launcher));
    }
    const measured = { value: quiet(times.relay), baseline: quiet(times.node), unit: 'ms' };
    return [
      ratioRow(
        'launcher, relay and the first pong of the hub, against node -e "", in the quieter half of the starts',
        measured,
        { atMost: 1.3 },
      ),
    ];
  } finally {
    await stage.close();
  }
}

async function emptyNode(): Promise<number> {
  const started = performance.now();
  await once(spawn(process.execPath, ['-e', ''], { stdio: 'ignore' }), 'exit');
  return performance.now() - started;
}

async function firstPong(launcher: string): Promise<number> {
  const started = performance.now();
  const relay = new HostProcess(launcher, [`chrome-extension://${extensionIds.chromium}/`]);
  try {
    await relay.hears('"connected"');
    await relay.pings(1);
    return performance.now() - started;
  } finally {
    await relay.close();
  }
}
