// A browser says that a tab shows another page than a call was decided for: whether it is decided on anew and tried again.
import { TabMovedSchema } from '../../contract/companion.ts';
import { HubError } from '../../contract/errors.ts';
import type { TabMoved } from '../../contract/companion.ts';

const maxFrames = 5;
/** A sign-in leads to another site and back. */
const maxMoves = 3;

/** What a browser told with an ERR_TAB_MOVED; null for every other error. */
export function tabMoved(error: unknown): TabMoved | null {
  if (!(error instanceof HubError) || error.code !== 'ERR_TAB_MOVED') return null;
  return TabMovedSchema.safeParse(error.data?.['details']).data ?? null;
}

/**
 * A frame has to be decided for beside the page. A page that was left is looked at where it goes on; what acts was meant for what its
 * agent saw, so its agent has to look again.
 */
export function mayTryAgain(
  { inFrame = false, begun, origin }: TabMoved,
  looksOnly: boolean,
  tried: { readonly moves: number; readonly frames: readonly string[] },
): boolean {
  if (!inFrame) return looksOnly && tried.moves < maxMoves;
  return !begun && origin !== null && !tried.frames.includes(origin) && tried.frames.length < maxFrames;
}
