// The browsers that clients of the local bridge hear of: who is there, and each one that comes and goes.
import { platform as osPlatform } from 'node:os';
import type { Browser } from '../../../../contract/schemas/entities.ts';
import type { BrowserRegistry } from '../../browsers/browser-registry.ts';
import type { StatePublisher } from '../../state/publisher.ts';

export interface BridgePeersOptions {
  readonly browsers: Pick<BrowserRegistry, 'connected'>;
  readonly state: Pick<StatePublisher, 'subscribe'>;
  /** `claude/peer_connected` or `claude/peer_disconnected`, with what is said of it. */
  readonly tell: (method: string, params: Record<string, unknown>) => void;
}

/** Tells from now on; the function ends it. */
export function tellPeers({ browsers, state, tell }: BridgePeersOptions): () => void {
  const known = new Map(browsers.connected().map(({ id, state: { since } }) => [id, since]));
  return state.subscribe(({ changes }) => {
    if (!changes.some(({ collection }) => collection === 'browsers')) return;
    const now = new Map(browsers.connected().map(browser => [browser.id, browser]));
    for (const [id, since] of known) {
      // One that came back between two looks has left as well.
      if (now.get(id)?.state.since === since) continue;
      known.delete(id);
      tell('claude/peer_disconnected', { deviceId: id });
    }
    for (const browser of now.values()) {
      if (known.has(browser.id)) continue;
      known.set(browser.id, browser.state.since);
      tell('claude/peer_connected', peerOf(browser));
    }
  });
}

/** As `extensions_list` names it. */
export function peerOf({ id, name, os, state }: Browser): Record<string, unknown> {
  return { deviceId: id, osPlatform: systemName(os || osPlatform()), connectedAt: state.since, name };
}

/** As clients name their own system, by which they tell a browser of this machine (2.1.330). */
function systemName(os: string): string {
  if (/^(darwin|mac)/i.test(os)) return 'macOS';
  if (/^win/i.test(os)) return 'Windows';
  return /^linux/i.test(os) ? 'Linux' : os;
}
