// The gateway beside no gateway and, with --peers, beside the best of the other programs: delay, rate, and many servers at once.
import { createRequire } from 'node:module';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { benchCrowd } from './gateway/crowd.ts';
import { measureWays } from './gateway/gateway-load.ts';
import { benchNotifications } from './gateway/notifications.ts';
import { startOurs } from './gateway/our-ways.ts';
import { startPeers } from './gateway/peer-ways.ts';
import { ratioRow } from './measure.ts';
import type { Figures, Way } from './gateway/gateway-load.ts';
import type { BenchRow } from './row.ts';

const rounds = 3;

/** Beside the best of the other programs: how long a call may take, and how many are answered with 32 in flight. */
const goals: Readonly<Record<Way['transport'], { readonly delay: number; readonly rate: number }>> = {
  stdio: { delay: 0.6, rate: 2 },
  http: { delay: 0.8, rate: 1 },
  sse: { delay: 0.9, rate: 1.2 },
};

export async function benchGateway(): Promise<BenchRow[]> {
  const script = createRequire(import.meta.url).resolve('@modelcontextprotocol/server-everything/dist/index.js');
  const server = { command: process.execPath, args: [script] };
  const direct: Way = {
    name: 'no gateway',
    transport: 'stdio',
    tool: 'echo',
    connect: () => new StdioClientTransport({ ...server, stderr: 'ignore' }),
  };
  const ours = await startOurs(server);
  const peers = process.argv.includes('--peers') ? await startPeers(server) : null;
  try {
    const ways = [direct, ...ours.ways, ...(peers?.ways ?? [])];
    const figures = await measureWays(ways, rounds);
    for (const [name, { alone, rate }] of figures)
      process.stderr.write(`  ${name}: ${alone.toFixed(3)} ms alone, ${Math.round(rate)} calls/s with 32 in flight\n`);
    const rows = peers ? besidePeers(ours.ways, peers.ways, figures) : besideNone(ours.ways, figures, direct);
    return [...rows, ...(await benchNotifications(server)), ...(await benchCrowd())];
  } finally {
    await peers?.close();
    await ours.close();
  }
}

function besidePeers(ours: readonly Way[], peers: readonly Way[], figures: ReadonlyMap<string, Figures>): BenchRow[] {
  return ours.flatMap(way => {
    const own = figuresOf(figures, way);
    const goal = goals[way.transport];
    const isAlone = way.transport === 'stdio';
    const rivals = peers
      .filter(({ transport }) => isAlone || transport === way.transport)
      .map(peer => figuresOf(figures, peer));
    const delay = { value: own.alone, baseline: Math.min(...rivals.map(({ alone }) => alone)), unit: 'ms' };
    const rate = { value: own.rate, baseline: Math.max(...rivals.map(each => each.rate)), unit: 'calls/s' };
    return [
      ratioRow(`${way.name}: the middle delay beside the best peer`, delay, { atMost: goal.delay }),
      ratioRow(`${way.name}: calls with 32 in flight beside the best peer`, rate, { atLeast: goal.rate }),
    ];
  });
}

/** Without peers nothing is promised: what the gateway adds is shown. */
function besideNone(ours: readonly Way[], figures: ReadonlyMap<string, Figures>, direct: Way): BenchRow[] {
  const bare = figuresOf(figures, direct);
  return ours.map(way => {
    const delay = { value: figuresOf(figures, way).alone, baseline: bare.alone, unit: 'ms' };
    const row = ratioRow(`${way.name}: the middle delay beside no gateway`, delay, {
      atMost: Number.POSITIVE_INFINITY,
    });
    return { ...row, goal: 'none without --peers' };
  });
}

function figuresOf(figures: ReadonlyMap<string, Figures>, { name }: Way): Figures {
  const found = figures.get(name);
  if (!found) throw new Error(`${name} was not measured.`);
  return found;
}
