// What every step of the boot has at hand: the machine, what ends at the end, the events, and the panels that are open.
import { HubLog } from '../hub-log/hub-log.ts';
import { OpenPanels } from '../panel/open-panels.ts';
import { HubEvents } from './hub-events.ts';
import type { Party } from '../../../contract/schemas/trace.ts';
import type { HubPlatform } from '../platform/platform.ts';
import type { Closers } from './closers.ts';

/** How the hub is named in the trace. */
export const hubParty: Party = { kind: 'hub', id: 'hub', label: 'Hub' };

export interface Boot {
  /** This run of the hub among others that requests pass (`wire/hops.ts`). */
  readonly hubId: string;
  readonly platform: HubPlatform;
  readonly closers: Closers;
  readonly events: HubEvents;
  readonly panels: OpenPanels;
  readonly log: HubLog;
}

/** What the hub's parts say to `platform.log` stands in the hub's own log too. */
export function createBoot(given: HubPlatform, closers: Closers): Boot {
  const panels = new OpenPanels();
  const log = new HubLog({
    home: given.home,
    now: () => given.now(),
    onLines: lines => panels.tell({ event: 'hub:logged', data: { lines } }),
  });
  const platform = { ...given, log: log.joined(given.log) };
  const events = new HubEvents(({ kind }, error) =>
    platform.log.warn({ event: kind, reason: String(error) }, 'Something that follows from an event has failed.'),
  );
  const hubId = platform.randomBytes(8).toString('hex');
  return { hubId, platform, closers, events, panels, log };
}
