// The load on one way to `echo`: calls one after the other, then 32 in flight, from the official SDK's client.
import { Client } from '@modelcontextprotocol/client';
import { median, quiet } from '../measure.ts';
import type { Transport } from '@modelcontextprotocol/client';

/** One way from a client to the echo tool of server-everything. */
export interface Way {
  readonly name: string;
  readonly transport: 'stdio' | 'http' | 'sse';
  readonly tool: string;
  connect(): Promise<Transport> | Transport;
}

export interface Figures {
  /** The middle delay of a call that comes alone, in ms. */
  readonly alone: number;
  /** Calls a second with 32 in flight. */
  readonly rate: number;
}

const warmUp = 100;
const calls = 2_000;
const inFlight = 32;

/** Takes the ways in turns, `rounds` times, so that a busy moment of the machine hits all of them; the quieter half counts. */
export async function measureWays(ways: readonly Way[], rounds: number): Promise<Map<string, Figures>> {
  const taken = new Map<string, Figures[]>(ways.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const way of ways) taken.get(way.name)?.push(await measureOnce(way));
  }
  const figures = [...taken].map(([name, all]): [string, Figures] => [
    name,
    {
      alone: quiet(all.map(({ alone }) => alone)),
      rate: 1 / quiet(all.map(({ rate }) => 1 / rate)),
    },
  ]);
  return new Map(figures);
}

async function measureOnce(way: Way): Promise<Figures> {
  const client = new Client({ name: 'gateway-bench', version: '1.0.0' });
  await client.connect(await way.connect());
  try {
    for (let count = 0; count < warmUp; count += 1) await echo(client, way, count);
    return { alone: await oneAfterAnother(client, way), rate: await manyAtOnce(client, way) };
  } finally {
    await client.close();
  }
}

async function oneAfterAnother(client: Client, way: Way): Promise<number> {
  const times: number[] = [];
  for (let count = 0; count < calls; count += 1) {
    const sent = performance.now();
    await echo(client, way, count);
    times.push(performance.now() - sent);
  }
  return median(times);
}

async function manyAtOnce(client: Client, way: Way): Promise<number> {
  let next = 0;
  const lane = async () => {
    while (next < calls) await echo(client, way, next++);
  };
  const started = performance.now();
  await Promise.all(Array.from({ length: inFlight }, lane));
  return calls / ((performance.now() - started) / 1_000);
}

/** Rejects with what came when it is not the echo: a refusal must not count as a fast answer. */
async function echo(client: Client, { name, tool }: Way, count: number): Promise<void> {
  const result = await client.callTool({ name: tool, arguments: { message: `m${count}` } });
  const answer = JSON.stringify(result);
  if (!answer.includes(`m${count}`)) throw new Error(`${name} answered with ${answer.slice(0, 300)}`);
}
