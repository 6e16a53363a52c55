// The fleet with real NATS servers: each part measures its own.
import { benchFleetCall } from './fleet/call.ts';
import { benchOutbox } from './fleet/outbox.ts';
import { benchPolicy } from './fleet/policy.ts';
import { benchPresence } from './fleet/presence.ts';
import { benchFleetWorkers } from './fleet/workers.ts';
import type { BenchRow } from './row.ts';

const parts: readonly ((seconds?: number) => Promise<BenchRow[]>)[] = [
  benchFleetCall,
  benchFleetWorkers,
  benchPolicy,
  benchPresence,
  benchOutbox,
];

export async function benchFleet(seconds?: number): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const part of parts) rows.push(...(await part(seconds)));
  return rows;
}
