// The browser's tools beside the two best known peers: the same Chromium, the same pages, everything through MCP on stdio, in turns.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serveManyPages } from '../support/many-pages/site.ts';
import { memoryRows } from './browser/memory.ts';
import { behindRow, operationRows } from './browser/operation-rows.ts';
import { openOurHouse } from './browser/our-driver.ts';
import { installPeers, startDevtools, startPlaywright } from './browser/peer-drivers.ts';
import { nodesRow, readingRows } from './browser/reading.ts';
import { togetherRow } from './browser/together.ts';
import { ratioRow } from './measure.ts';
import type { Driver } from './browser/driver.ts';
import type { BenchRow } from './row.ts';

/** More than any of these agents has under way: a limit would be measured in place of the tools. */
const maxPerOrigin = 100;

/** `seconds` is how long one operation is repeated at most. */
export async function benchBrowser(seconds = 20): Promise<BenchRow[]> {
  installPeers(['@playwright/mcp', 'chrome-devtools-mcp']);
  const home = await mkdtemp(join(tmpdir(), 'pilothouse-bench-'));
  const site = await serveManyPages();
  const { origin } = site;
  const house = await openOurHouse(maxPerOrigin);
  const openers = [house.driver, () => startPlaywright(home), () => startDevtools(home)] as const;
  const [ours, ...peers] = [await openers[0](), await openers[1](), await openers[2]()] as const;
  const drivers = [ours, ...peers];
  try {
    // First, while each has done the same: a hub keeps what it has traced.
    for (const driver of drivers) await driver.open(`${origin}/shop`);
    const memory = await memoryRows(drivers, openers, origin);
    for (const driver of drivers) await driver.open(`${origin}/journey`);
    const front = await operationRows(drivers, origin, 'in front', seconds);
    const reading = [...(await readingRows(ours, peers[0], origin)), await nodesRow(ours, peers[0], origin)];
    for (const driver of drivers) await driver.navigate(`${origin}/journey`);
    for (const driver of drivers) await driver.cover('about:blank');
    const behind = await operationRows(drivers, origin, 'in the background', seconds);
    const toolList = await toolListRow(ours, peers);
    const together = await togetherRow(house.newAgent, visit => `${origin}/journey?visit=${visit}`);
    return [...front.rows, ...behind.rows, behindRow(front, behind), ...reading, toolList, together, ...memory];
  } finally {
    for (const driver of drivers) await driver.close();
    await house.close();
    await site.close();
    await rm(home, { recursive: true, force: true });
  }
}

async function toolListRow(ours: Driver, peers: readonly Driver[]): Promise<BenchRow> {
  const sizes = await Promise.all(peers.map(async peer => (await peer.toolList()).length));
  const measured = { value: (await ours.toolList()).length, baseline: Math.min(...sizes), unit: 'characters' };
  return {
    ...ratioRow('the list of tools', measured, { atMost: 1 }),
    notes: peers.map(({ name }, at) => `${name}: ${sizes[at]} characters`),
  };
}
