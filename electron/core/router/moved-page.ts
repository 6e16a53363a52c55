// A browser says that a tab shows another page than a call was decided for: whether it is decided on anew and tried again.
import { HubError } from '../../../contract/errors.ts';
import { TabMovedSchema } from '../../../contract/schemas/companion.ts';
import type { TabMoved } from '../../../contract/schemas/companion.ts';
import type { GatedCall } from '../gates/gate.ts';

const maxFrames = 5;
/** Waiting goes on over the pages of a sign-in, there and back. */
const maxMovesOfWait = 3;

/** What a browser told with an ERR_TAB_MOVED; null for every other error. */
export function tabMoved(error: unknown): TabMoved | null {
  if (!(error instanceof HubError) || error.code !== 'ERR_TAB_MOVED') return null;
  return TabMovedSchema.safeParse(error.data?.['details']).data ?? null;
}

/**
 * A frame has to be decided for beside the page. A page that was left is read once more where it goes on; what acts was meant for what
 * its agent saw, so its agent has to look again.
 */
export function mayTryAgain(
  { inFrame = false, begun, origin }: TabMoved,
  { readOnly, tool }: GatedCall,
  action: unknown,
  tried: { readonly moves: number; readonly frames: readonly string[] },
): boolean {
  if (!inFrame) {
    // Waiting for something to show has the scope of what acts, and does nothing.
    const isWait = tool === 'computer' && action === 'wait';
    return tried.moves < (isWait ? maxMovesOfWait : readOnly ? 1 : 0);
  }
  return !begun && origin !== null && !tried.frames.includes(origin) && tried.frames.length < maxFrames;
}
