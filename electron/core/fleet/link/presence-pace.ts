// How often a hub tells that it is here, and after how long a silence another one is gone: seldomer in a large fleet, where all hear all others.

export const leastEveryMs = 5_000;
/** What is told more seldom than that is told by nobody. */
export const mostEveryMs = 120_000;
/** Of the others; beyond, each tells more seldom. */
const mostHeardPerSecond = 20;
/** So many tellings of one hub may be lost in a row. */
const lost = 3;

/** `keptMs`: how long the server keeps what is told, which bounds how seldom that may be. */
export function everyMsFor(hubs: number, keptMs: number): number {
  const wished = Math.ceil((hubs * 1_000) / mostHeardPerSecond);
  return Math.max(leastEveryMs, Math.min(wished, Math.floor(keptMs / lost), mostEveryMs));
}

export function goneAfterMs(everyMs = leastEveryMs): number {
  return lost * everyMs;
}
