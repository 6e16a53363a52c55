// Panels that watch what servers use.
import { describe, expect, test, vi } from 'vitest';
import { UsageWatchers } from '../../../../electron/core/panel/usage-watchers.ts';
import type { ServerUsage } from '../../../../contract/schemas/servers.ts';

function scene() {
  const watching = new Set<(usage: ServerUsage[]) => void>();
  const watchers = new UsageWatchers({
    watchUsage: tell => {
      watching.add(tell);
      return () => watching.delete(tell);
    },
  });
  const panel = () => {
    const gone = new AbortController();
    return { send: vi.fn(), gone: gone.signal, leave: () => gone.abort() };
  };
  return { watchers, watching, panel };
}

const usage = [{ serverId: 'a', cpuPercent: 1, rssBytes: 2, processes: 3 }];

describe('UsageWatchers', () => {
  test('Each panel that watches is told, and only while it does.', () => {
    const { watchers, watching, panel } = scene();
    const [one, two] = [panel(), panel()];
    watchers.set(one, true);
    watchers.set(two, true);
    watchers.set(two, false);
    for (const tell of watching) tell(usage);
    expect(one.send.mock.calls).toEqual([[{ event: 'servers:usage', data: { usage } }]]);
    expect(two.send).not.toHaveBeenCalled();
  });

  test('Switching on twice watches once.', () => {
    const { watchers, watching, panel } = scene();
    const one = panel();
    watchers.set(one, true);
    watchers.set(one, true);
    expect(watching.size).toBe(1);
    watchers.set(one, false);
    watchers.set(one, false);
    expect(watching.size).toBe(0);
  });

  test('A panel that goes watches no more, and cannot begin again.', () => {
    const { watchers, watching, panel } = scene();
    const one = panel();
    watchers.set(one, true);
    one.leave();
    watchers.set(one, true);
    expect(watching.size).toBe(0);
  });
});
