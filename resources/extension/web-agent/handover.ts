// How the small script in every page hands over to the bridge, which comes with a page's first request: by a name in the extension's own world.

export interface Handover {
  /** Already open. */
  readonly port: chrome.runtime.Port;
  /** From now on it gets what the page posts, starting with what was held back. */
  take(receive: (data: unknown) => void): void;
}

const entry = 'webAgentHandover';
type Place = { [entry]?: Handover };

export function offerHandover(handover: Handover): void {
  (globalThis as Place)[entry] = handover;
}

/** Null where nobody is waiting for it. */
export function takeHandover(): Handover | null {
  const place = globalThis as Place;
  const handover = place[entry] ?? null;
  delete place[entry];
  return handover;
}
