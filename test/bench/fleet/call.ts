// A call of a tool on another hub over a real nats-server, against the same call of the same server on this hub.
import { everythingPath, startFleetHub } from '../../support/fleet-hub.ts';
import { startNats } from '../../support/nats-server.ts';
import type { FleetHub } from '../../support/fleet-hub.ts';
import type { BenchRow } from '../row.ts';

const warm = 200;
const measured = 1_000;
/** Milliseconds more than a local call, as the median. */
const most = 1;

export async function benchFleetCall(): Promise<BenchRow[]> {
  const nats = await startNats();
  const hubs: FleetHub[] = [];
  try {
    for (const name of ['jun', 'mia']) hubs.push(await startFleetHub(nats.url, name));
    const [jun, mia] = hubs as [FleetHub, FleetHub];
    const own = await jun.serve('everything', process.execPath, [everythingPath, 'stdio']);
    const settings = { hubs: ['mia'], roles: [], tools: null, readOnly: true, description: '' };
    await jun.shared.shares.share({ serverId: own, share: 'everything', ...settings });
    const far = await mia.use('jun', 'everything');
    const near = await mia.serve('everything', process.execPath, [everythingPath, 'stdio']);
    const [farMs, nearMs]: [number[], number[]] = [[], []];
    // By turns, so that what the machine does beside falls on both.
    for (let count = 0; count < warm + measured; count++)
      for (const [id, took] of [
        [far, farMs],
        [near, nearMs],
      ] as const) {
        const ms = await timed(() => mia.request(id, 'tools/call', { name: 'echo', arguments: { message: 'hello' } }));
        if (count >= warm) took.push(ms);
      }
    return [rowOf(median(farMs), median(nearMs))];
  } finally {
    for (const hub of hubs.toReversed()) await hub.end();
    await nats.remove();
  }
}

async function timed(act: () => Promise<unknown>): Promise<number> {
  const begin = performance.now();
  await act();
  return performance.now() - begin;
}

function rowOf(far: number, near: number): BenchRow {
  return {
    case: 'a call to a server of another hub, beyond a local one',
    value: far - near,
    unit: 'ms',
    baseline: near,
    ratio: far / near,
    goal: `at most ${most.toFixed(1)} ms more, as the median`,
    holds: far - near <= most,
    notes: ['Both hubs are in one process, and with the owner’s rules asked for each call.'],
  };
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}
