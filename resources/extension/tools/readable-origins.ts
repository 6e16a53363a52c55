// Which of several origins a call may have content of: the page's own, and those that the hub decides for.
import type { ShownPage } from '../shown-page.ts';
import type { Covers } from './tool.ts';

/** Null stands for what is of no site; it is readable only where the page itself is of none. */
export async function readableOrigins(
  origins: readonly (string | null)[],
  { origin: own }: ShownPage,
  covers: Covers,
): Promise<ReadonlySet<string | null>> {
  const asked = new Set(origins.flatMap(origin => (origin === null || origin === own ? [] : [origin])));
  const readable = asked.size > 0 ? await covers([...asked], 'call') : [];
  return new Set([own, ...readable]);
}
