// What every step of the boot has at hand: the machine, what ends at the end, the events, and the panels that are open.
import { OpenPanels } from '../panel/open-panels.ts';
import { HubEvents } from './hub-events.ts';
import type { Party } from '../../../contract/schemas/trace.ts';
import type { HubPlatform } from '../platform/platform.ts';
import type { Closers } from './closers.ts';

/** How the hub is named in the trace. */
export const hubParty: Party = { kind: 'hub', id: 'hub', label: 'Hub' };

export interface Boot {
  readonly platform: HubPlatform;
  readonly closers: Closers;
  readonly events: HubEvents;
  readonly panels: OpenPanels;
}

export function createBoot(platform: HubPlatform, closers: Closers): Boot {
  const events = new HubEvents(({ kind }, error) =>
    platform.log.warn({ event: kind, reason: String(error) }, 'Something that follows from an event has failed.'),
  );
  return { platform, closers, events, panels: new OpenPanels() };
}
