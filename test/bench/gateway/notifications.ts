// A server that sends 10,000 notifications a second, and how long another agent's calls of another server take meanwhile.
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { repositoryRoot } from '../../support/provided.ts';
import { boundRow } from '../measure.ts';
import { startOurs } from './our-ways.ts';
import type { BenchRow } from '../row.ts';

const perSecond = 10_000;
const seconds = 10;
const atMostMs = 20;
const server = 'flooding';

export async function benchNotifications(echo: {
  readonly command: string;
  readonly args: readonly string[];
}): Promise<BenchRow[]> {
  const flooding = {
    command: process.execPath,
    args: [join(repositoryRoot, 'test/fixtures/servers/flooding.mjs')],
  };
  const ours = await startOurs(echo, { [server]: flooding });
  const open = async (way = ours.ways[0]) => {
    if (!way) throw new Error('There is no way to the hub.');
    const client = new Client({ name: 'gateway-bench', version: '1.0.0' });
    await client.connect(await way.connect());
    return client;
  };
  const [flooded, other] = await Promise.all([open(), open()]);
  try {
    const over = new AbortController();
    let heard = 0;
    flooded.setNotificationHandler('notifications/message', () => void (heard += 1));
    const pace = flooded
      .callTool({ name: `${server}__pace`, arguments: { perSecond, seconds } }, { timeout: 60_000 })
      .finally(() => over.abort());
    const times: number[] = [];
    while (!over.signal.aborted) {
      const asked = performance.now();
      await other.callTool({ name: 'bench__echo', arguments: { message: 'there?' } });
      times.push(performance.now() - asked);
    }
    const [sent] = (await pace).content as { text: string }[];
    const value = times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Number.NaN;
    const row = boundRow(
      `another agent's call (p95) while a server sends ${perSecond} notifications/s`,
      { value, unit: 'ms' },
      { atMost: atMostMs },
    );
    return [{ ...row, notes: [`${sent?.text} sent in ${seconds} s, ${heard} heard, ${times.length} calls`] }];
  } finally {
    await Promise.all([flooded.close(), other.close()]);
    await ours.close();
  }
}
