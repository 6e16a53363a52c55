// What a server that does everything wrong costs the others: the middle delay of a good one without and with each fault, and the hub's memory.
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { addFixtures, allowAll, peakMebibytes, pidOf, reaches } from '../support/faulty-hub.ts';
import { PanelClient } from '../support/panel-client.ts';
import { openStage } from '../support/stage.ts';
import { median, quiet, ratioRow, rounded } from './measure.ts';
import type { Fixture } from '../support/faulty-hub.ts';
import type { BenchRow } from './row.ts';

interface World {
  readonly panel: PanelClient;
  /** The agent that is measured. */
  readonly good: Client;
  /** The one that has to do with the faulty servers: what they answer must not be read by the process that is measured. */
  readonly bad: Client;
}

/** Once around; it is begun again for as long as is measured. */
type Fault = (world: World) => Promise<unknown>;

const windows = 3;
/** Longer than a start of a faulty server, which is a load of its own. */
const windowMs = 1_500;
const maxMebibytes = 512;
const patient = { timeout: 180_000 };
const short = { timeoutMs: 1_000 };

const fixtures: Readonly<Record<string, Fixture>> = {
  good: { name: 'well-behaved' },
  'on-start': { name: 'crash-on-start' },
  later: { name: 'crash-later' },
  deaf: { name: 'stubborn', args: ['/dev/null'] },
  flooding: { name: 'flooding', options: { timeoutMs: 120_000 } },
  junk: { name: 'junk' },
  silent: { name: 'silent-later', options: short },
  stopped: { name: 'well-behaved', options: short },
  forking: { name: 'forking', args: ['/dev/null'] },
  bulky: { name: 'bulky' },
  many: { name: 'bulky', args: ['5000'] },
  changing: { name: 'rewording' },
  lying: { name: 'lying' },
};

const faults: Readonly<Record<string, Fault>> = {
  'crashes on start': startsAgain('on-start'),
  'crashes after 1 s': startsAgain('later'),
  'ignores SIGTERM': startsAgain('deaf'),
  'floods stdout with 200 MiB of junk': calls('flooding', 'flood', { kind: 'junk', mebibytes: 200 }),
  'floods stdout with 200 MiB of messages': calls('flooding', 'flood', { kind: 'messages', mebibytes: 200 }),
  'writes junk to stdout': startsAgain('junk'),
  'is silent after its handshake': calls('silent', 'wait'),
  'stands still after SIGSTOP': async world => {
    process.kill(pidOf(world.panel, 'stopped'), 'SIGSTOP');
    await calls('stopped', 'echo')(world);
  },
  'forks grandchildren': startsAgain('forking'),
  'answers with 10 MB': calls('bulky', 'bulk', { megabytes: 10 }),
  'lists 5,000 tools': startsAgain('many'),
  'changes its tools': calls('changing', 'add'),
  'lies in its schema': calls('lying', 'honest'),
};

export async function benchFaults(): Promise<BenchRow[]> {
  const stage = await openStage();
  const panel = await PanelClient.open(stage.url);
  const endAllowing = allowAll(panel);
  try {
    await addFixtures(panel, fixtures);
    for (const id of Object.keys(fixtures))
      if (!['on-start', 'later'].includes(id)) await reaches(panel, id, 'running');
    const { stdio } = await panel.request('clients:create', { name: 'Bench', start: 'ask' });
    const args = [...stdio.args, '--well-known-root', stage.userHome];
    const world = { panel, good: await connect(stdio.command, args), bad: await connect(stdio.command, args) };
    await middle(world);
    const rows: BenchRow[] = [];
    for (const [name, fault] of Object.entries(faults)) rows.push(await beside(world, name, fault));
    await world.good.close();
    await world.bad.close();
    return [...rows, memoryRow(peakMebibytes(stage.hub.pid ?? 0))];
  } finally {
    endAllowing();
    await panel.close();
    await stage.close();
  }
}

async function beside(world: World, name: string, fault: Fault): Promise<BenchRow> {
  const before = await middles(world);
  const measured = new AbortController();
  const running = (async () => {
    // A fault that ends at once must not become a load of its own.
    while (!measured.signal.aborted) await Promise.all([fault(world).catch(() => {}), sleep(250)]);
  })();
  await sleep(200);
  const value = quiet(await middles(world));
  measured.abort();
  await running;
  const baseline = quiet([...before, ...(await middles(world))]);
  return ratioRow(`another server, while one ${name}`, { value, baseline, unit: 'ms' }, { atMost: 1.5 });
}

async function middles(world: World): Promise<number[]> {
  const found: number[] = [];
  for (let count = 0; count < windows; count += 1) found.push(await middle(world));
  return found;
}

async function middle({ good }: World): Promise<number> {
  const times: number[] = [];
  const end = performance.now() + windowMs;
  for (let count = 0; performance.now() < end; count += 1) {
    const sent = performance.now();
    await good.callTool({ name: 'good__echo', arguments: { count } });
    times.push(performance.now() - sent);
  }
  return median(times);
}

function calls(serverId: string, tool: string, args: Record<string, unknown> = {}): Fault {
  return ({ bad }) => bad.callTool({ name: `${serverId}__${tool}`, arguments: args }, patient);
}

function startsAgain(serverId: string): Fault {
  return async ({ panel }) => {
    await panel.request('servers:stop', { serverId });
    await panel.request('servers:start', { serverId });
    await sleep(2_000);
  };
}

async function connect(command: string, args: string[]): Promise<Client> {
  const client = new Client({ name: 'faults-bench', version: '1.0.0' });
  await client.connect(new StdioClientTransport({ command, args, stderr: 'ignore', maxBufferSize: 64 * 1024 * 1024 }));
  return client;
}

function memoryRow(mebibytes: number): BenchRow {
  return {
    case: 'the most memory that the hub took meanwhile',
    value: rounded(mebibytes),
    unit: 'MiB',
    baseline: null,
    ratio: null,
    goal: `at most ${maxMebibytes} MiB`,
    holds: mebibytes <= maxMebibytes,
  };
}
