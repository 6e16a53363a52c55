// What a picture is annotated with: the refs of what can be used in its page, and in the frames there that its call may read.
import { documentOfNode, type FrameNode, frameNodes, withInner } from '../frame-nodes.ts';
import { readableFrames } from '../frame-rights.ts';
import { inTime } from '../in-time.ts';
import { frameViewOf, throughView } from './frame-geometry.ts';
import { inPage } from './in-page.ts';
import type { ControlInView, ControlsInView } from '../page/controls-in-view.ts';
import type { ToolContext } from './tool.ts';

/** More would hide what they are on. */
export const maxLabels = 100;

/** Their corner, in CSS pixels of what is seen. */
export type Label = Pick<ControlInView, 'ref' | 'x' | 'y'>;

/** As it is written on the picture. */
export function shortRef(ref: string): string {
  return ref.replace('ref_', '');
}

/** At most one more than there is room for, which tells that there are more. */
export async function labelsOnPicture(context: ToolContext): Promise<Label[]> {
  const { controls, seen } = await inPage(context, 'controlsInView', maxLabels + 1);
  const nodes = withInner(await frameNodes(context.page));
  const readable = await readableFrames(context, nodes);
  const inner = await Promise.all(nodes.filter(node => readable.has(node)).map(node => labelsIn(context, node)));
  return [...controls, ...inner.flat()]
    .filter(control => isSeen(control, seen))
    .slice(0, maxLabels + 1)
    .map(({ ref, x, y }) => ({ ref, x: x - seen.x, y: y - seen.y }));
}

/** As they lie in the tab; none of a frame that is busy, goes away, or whose place cannot be told. */
async function labelsIn(context: ToolContext, node: FrameNode): Promise<ControlInView[]> {
  const { page, signal } = context;
  try {
    const document = await documentOfNode(page, node);
    const look = () => inPage({ page: document, signal }, 'controlsInView', maxLabels + 1);
    const found = await inTime(document.documentId, look);
    if (!found || found.controls.length === 0) return [];
    const { view } = await frameViewOf(context, document);
    return found.controls.map(({ ref, width, height, ...corner }) => {
      const size = { width: width * view.scale.x, height: height * view.scale.y };
      return { ref, ...throughView(view, corner), ...size };
    });
  } catch {
    signal.throwIfAborted();
    await page.expectStill(false);
    return [];
  }
}

function isSeen({ x, y, width, height }: ControlInView, seen: ControlsInView['seen']): boolean {
  return x + width > seen.x && y + height > seen.y && x < seen.x + seen.width && y < seen.y + seen.height;
}
