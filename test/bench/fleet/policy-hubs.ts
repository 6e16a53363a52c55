// A process with some of the simulated hubs of the policy's bench, which tells what each has applied.
import { startHub } from './policy-hub.ts';
import type { HubOptions } from './policy-hub.ts';

export interface HubsOptions extends HubOptions {
  readonly names: readonly string[];
}

/** What a hub has put in force, and when by the clock of this machine. */
export interface Applied {
  readonly hub: string;
  readonly version: number;
  readonly at: number;
}

/** The process that `policy.ts` has forked. */
async function run({ names, ...options }: HubsOptions): Promise<void> {
  const tell = (applied: Applied) => process.send?.(applied);
  await Promise.all(names.map(hub => startHub(options, hub, (version, at) => tell({ hub, version, at }))));
}

process.once('message', (options: HubsOptions) => void run(options));
process.once('disconnect', () => process.exit());
