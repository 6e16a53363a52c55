// The frames inside a page that come from elsewhere. Each counts by its own origin, so what is meant in one has to be decided for it too.
import { originOf } from '../../contract/sites.ts';
import { type PageFrame, pageFrames } from './frame-children.ts';
import { hasNoAddress, listedFrames, unknownSite } from './frame-tree.ts';
import { moved } from './moved-error.ts';
import { ToolError } from './tool-error.ts';
import { inPage } from './tools/in-page.ts';
import type { FrameBox, FramePlaces, WantedFrames } from './page/frame-places.ts';
import type { HeldDocument } from './shown-page.ts';
import type { ToolContext } from './tools/tool.ts';

type FrameContext = Pick<ToolContext, 'page' | 'signal'>;

const maxLooks = 5;
const unknown: HeldDocument = { origin: unknownSite, documentId: '' };

/**
 * Throws ERR_TAB_MOVED when the point, in CSS pixels of the viewport, or what has the focus and so takes the keys, lies in a frame
 * that the call was not decided for. `begun` is whether a part of the call was carried out already. Answers how many frames the page
 * itself has.
 */
export async function expectInPage(
  context: FrameContext,
  where: { x: number; y: number } | 'focus',
  begun = false,
): Promise<number> {
  const { page } = context;
  const { children, places } = await look(context, where);
  const [box] = places.boxes;
  if (!box) return places.count;
  const held = heldAt(box, children, places.count);
  const foreign = held.filter(it => !page.holds(it)).map(({ origin }) => origin);
  const closed = foreign.find(origin => originOf(origin) === null);
  if (closed !== undefined)
    throw new ToolError(
      'ERR_PERMISSION_DENIED',
      `That lies in a frame of ${closed}, which no agent may use; choose another place in tab ${page.tabId}.`,
      { begun },
    );
  const [origin] = foreign;
  if (origin === undefined) return places.count;
  const documents = held.filter(it => it.origin === origin).map(({ documentId }) => documentId);
  throw moved(page.tabId, { url: origin, origin, inFrame: true, begun, documents });
}

/** The same of what has the focus. Answers whether anything in the page may come from elsewhere and was not decided for. */
export async function expectFocusInPage(context: FrameContext, begun = false): Promise<boolean> {
  const { page } = context;
  const [count, all] = await Promise.all([expectInPage(context, 'focus', begun), listedFrames(page.tabId)]);
  const listed = all.filter(({ frameId }) => frameId !== 0);
  const isOther = ({ url, documentId }: (typeof listed)[number]) => {
    const origin = originOf(url);
    return hasNoAddress(url) || (origin !== page.origin && !page.holds({ origin: origin ?? '', documentId }));
  };
  return listed.some(isOther) || count > listed.filter(({ parentFrameId }) => parentFrameId === 0).length;
}

/** Which of these origins the call may show. */
export type MayShow = (origins: readonly string[]) => Promise<ReadonlySet<string>>;

export interface Hidden {
  readonly boxes: readonly FrameBox[];
  readonly origins: readonly string[];
  /** Of the frames that are not hidden. */
  readonly shown: readonly string[];
}

/** Where frames are that hold an origin which `mayShow` does not name. Throws ERR_PERMISSION_DENIED where that cannot be told. */
export async function hiddenFrames(context: FrameContext, mayShow: MayShow): Promise<Hidden> {
  const { page } = context;
  const { children, places } = await look(context, 'all');
  const held = places.boxes.map(box => ({ box, held: heldAt(box, children, places.count) }));
  const all = originsOf([...held, ...children]);
  const asked = all.filter(origin => originOf(origin) !== null && !page.frames.includes(origin));
  const shown = asked.length > 0 ? await mayShow(asked) : new Set<string>();
  const isHidden = (origin: string) => !shown.has(origin) && !page.frames.includes(origin);
  const origins = all.filter(isHidden);
  const open = all.filter(origin => !isHidden(origin) && originOf(origin) !== null);
  if (origins.length === 0) return { boxes: [], origins, shown: open };
  if (places.boxes.length < children.length)
    throw new ToolError(
      'ERR_PERMISSION_DENIED',
      `Tab ${page.tabId} shows a frame of ${origins.join(' and ')}, which this call may not see and which cannot be covered; read the page's text.`,
    );
  return { boxes: held.filter(it => originsOf([it]).some(isHidden)).map(({ box }) => box), origins, shown: open };
}

function originsOf(frames: readonly Pick<PageFrame, 'held'>[]): string[] {
  return [...new Set(frames.flatMap(({ held }) => held).map(({ origin }) => origin))];
}

/** Of all that the frame in that box may be, but for what is the page's own. */
function heldAt({ index }: FrameBox, children: readonly PageFrame[], count: number): readonly HeldDocument[] {
  const isUntold = children.filter(child => child.index !== -1).length < count;
  // It may hold an image as well, which is no frame at all.
  if (index === -2) return [...children.flatMap(({ held }) => held), ...(isUntold ? [unknown] : [])];
  const there = children.filter(child => child.index === index);
  // A frame that does not say where it stands may be any that no other one says to be.
  const meant = there.length > 0 ? there : children.filter(child => child.index === null);
  return meant.length > 0 ? meant.flatMap(({ held }) => held) : [unknown];
}

/** What is found holds only while no frame comes or goes. */
async function look(
  context: FrameContext,
  which: WantedFrames,
): Promise<{ children: readonly PageFrame[]; places: FramePlaces }> {
  const { page } = context;
  // What lies in no frame is as it is, whichever frames there are. Chromium does not list all of them, so the page itself is asked.
  if (which !== 'all') {
    const places = await placesIn(context, which);
    if (places.boxes.length === 0) return { children: [], places };
  }
  let before = await listedFrames(page.tabId);
  for (let looks = 0; looks < maxLooks; looks += 1) {
    const places = await placesIn(context, which);
    const children = places.boxes.length > 0 || which === 'all' ? await pageFrames(page, before, places.count) : [];
    const after = await listedFrames(page.tabId);
    if (JSON.stringify(before) === JSON.stringify(after)) return { children, places };
    before = after;
  }
  throw new ToolError(
    'ERR_TOOL_FAILED',
    `The frames of tab ${page.tabId} keep changing; wait a moment, then call again.`,
  );
}

async function placesIn(context: FrameContext, which: WantedFrames): Promise<FramePlaces> {
  try {
    return await inPage(context, 'framePlaces', which);
  } catch (error) {
    if (error instanceof ToolError && error.code === 'ERR_TAB_MOVED') throw error;
    // A page of the browser's own, as one that tells that a site is not there, is closed to extensions, and holds no frames of others.
    const isAlone = (await listedFrames(context.page.tabId)).length <= 1;
    if (isAlone && (await isClosedPage(context))) return { count: 0, boxes: [] };
    throw error;
  }
}

async function isClosedPage({ page, signal }: FrameContext): Promise<boolean> {
  signal.throwIfAborted();
  const target = { tabId: page.tabId, documentIds: [page.documentId] };
  const asked = chrome.scripting.executeScript({ target, func: () => true, injectImmediately: true });
  const isClosed = await asked.then(
    () => false,
    () => true,
  );
  if (isClosed) await page.expectStill(false);
  return isClosed;
}
