// The relay and the hub without a browser's own cost: round trips from a Node program, against the bare echo host.
import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { extensionIds } from '../../contract/names.ts';
import { repositoryRoot } from '../support/provided.ts';
import { HostProcess, startEcho } from './host-process.ts';
import { median, quiet, ratioRow } from './measure.ts';
import type { BenchRow } from './row.ts';

/** Short turns, so that whatever else the machine does meets both alike. */
const turns = 100;
const tripsPerTurn = 100;

export function startRelay(home: string): HostProcess {
  const script = join(repositoryRoot, 'dist/relay/relay.cjs');
  return new HostProcess(process.execPath, [script, '--home', home, `chrome-extension://${extensionIds.chromium}/`]);
}

export async function benchRelayInNode(home: string, hubPid: number): Promise<BenchRow> {
  const echo = await startEcho();
  const relay = startRelay(home);
  const pids = [process.pid, hubPid, relay.child.pid, echo.host.child.pid];
  try {
    await relay.hears('"connected"');
    keepOnCores(pids, '0');
    for (const host of [echo.host, relay]) await host.pings(2_000);
    const times: { relay: number[]; echo: number[] } = { relay: [], echo: [] };
    for (let turn = 0; turn < turns; turn += 1) {
      times.echo.push(median(await echo.host.pings(tripsPerTurn)));
      times.relay.push(median(await relay.pings(tripsPerTurn)));
    }
    const measured = { value: quiet(times.relay) * 1_000, baseline: quiet(times.echo) * 1_000, unit: 'us' };
    return ratioRow(
      'the middle round trip of a Node program, relay, hub and back, on one core, in the quieter half of the turns',
      measured,
      { atMost: 2.5 },
    );
  } finally {
    keepOnCores(pids, `0-${availableParallelism() - 1}`);
    await relay.close();
    await echo.close();
  }
}

/**
 * On one core each message is work and a switch of processes. Spread over several, most of the time is that of halted cores
 * that wake up, by far the longest in a virtual machine: three bare Node programs in a row take as long there. Linux alone has
 * `taskset`; elsewhere the processes stay where they are.
 */
function keepOnCores(pids: readonly (number | undefined)[], cores: string): void {
  for (const pid of pids) spawnSync('taskset', ['--all-tasks', '--cpu-list', '--pid', cores, String(pid)]);
}
