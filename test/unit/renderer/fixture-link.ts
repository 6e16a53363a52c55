// A link straight to the fixture's hub, with a switch for the line.
import type { PanelEvent } from '../../../contract/schemas/panel-events.ts';
import type { PanelResult } from '../../../contract/schemas/panel-requests.ts';
import type { Link, LinkStatus } from '../../../renderer/link/link.ts';
import type { FixtureHub } from '../../support/panel-fixture/hub.ts';

export interface FixtureLink extends Link {
  setStatus(status: LinkStatus): void;
  /** Hands an event to the panel that the hub never sent. */
  inject(event: PanelEvent): void;
}

export function linkToFixture(hub: FixtureHub): FixtureLink {
  let status: LinkStatus = { kind: 'open' };
  const events = new Set<(event: PanelEvent) => void>();
  const statuses = new Set<(status: LinkStatus) => void>();
  const emit = (event: PanelEvent) => {
    for (const listener of events) listener(event);
  };
  hub.onEvent(emit);
  return {
    request: async (name, params) => (await hub.answer(name, params)) as PanelResult<typeof name>,
    onEvent(listener) {
      events.add(listener);
      return () => events.delete(listener);
    },
    onStatus(listener) {
      statuses.add(listener);
      listener(status);
      return () => statuses.delete(listener);
    },
    retryNow: () => undefined,
    setStatus(now) {
      status = now;
      for (const listener of statuses) listener(now);
    },
    inject: emit,
  };
}
