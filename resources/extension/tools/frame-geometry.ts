// Where something in a frame lies in the tab: its place, taken through every frame around it, in CSS pixels of the tab's viewport.
import { isRecord } from '../../../contract/json.ts';
import { frameElementsIn, holdersIn } from '../frame-holders.ts';
import { documentOfNode, type FrameDocument, frameNodes } from '../frame-nodes.ts';
import { isProblem, problemError } from '../page-problem.ts';
import { ToolError } from '../tool-error.ts';
import { type DocumentContext, inPage } from './in-page.ts';
import type { Place } from '../page/locate-element.ts';
import type { ToolContext } from './tool.ts';

/** How places in a frame become places in the tab. */
export interface FrameView {
  /** Where its first pixel lies. */
  readonly origin: Place;
  /** Pixels of the tab for one of the frame. */
  readonly scale: Place;
}

interface InnerPlace extends Place {
  readonly document: FrameDocument;
}

/** Beside the places of the tab, which go to the browser as they are, where they were found. */
const inner = new WeakMap<Place, InnerPlace>();

/** Of a place that was found in a frame: the frame's document, and where it lies in that. A scripted event reaches no other document. */
export function innerPlaceOf(place: Place): InnerPlace | null {
  return inner.get(place) ?? null;
}

/**
 * What a function answered in a frame, with its place as one of the tab, brought into view: the answer itself, or what it calls `place`,
 * as far as it has an `x` and a `y`.
 */
export async function inTab(context: ToolContext, document: FrameDocument, answer: unknown): Promise<unknown> {
  if (isPlace(answer)) return placeInTab(context, document, answer);
  if (isRecord(answer) && isPlace(answer.place))
    return { ...answer, place: await placeInTab(context, document, answer.place) };
  return answer;
}

async function placeInTab<Given extends Place>(
  context: ToolContext,
  document: FrameDocument,
  given: Given,
): Promise<Given> {
  const { x, y } = given;
  const place = { ...given, ...throughView(await frameViewOf(context, document, { x, y }), { x, y }) };
  inner.set(place, { document, x, y });
  return place;
}

function isPlace(value: unknown): value is Place {
  return isRecord(value) && typeof value.x === 'number' && typeof value.y === 'number';
}

export function throughView({ origin, scale }: FrameView, { x, y }: Place): Place {
  return { x: origin.x + x * scale.x, y: origin.y + y * scale.y };
}

/**
 * The view of a frame. With a place in it, that is brought into view through all its frames first. Throws ERR_TOOL_FAILED where it cannot
 * be told: for a frame that is turned, has no size, or stands in a shadow tree with others of its kind.
 */
export async function frameViewOf(
  context: ToolContext,
  document: FrameDocument,
  reveal: Place | null = null,
): Promise<FrameView> {
  const { page, signal } = context;
  let view: FrameView = { origin: { x: 0, y: 0 }, scale: { x: 1, y: 1 } };
  let within = document;
  for (;;) {
    const { node } = within;
    const outer = node.parent ? await documentOfNode(page, node.parent) : null;
    const around: DocumentContext = { page: outer ?? page, signal };
    const siblings = node.parent ? node.parent.children : await frameNodes(page);
    const held = await holdersIn(around, await frameElementsIn(around), siblings);
    const ref = [...held].find(([, { frame }]) => frame.documentId === within.documentId)?.[0];
    if (ref === undefined) throw untold(within);
    const { width, height } = await inPage({ page: within, signal }, 'wholeView');
    const at = reveal ? throughView(view, reveal) : view.origin;
    const placed = await inPage(
      around,
      'placeOfFrame',
      { ref, selector: '' },
      { ...at, width, height },
      reveal !== null,
    );
    if (isProblem(placed)) throw problemError(placed);
    const { scale } = placed;
    const start = { x: placed.x - at.x * scale.x, y: placed.y - at.y * scale.y };
    view = {
      origin: throughView({ origin: start, scale }, view.origin),
      scale: { x: view.scale.x * scale.x, y: view.scale.y * scale.y },
    };
    if (!outer) return view;
    within = outer;
  }
}

function untold({ frameNumber, tabId }: FrameDocument): ToolError {
  return new ToolError(
    'ERR_TOOL_FAILED',
    `Frame f${frameNumber} of tab ${tabId} stands in a shadow tree with others like it, and the browser does not tell which is which; use form_input, or a coordinate from a screenshot.`,
  );
}
