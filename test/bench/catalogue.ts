// Twenty thousand servers: how long an answer takes, on the way from the hub to the process that reads catalogues and back.
import { EntryFiltersSchema } from '../../contract/schemas/catalogue.ts';
import { openCatalogue } from '../support/catalogue/open-catalogue.ts';
import { manyPublished } from '../support/catalogue/published.ts';
import { startRegistry } from '../support/catalogue/registry.ts';
import { boundRow } from './measure.ts';
import type { EntryFilters } from '../../contract/schemas/catalogue.ts';
import type { OpenedCatalogue } from '../support/catalogue/open-catalogue.ts';
import type { BenchRow } from './row.ts';

const servers = 20_000;
const atMostMs = 30;
const rounds = 20;
/** The second is what a person types, letter by letter; the others are words of every server, of many, of a few, of none. */
const queries = ['', 'g', 'gi', 'git', 'github', 'github maps', 'mcp', 'mcp server that', 'weather 17', 'xylophone'];

export async function benchCatalogue(): Promise<BenchRow[]> {
  const registry = await startRegistry();
  const opened = await openCatalogue();
  try {
    registry.publish(...manyPublished(servers));
    const sourceId = await opened.catalogue.add({ kind: 'registry', name: 'Many', address: registry.address });
    const began = performance.now();
    const { entries, state } = await opened.refreshed(sourceId);
    const refreshMs = performance.now() - began;
    if (entries !== servers) throw new Error(`Only ${entries} entries were read: ${JSON.stringify(state)}.`);
    const plain = await searchMs(opened, {});
    const filtered = await searchMs(opened, { runs: ['npm'], withoutSecrets: true });
    const first = await firstMs(opened);
    const row = (name: string, values: readonly number[]) =>
      boundRow(name, { value: p95(values), unit: 'ms' }, { atMost: atMostMs });
    return [
      row(`a search among ${servers} servers, p95`, plain),
      row('the same with two filters, p95', filtered),
      boundRow('the first search, which starts the process', { value: first, unit: 'ms' }, { atMost: 2_000 }),
      boundRow(`reading ${servers} servers from a registry`, { value: refreshMs / 1_000, unit: 's' }, { atMost: 60 }),
    ];
  } finally {
    await opened.stop();
    await registry.stop();
  }
}

async function searchMs({ catalogue }: OpenedCatalogue, given: Partial<EntryFilters>): Promise<number[]> {
  const filters = EntryFiltersSchema.parse(given);
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1)
    for (const query of queries) {
      const began = performance.now();
      await catalogue.search({ query, filters, sort: 'match', offset: 0, limit: 50 });
      times.push(performance.now() - began);
    }
  return times;
}

/** After the process has ended, as it does when nobody asks. */
async function firstMs({ catalogue, process: side }: OpenedCatalogue): Promise<number> {
  if (side.pid !== null) process.kill(side.pid, 'SIGKILL');
  while (side.pid !== null) await new Promise(resolve => setTimeout(resolve, 10));
  const began = performance.now();
  await catalogue.search({ query: 'git', filters: EntryFiltersSchema.parse({}), sort: 'match', offset: 0, limit: 50 });
  return performance.now() - began;
}

/** Of all, 95 in 100 are at most this. */
function p95(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.ceil(values.length * 0.95) - 1] ?? Number.NaN;
}
