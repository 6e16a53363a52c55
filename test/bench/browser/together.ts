// Whether agents that work at the same time get on faster than one that does the same alone.
import { median, ratioRow } from '../measure.ts';
import type { BenchRow } from '../row.ts';
import type { McpAgent } from './mcp-agent.ts';

const agentCount = 4;
const visits = 100;
const rounds = 3;
const wantedGain = 1.7;

/** Four agents with 25 navigations each beside one with 100, in turns; `address` gives a page for a number. */
export async function togetherRow(
  newAgent: () => Promise<McpAgent>,
  address: (visit: number) => string,
): Promise<BenchRow> {
  const agents = await Promise.all(Array.from({ length: agentCount }, newAgent));
  try {
    const seats = await Promise.all(agents.map(sit));
    const [first] = seats;
    if (!first) throw new Error('No agent sat down.');
    const [alone, together]: [number[], number[]] = [[], []];
    for (let round = 0; round < rounds; round += 1) {
      alone.push(await timeOf(() => visit(first, address, visits)));
      together.push(await timeOf(() => Promise.all(seats.map(seat => visit(seat, address, visits / agentCount)))));
    }
    const measured = {
      value: visits / (median(together) / 1_000),
      baseline: visits / (median(alone) / 1_000),
      unit: 'pages/s',
    };
    return ratioRow('4 agents with 25 navigations each beside one with 100', measured, { atLeast: wantedGain });
  } finally {
    await Promise.all(agents.map(agent => agent.close()));
  }
}

interface Seat {
  readonly agent: McpAgent;
  readonly tabId: number;
}

async function sit(agent: McpAgent): Promise<Seat> {
  const { tabId } = JSON.parse((await agent.call('tabs_create', {})).text) as { tabId: number };
  return { agent, tabId };
}

async function visit({ agent, tabId }: Seat, address: (visit: number) => string, count: number): Promise<void> {
  for (let at = 0; at < count; at += 1) await agent.call('navigate', { tabId, url: address(at) });
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}
