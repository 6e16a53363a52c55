// What live export costs a call: with spans, metrics and logs sent to a receiver, and to one that never answers, beside the same call with all of it off.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { openScene } from '../integration/gateway/scene.ts';
import { repositoryRoot } from '../support/provided.ts';
import { boundRow, median, rounded } from './measure.ts';
import type { AddressInfo } from 'node:net';
import type { BenchRow } from './row.ts';

const rounds = 6;
const calls = 600;
const warmUp = 300;
const cases = ['off', 'on', 'hanging'] as const;
type Case = (typeof cases)[number];
/** Of the hub's processor: the median time of a call is noted, and says little while others run beside it. */
const atMostMs = 0.5;

interface Block {
  readonly ms: number;
  /** Of the hub's process, all of its threads. */
  readonly cpuMs: number;
}

export async function benchTelemetry(): Promise<BenchRow[]> {
  let hangs = false;
  let requests = 0;
  const receiver = createServer((request, response) => {
    requests += 1;
    request.resume().on('end', () => hangs || response.writeHead(200).end());
  });
  await new Promise<void>(resolve => receiver.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  const scene = await openScene();
  const { panel, place } = scene;
  try {
    await scene.addServer('tracing', [`${repositoryRoot}/test/fixtures/servers/tracing.mjs`]);
    await scene.allow('tracing');
    await panel.request('mcp-server:set', { change: { limits: { mcp: 0, message: 0 } } });
    const agent = await scene.httpAgent();
    const call = () => agent.callTool({ name: 'tracing__where', arguments: {} });
    const pid = place.newestHub()?.pid ?? 0;
    const blocks: Record<Case, Block[]> = { off: [], on: [], hanging: [] };
    for (let at = 0; at < warmUp; at += 1) await call();
    for (let round = 0; round < rounds; round += 1) {
      for (const each of round % 2 === 0 ? cases : cases.toReversed()) {
        hangs = each === 'hanging';
        const on = each !== 'off';
        await panel.request('telemetry:set', {
          change: { endpoint, spans: { on }, metrics: { on }, logs: { on } },
        });
        blocks[each].push(await measured(call, pid));
        receiver.closeAllConnections();
      }
    }
    return rowsOf(blocks, requests);
  } finally {
    receiver.closeAllConnections();
    receiver.close();
    await scene.end();
  }
}

async function measured(call: () => Promise<unknown>, pid: number): Promise<Block> {
  const times: number[] = [];
  const before = cpuMs(pid);
  for (let at = 0; at < calls; at += 1) {
    const began = performance.now();
    await call();
    times.push(performance.now() - began);
  }
  return { ms: median(times), cpuMs: (cpuMs(pid) - before) / calls };
}

/** Linux counts in hundredths of a second. */
function cpuMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

function rowsOf(blocks: Readonly<Record<Case, readonly Block[]>>, requests: number): BenchRow[] {
  const of = (name: Case, field: keyof Block) => median(blocks[name].map(block => block[field]));
  const row = (name: string, one: Case): BenchRow => {
    const baseline = of('off', 'cpuMs');
    return {
      ...boundRow(name, { value: of(one, 'cpuMs') - baseline, unit: 'ms', baseline }, { atMost: atMostMs }),
      notes: [
        `A call took ${rounded(of(one, 'ms'))} ms, and ${rounded(of('off', 'ms'))} ms with all of it off.`,
        `${rounds} blocks of ${calls} calls each; the receiver had ${requests} requests.`,
      ],
    };
  };
  return [
    row('processor time added to a call by spans, metrics and logs', 'on'),
    row('processor time added to a call while the receiver hangs', 'hanging'),
  ];
}
