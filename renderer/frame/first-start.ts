// The first start: as long as no agent and no browser was ever connected, the panel opens Connect in place of Overview.
import { routeHref } from './route.ts';
import type { Snapshot } from '../../contract/schemas/snapshot.ts';
import type { PanelStore } from '../store/panel-store.ts';

/** Of the first snapshot, and only where the address names no screen: whoever goes elsewhere is not called back. */
export function openConnectFirst(store: PanelStore): void {
  const end = store.subscribe(({ snapshot }) => {
    if (snapshot === null) return;
    end();
    // In the panel of another hub nobody connects anything.
    if (location.hash === '' && !snapshot.hub.remote && isUntouched(snapshot))
      history.replaceState(null, '', routeHref('connect'));
  });
}

/** Credentials and approved browsers are kept by the hub, so that a later start has them. */
function isUntouched({ clients, agents, browsers }: Snapshot): boolean {
  return [clients, agents, browsers].every(known => Object.keys(known).length === 0);
}
