// A dialog in words for a caller: those of its page only where the call may have them.
import { originOf } from '../../../contract/sites.ts';
import { dialogWords, type Kept, type OpenDialog } from './dialogs.ts';
import type { ToolContext } from './tool.ts';

type Caller = Pick<ToolContext, 'tabId' | 'page' | 'covers'>;

/** In words for the caller, who may answer it from then on. */
export async function namedDialog(call: Caller & Pick<ToolContext, 'asker'>, dialog: OpenDialog): Promise<string> {
  const kept = await whatKeeps(call, dialog);
  dialog.toldTo.add(call.asker);
  // That of a whole page of its own is not a frame's.
  return dialogWords(dialog, kept === 'frame' && dialog.tabId !== call.tabId ? 'denied' : kept);
}

async function whatKeeps(call: Caller, dialog: OpenDialog): Promise<Kept | null> {
  const { page, covers } = call;
  const foreign = await foreignOrigins(call, dialog);
  const areAll = async (what: 'call' | 'words') => {
    const covered = foreign.length > 0 ? await covers(foreign, what) : new Set<string>();
    return foreign.every(origin => covered.has(origin));
  };
  if (!(await areAll('call'))) return 'frame';
  // A document without an address of its own may be of any of them.
  const own = dialog.origin === null ? [page.origin, ...page.frames] : [dialog.origin];
  return own.some(origin => page.isWordlessAt(origin)) || !(await areAll('words')) ? 'denied' : null;
}

/** Where the dialog may come from that the call was not decided for. */
export async function foreignOrigins({ page, tabId }: Caller, dialog: OpenDialog): Promise<string[]> {
  const isForeign = (origin: string) => origin !== page.origin && !page.frames.includes(origin);
  if (dialog.origin !== null) return [dialog.origin].filter(isForeign);
  // A document without an address of its own may stand in any of the frames, or may have been opened by one.
  const tabIds = [...new Set([tabId, dialog.tabId])];
  const frames = await Promise.all(tabIds.map(each => chrome.webNavigation.getAllFrames({ tabId: each })));
  const origins = frames.flatMap(each => each ?? []).flatMap(({ url }) => originOf(url.replace(/^blob:/, '')) ?? []);
  return [...new Set(origins)].filter(isForeign);
}
