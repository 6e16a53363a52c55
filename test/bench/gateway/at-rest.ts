// What the hub holds while nobody does anything: a hundred servers that start on first use are configured, and all of them sleep.
import { setTimeout as sleep } from 'node:timers/promises';
import { PanelClient } from '../../support/panel-client.ts';
import { openStage } from '../../support/stage.ts';
import { currentPss, currentRss } from '../host-process.ts';
import { rounded } from '../measure.ts';
import { crowdOf } from './crowd-of.ts';
import { approveServers } from './our-ways.ts';
import type { BenchRow } from '../row.ts';

const count = 100;
const goalMb = 130;
const restMs = 10_000;
const mb = 1_000_000;

/** Each was started once to say what it offers, and the hub was started again since, as it is after a night. */
export async function benchAtRest(): Promise<BenchRow> {
  const stage = await openStage();
  try {
    const panel = await PanelClient.open(stage.url);
    await approveServers(panel, crowdOf(0, count), 'first-use');
    const isAsleep = ({ state }: { state: { kind: string } }) => state.kind === 'asleep';
    await panel.waitFor(({ servers }) => Object.values(servers).filter(isAsleep).length === count, 'all of them sleep');
    await panel.close();
    const pid = (await stage.restart()).pid ?? 0;
    await sleep(restMs);
    const value = rounded(currentRss(pid) / mb);
    return {
      case: `the memory of the hub at rest with ${count} servers that start on first use`,
      value,
      unit: 'MB',
      baseline: null,
      ratio: null,
      goal: `under ${goalMb} MB`,
      holds: value < goalMb,
      notes: [`its own part of that, by PSS: ${rounded(currentPss(pid) / mb)} MB`],
    };
  } finally {
    await stage.close();
  }
}
