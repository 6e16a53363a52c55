// The last pings of a plugin as bars: how high each is, and what they come to.
import type { PluginDetail } from '../../../../contract/schemas/plugins.ts';

type Ping = PluginDetail['pings'][number];

export interface PingBar extends Ping {
  /** Share of the full height, 0 to 1. */
  readonly height: number;
}

/** What is fast is still to be seen. */
const least = 0.2;

/** By the logarithm, so that one slow answer does not flatten the others; one that was missed is full. */
export function pingBars(pings: readonly Ping[]): PingBar[] {
  const slowest = Math.max(1, ...pings.map(({ ms }) => ms ?? 0));
  return pings.map(ping => ({
    ...ping,
    height: ping.ms === null ? 1 : Math.max(least, Math.log1p(ping.ms) / Math.log1p(slowest)),
  }));
}

export function lastMissed(pings: readonly Ping[]): Ping | undefined {
  return pings.findLast(({ ms }) => ms === null);
}
