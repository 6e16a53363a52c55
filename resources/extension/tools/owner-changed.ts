// What an agent made of a tab beside its page ends when the tab is not its any more.
import { endViewport } from './debugger-session.ts';
import { inTurn } from './tab-turns.ts';

const waitsAtMostMs = 30_000;

/** After the calls that were there before (CompanionOwnerChanged). In those that have closed meanwhile there is nothing to end. */
export async function ownerChanged(tabIds: unknown): Promise<void> {
  const tabs = Array.isArray(tabIds) ? tabIds.filter(id => typeof id === 'number') : [];
  const signal = AbortSignal.timeout(waitsAtMostMs);
  await Promise.allSettled(tabs.map(tabId => inTurn(tabId, signal, () => endViewport(tabId))));
}
