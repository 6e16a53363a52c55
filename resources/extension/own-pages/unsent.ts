// What stays in a field of which something was sent: what was typed meanwhile. Pure.

/** `now` as it is, without `sent` where it still begins so. */
export function unsentOf(now: string, sent: string): string {
  return now.startsWith(sent) ? now.slice(sent.length).trimStart() : now;
}
