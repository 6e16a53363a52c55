// How the little script of every page hands over to the bridge, which is brought into a page with its first request: a name in the extension's own world.

export interface Handover {
  /** Open already. */
  readonly port: chrome.runtime.Port;
  /** From now on it gets what the page posts, beginning with what was held. */
  take(receive: (data: unknown) => void): void;
}

const entry = 'webAgentHandover';
type Place = { [entry]?: Handover };

export function offerHandover(handover: Handover): void {
  (globalThis as Place)[entry] = handover;
}

/** Null where nobody waits for it. */
export function takeHandover(): Handover | null {
  const place = globalThis as Place;
  const handover = place[entry] ?? null;
  delete place[entry];
  return handover;
}
