// The browser's tools beside the two best known peers: the same Chromium, the same pages, everything through MCP on stdio, in turns.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serveManyPages } from '../support/many-pages/site.ts';
import { operations } from './browser/operations.ts';
import { type OurHouse, openOurHouse } from './browser/our-driver.ts';
import { installPeers, startDevtools, startPlaywright } from './browser/peer-drivers.ts';
import { memoryOf } from './browser/processes.ts';
import { nodesRow, readingRows } from './browser/reading.ts';
import { type Taken, takeTurns } from './browser/take-turns.ts';
import { togetherRow } from './browser/together.ts';
import { ratioRow } from './measure.ts';
import type { Driver } from './browser/driver.ts';
import type { BenchRow } from './row.ts';

const mib = 1024 * 1024;
const agentCount = 4;
/** More than any of these agents has under way: a limit would be measured in place of the tools. */
const maxPerOrigin = 100;

/** `seconds` is how long one operation is repeated at most. */
export async function benchBrowser(seconds = 20): Promise<BenchRow[]> {
  installPeers(['@playwright/mcp', 'chrome-devtools-mcp']);
  const home = await mkdtemp(join(tmpdir(), 'pilothouse-bench-'));
  const site = await serveManyPages();
  const house = await openOurHouse(maxPerOrigin);
  const [ours, ...peers] = [await house.driver(), await startPlaywright(home), await startDevtools(home)] as const;
  try {
    const drivers = [ours, ...peers];
    for (const driver of drivers) await driver.open(`${site.origin}/journey`);
    const front = await operationRows(drivers, site.origin, 'in front', seconds);
    const reading = [...(await readingRows(ours, peers[0], site.origin)), await nodesRow(ours, peers[0], site.origin)];
    for (const driver of drivers) await driver.navigate(`${site.origin}/journey`);
    for (const driver of drivers) await driver.cover('about:blank');
    const behind = await operationRows(drivers, site.origin, 'in the background', seconds);
    const kept = [await toolListRow(ours, peers), memoryRow(ours, peers), await agentsMemoryRow(house, ours, peers)];
    const together = await togetherRow(house.newAgent, visit => `${site.origin}/journey?visit=${visit}`);
    return [...front, ...behind, ...reading, ...kept, together];
  } finally {
    for (const driver of [ours, ...peers]) await driver.close();
    await house.close();
    await site.close();
    await rm(home, { recursive: true, force: true });
  }
}

async function operationRows(
  drivers: readonly Driver[],
  origin: string,
  place: string,
  seconds: number,
): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const operation of operations) {
    const [own, ...peers] = await takeTurns(operation, drivers, origin, seconds * 1_000);
    if (!own) continue;
    const answering = peers.filter(({ failure }) => failure === null);
    const baseline = Math.min(...answering.map(({ median }) => median));
    const row = ratioRow(`${operation.name}, ${place}`, { value: own.median, baseline, unit: 'ms' }, { atMost: 1 });
    const notes = [own, ...peers].map(noteOf);
    rows.push({
      ...row,
      ...(answering.length === 0 && { baseline: null, ratio: null, goal: `${row.goal}; no baseline` }),
      // Beside peers of which none did it, nothing is shown.
      holds: row.holds && own.failure === null && answering.length > 0,
      notes: operation.instead === undefined ? notes : [...notes, operation.instead],
    });
    if (operation.name === 'screenshot' && own.failure === null && answering.length > 0)
      rows.push(pictureRow(own, answering, place));
  }
  return rows;
}

function noteOf({ name, median, p90, characters, imageBytes, failure }: Taken): string {
  if (failure !== null) return `${name}: failed: ${failure}`;
  const picture = imageBytes > 0 ? `, picture of ${imageBytes} bytes` : '';
  return `${name}: median ${median.toFixed(1)} ms, p90 ${p90.toFixed(1)} ms, ${characters} characters${picture}`;
}

function pictureRow(own: Taken, peers: readonly Taken[], place: string): BenchRow {
  const pictures = peers.map(({ imageBytes }) => imageBytes);
  const measured = { value: own.imageBytes, baseline: Math.min(...pictures), unit: 'bytes' };
  return ratioRow(`size of a screenshot, ${place}`, measured, { atMost: 1 });
}

async function toolListRow(ours: Driver, peers: readonly Driver[]): Promise<BenchRow> {
  const sizes = await Promise.all(peers.map(async peer => (await peer.toolList()).length));
  const measured = { value: (await ours.toolList()).length, baseline: Math.min(...sizes), unit: 'characters' };
  return {
    ...ratioRow('the list of tools', measured, { atMost: 1 }),
    notes: peers.map(({ name }, at) => `${name}: ${sizes[at]} characters`),
  };
}

/** Without the browsers, which are the same. */
function memoryRow(ours: Driver, peers: readonly Driver[]): BenchRow {
  const [own = 0, ...sizes] = [ours, ...peers].map(driver => memoryOf(driver.processes()) / mib);
  const measured = { value: own, baseline: Math.min(...sizes), unit: 'MiB' };
  return {
    ...ratioRow('memory of the processes beside the browser', measured, { atMost: 0.5 }),
    notes: [ours, ...peers].map(({ name, processes }) => {
      const each = processes().map(pid => (memoryOf([pid]) / mib).toFixed(1));
      return `${name}: ${each.join(' + ')} MiB, each with the program's file`;
    }),
  };
}

/** As many agents at once as one hub serves, while a peer is started anew for each. */
async function agentsMemoryRow(house: OurHouse, ours: Driver, peers: readonly Driver[]): Promise<BenchRow> {
  const others = await Promise.all(Array.from({ length: agentCount - 1 }, house.newAgent));
  const value = memoryOf(ours.processes()) / mib;
  for (const other of others) await other.close();
  const baseline = Math.min(...peers.map(peer => memoryOf(times(peer.processes(), agentCount)) / mib));
  return {
    ...ratioRow(`the same for ${agentCount} agents`, { value, baseline, unit: 'MiB' }, { atMost: 0.5 }),
    notes: [`of the peers one is measured, and what it holds for itself counts ${agentCount} times`],
  };
}

function times(pids: readonly number[], count: number): number[] {
  return Array.from({ length: count }, () => pids).flat();
}
