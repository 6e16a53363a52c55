// An agent's call of a tool of another hub over a real nats-server, against the same call of the same server on its own hub.
import { everythingPath, startFleetHub } from '../../support/fleet-hub.ts';
import { startNats } from '../../support/nats-server.ts';
import { boundRow, median, rounded } from '../measure.ts';
import { endWorker, startWorker } from './worker-process.ts';
import type { ChildProcess } from 'node:child_process';
import type { FleetHub } from '../../support/fleet-hub.ts';
import type { BenchRow } from '../row.ts';

/** What V8 has optimised by then is what a hub runs all day. */
const warm = 3_000;
const measured = 2_000;
/** Milliseconds more than a local call, as the median. */
const most = 1;

type Call = Awaited<ReturnType<FleetHub['agent']>>;

export async function benchFleetCall(): Promise<BenchRow[]> {
  const nats = await startNats();
  let owner: ChildProcess | null = null;
  let mia: FleetHub | null = null;
  try {
    owner = await startWorker({ url: nats.url, name: 'jun', asker: 'mia', share: 'everything' });
    mia = await startFleetHub(nats.url, 'mia');
    const far = await mia.agent(await mia.use('jun', 'everything'));
    const near = await mia.agent(await mia.serve('everything', process.execPath, [everythingPath, 'stdio']));
    const [farMs, nearMs]: [number[], number[]] = [[], []];
    // By turns, so that what the machine does beside falls on both.
    for (let count = 0; count < warm + measured; count++)
      for (const [call, took] of [
        [far, farMs],
        [near, nearMs],
      ] as const) {
        const ms = await timed(call);
        if (count >= warm) took.push(ms);
      }
    return [rowOf(median(farMs), median(nearMs))];
  } finally {
    await mia?.end();
    if (owner) await endWorker(owner);
    await nats.remove();
  }
}

async function timed(call: Call): Promise<number> {
  const begin = performance.now();
  const answer = await call('echo', { message: 'hello' });
  const took = performance.now() - begin;
  if (answer.kind !== 'result' || !JSON.stringify(answer.result).includes('Echo: hello'))
    throw new Error(`The call was not answered by the server: ${JSON.stringify(answer)}`);
  return took;
}

function rowOf(far: number, near: number): BenchRow {
  return {
    ...boundRow(
      'an agent’s call to a server of another hub, beyond a local one',
      { value: far - near, unit: 'ms' },
      { atMost: most },
    ),
    notes: [
      `The middle call took ${rounded(far)} ms, and ${rounded(near)} ms at a server of the agent’s own hub.`,
      'The hubs are two processes; both ask their rules and write their traces for each call.',
    ],
  };
}
