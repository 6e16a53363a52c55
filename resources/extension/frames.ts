// The frames inside a page that come from elsewhere. Each counts by its own origin, so what is meant in one has to be decided for it too.
import { originOf } from '../../contract/sites.ts';
import { frameOrigin, listedFrames } from './frame-tree.ts';
import { moved } from './shown-page.ts';
import { ToolError } from './tool-error.ts';
import { inPage } from './tools/in-page.ts';
import type { FrameBox, FramePlaces, WantedFrames } from './page/frame-places.ts';
import type { ToolContext } from './tools/tool.ts';
import type { Frame } from './unlisted-frames.ts';

/** Every origin inside a frame that stands in the page itself, but for the page's own. */
type Child = readonly string[];

type FrameContext = Pick<ToolContext, 'page' | 'signal'>;

const maxLooks = 5;

/**
 * Throws ERR_TAB_MOVED when the point, in CSS pixels of the viewport, or what has the focus and so takes the keys, lies in a frame
 * that the call was not decided for. `begun` is whether a part of the call was carried out already.
 */
export async function expectInPage(
  context: FrameContext,
  where: { x: number; y: number } | 'focus',
  begun = false,
): Promise<void> {
  const { page } = context;
  const { children, places } = await look(context, where);
  const [box] = places.boxes;
  if (!box) return;
  const meant = places.count === children.length ? children[box.index] : undefined;
  // A frame that cannot be told from its neighbours may be any of them.
  const foreign = (meant ?? children.flat()).filter(origin => !page.frames.includes(origin));
  const closed = foreign.find(origin => originOf(origin) === null);
  if (closed !== undefined)
    throw new ToolError(
      'ERR_PERMISSION_DENIED',
      `That lies in a frame of ${closed}, which no agent may use; choose another place in tab ${page.tabId}.`,
      { begun },
    );
  const [origin] = foreign;
  if (origin !== undefined) throw moved(page.tabId, { url: origin, origin, inFrame: true, begun });
}

/** Whether anything in the page comes from elsewhere and was not decided for. */
export async function holdsOthers({ page }: FrameContext): Promise<boolean> {
  const children = childrenOf(await listedFrames(page.tabId), page.origin);
  return children.flat().some(origin => !page.frames.includes(origin));
}

export interface Hidden {
  readonly boxes: readonly FrameBox[];
  readonly origins: readonly string[];
}

/** Where frames are that hold an origin which `mayShow` does not name. Throws ERR_PERMISSION_DENIED where that cannot be told. */
export async function hiddenFrames(
  context: FrameContext,
  mayShow: (origins: readonly string[]) => Promise<ReadonlySet<string>>,
): Promise<Hidden> {
  const { page } = context;
  const all = [...new Set(childrenOf(await listedFrames(page.tabId), page.origin).flat())];
  const asked = all.filter(origin => originOf(origin) !== null && !page.frames.includes(origin));
  const shown = asked.length > 0 ? await mayShow(asked) : new Set<string>();
  const isHidden = (origin: string) => !shown.has(origin) && !page.frames.includes(origin);
  if (!all.some(isHidden)) return { boxes: [], origins: [] };
  const { children, places } = await look(context, 'all');
  const isSure = places.count === children.length;
  const origins = [...new Set(children.flat().filter(isHidden))];
  if (places.boxes.length < children.length)
    throw new ToolError(
      'ERR_PERMISSION_DENIED',
      `Tab ${page.tabId} shows a frame of ${origins.join(' and ')}, which this call may not see and which cannot be covered; read the page's text.`,
    );
  const boxes = places.boxes.filter(({ index }) => !isSure || children[index]?.some(isHidden));
  return { boxes, origins };
}

/** Frames are told apart by their place among their siblings, which holds only while none comes or goes. */
async function look(
  context: FrameContext,
  which: WantedFrames,
): Promise<{ children: readonly Child[]; places: FramePlaces }> {
  const { page } = context;
  let before = await listedFrames(page.tabId);
  for (let looks = 0; looks < maxLooks; looks += 1) {
    const children = childrenOf(before, page.origin);
    // The usual page holds nothing of others, and need not be asked.
    if (children.every(child => child.length === 0)) return { children, places: { count: 0, boxes: [] } };
    const places = await inPage(context, 'framePlaces', which);
    const after = await listedFrames(page.tabId);
    if (JSON.stringify(before) === JSON.stringify(after)) return { children, places };
    before = after;
  }
  throw new ToolError(
    'ERR_TOOL_FAILED',
    `The frames of tab ${page.tabId} keep changing; wait a moment, then call again.`,
  );
}

function childrenOf(frames: readonly Frame[], pageOrigin: string | null): Child[] {
  const own = pageOrigin ?? '';
  const inside = ({ frameId, url }: Frame, parent: string): string[] => {
    const origin = frameOrigin(url, parent);
    const below = frames.filter(({ parentFrameId }) => parentFrameId === frameId);
    return [origin, ...below.flatMap(frame => inside(frame, origin))];
  };
  const children = frames.filter(({ parentFrameId }) => parentFrameId === 0);
  return children.map(frame => [...new Set(inside(frame, own))].filter(origin => origin !== own));
}
