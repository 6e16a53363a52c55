// 5,000 entries of the audit a second through the outbox into a real stream: none lost, none twice, in order, memory flat.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { makeStreams, pause, readStream, startTestHub } from '../../support/fleet-outbox.ts';
import { startNats } from '../../support/nats-server.ts';
import { boundRow } from '../measure.ts';
import type { BenchRow } from '../row.ts';

const perSecond = 5_000;
const ticksPerSecond = 50;
const usualSeconds = 60;
/** Caches, prepared statements and the JIT have settled by then. */
const warmMs = 10_000;
const sampleMs = 500;
/** Megabytes a minute that a line through all samples may rise. */
const maxSlope = 20;

interface Sample {
  readonly ms: number;
  readonly mb: number;
}

export async function benchOutbox(seconds = usualSeconds): Promise<BenchRow[]> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pilothouse-bench-outbox-'));
  const server = await startNats();
  try {
    await makeStreams(server.url);
    const hub = await startTestHub({ folder, url: server.url, retention: 100_000 });
    const samples = await flood(hub.append, seconds);
    const made = hub.store.audit.lastId;
    const drainedAt = performance.now();
    await hub.sent();
    const drainMs = performance.now() - drainedAt;
    await hub.end();
    const ids = (await readStream(server.url)).map(({ id }) => id);
    return rowsOf({ made, ids, samples, seconds, drainMs });
  } finally {
    await server.remove();
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

async function flood(
  append: (count: number) => void,
  seconds: number,
): Promise<{ heap: Sample[]; rss: Sample[]; ms: number }> {
  const [heap, rss]: [Sample[], Sample[]] = [[], []];
  const begin = performance.now();
  let [made, sampledAt] = [0, 0];
  while (made < seconds * perSecond) {
    const ms = performance.now() - begin;
    // What a busy machine has delayed is made up for.
    const due = Math.min(seconds * perSecond, Math.ceil((ms / 1_000) * perSecond));
    append(due - made);
    made = due;
    if (ms - sampledAt >= sampleMs) {
      sampledAt = ms;
      globalThis.gc?.();
      const { heapUsed, rss: all } = process.memoryUsage();
      heap.push({ ms, mb: heapUsed / 1e6 });
      rss.push({ ms, mb: all / 1e6 });
    }
    await pause(1_000 / ticksPerSecond);
  }
  return { heap, rss, ms: performance.now() - begin };
}

interface Measured {
  readonly made: number;
  readonly ids: readonly number[];
  readonly samples: { heap: Sample[]; rss: Sample[]; ms: number };
  readonly seconds: number;
  readonly drainMs: number;
}

function rowsOf({ made, ids, samples, seconds, drainMs }: Measured): BenchRow[] {
  const doubled = ids.length - new Set(ids).size;
  const wrong = ids.filter((id, index) => id !== index + 1).length;
  const flat = (name: string, all: readonly Sample[]) =>
    boundRow(
      `outbox: ${name} after the first ${warmMs / 1_000} s`,
      { value: slope(all), unit: 'MB a minute' },
      { atMost: maxSlope },
    );
  const warm = samples.heap.at(-1) && samples.ms > warmMs + 4 * sampleMs;
  return [
    {
      ...boundRow(
        'outbox: entries of the audit',
        { value: made / (samples.ms / 1_000), unit: 'entries/s' },
        { atLeast: perSecond * 0.99 },
      ),
      notes: [`${made} in ${seconds} s; ${Math.round(drainMs)} ms until the last one was in the stream`],
    },
    boundRow('outbox: lost', { value: made - new Set(ids).size, unit: 'entries' }, { atMost: 0 }),
    boundRow('outbox: twice in the stream', { value: doubled, unit: 'entries' }, { atMost: 0 }),
    boundRow('outbox: out of order', { value: wrong, unit: 'entries' }, { atMost: 0 }),
    ...(warm ? [flat('heap', samples.heap), flat('rss', samples.rss)] : []),
  ];
}

/** Of the least squares line through what came after the warming up. */
function slope(all: readonly Sample[]): number {
  const samples = all.filter(({ ms }) => ms > warmMs);
  const mean = (of: (sample: Sample) => number) => samples.reduce((sum, one) => sum + of(one), 0) / samples.length;
  const [ms, mb] = [mean(one => one.ms), mean(one => one.mb)];
  const rise = samples.reduce((sum, one) => sum + (one.ms - ms) * (one.mb - mb), 0);
  return (rise / samples.reduce((sum, one) => sum + (one.ms - ms) ** 2, 0)) * 60_000;
}
