// How far a code got that was typed into the pop-up: asked for by the pop-up and answered by the background, over storage that no page reads.
import { isRecord } from '../../contract/json.ts';
import type { PairFault } from './hub-socket.ts';

export type Pairing = { readonly kind: 'none' } | { readonly kind: 'trying' } | { readonly kind: PairFault };

/** The pop-up's wish. */
export function askToPair(code: string): void {
  void chrome.storage.session.set({ pairAsk: { code, at: Date.now() }, pairing: { kind: 'trying' } });
}

export function onPairAsked(listener: (code: string) => void): void {
  chrome.storage.session.onChanged.addListener(({ pairAsk }) => {
    if (!isRecord(pairAsk?.newValue)) return;
    void chrome.storage.session.remove('pairAsk');
    listener(String(pairAsk.newValue.code));
  });
}

/** What was typed is of no use any more once it has paired. */
export function publishPairing(pairing: Pairing): void {
  void chrome.storage.session.set({ pairing, ...(pairing.kind === 'none' && { draft: '' }) });
}

export function keepDraft(draft: string): void {
  void chrome.storage.session.set({ draft });
}

export async function readDraft(): Promise<string> {
  const { draft } = await chrome.storage.session.get('draft');
  return typeof draft === 'string' ? draft : '';
}

/** Calls `show` with how it stands now and after every change. */
export async function watchPairing(show: (pairing: Pairing) => void): Promise<void> {
  chrome.storage.session.onChanged.addListener(({ pairing }) => {
    if (pairing) show(isPairing(pairing.newValue) ? pairing.newValue : { kind: 'none' });
  });
  const { pairing } = await chrome.storage.session.get('pairing');
  show(isPairing(pairing) ? pairing : { kind: 'none' });
}

/** Only this extension writes there, so the tag alone tells. */
function isPairing(value: unknown): value is Pairing {
  return isRecord(value) && typeof value.kind === 'string';
}
