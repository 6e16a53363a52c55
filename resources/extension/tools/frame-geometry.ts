// Where something in a frame lies in the tab: its place, taken through every frame around it, in CSS pixels of the tab's viewport.
import { isRecord } from '../../../contract/json.ts';
import { frameElementsIn, holdersIn } from '../frame-holders.ts';
import { documentOfNode, type FrameDocument, type FrameNode, frameNodes } from '../frame-nodes.ts';
import { isProblem, problemError } from '../page-problem.ts';
import { ToolError } from '../tool-error.ts';
import { type DocumentContext, inPage } from './in-page.ts';
import type { Place } from '../page/locate-element.ts';
import type { Hindered, Look } from '../page/ready-element.ts';
import type { ToolContext } from './tool.ts';

/** How places in a frame become places in the tab. */
export interface FrameView {
  /** Where its first pixel lies. */
  readonly origin: Place;
  /** Pixels of the tab for one of the frame. */
  readonly scale: Place;
}

export interface InnerPlace extends Place {
  readonly document: FrameDocument;
}

/** A place as one document has it. */
export interface InDocument extends Place {
  readonly document: DocumentContext;
}

/** A move of less is none. */
const steadyPx = 2;
/** Beside the places of the tab, which go to the browser as they are, where they were found. */
const inner = new WeakMap<Place, InnerPlace>();

/** Of a place that was found in a frame: the frame's document, and where it lies in that. A scripted event reaches no other document. */
export function innerPlaceOf(place: Place): InnerPlace | null {
  return inner.get(place) ?? null;
}

export function keepInnerPlace(place: Place, found: InnerPlace): void {
  inner.set(place, found);
}

/** Of a place that was found in a frame: where it lies in each document around that, the innermost first. */
export async function placesAround(context: ToolContext, at: Place): Promise<InDocument[]> {
  const { page, signal } = context;
  const found: InDocument[] = [];
  for (let node = innerPlaceOf(at)?.document.node ?? null; node; node = node.parent) {
    const outer = node.parent && (await documentOfNode(page, node.parent));
    const { x, y } = outer ? placeInFrame((await frameViewOf(context, outer)).view, at) : at;
    found.push({ document: { page: outer ?? page, signal }, x, y });
  }
  return found;
}

/** The arguments of a function with every place that was found in a frame as it lies there. */
export function asInFrame(given: unknown): unknown {
  if (Array.isArray(given)) return given.map(asInFrame);
  if (!isRecord(given)) return given;
  const found = isPlace(given) ? innerPlaceOf(given) : null;
  if (found) return { x: found.x, y: found.y };
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [name, asInFrame(value)]));
}

/**
 * What a function answered in a frame, with its place as one of the tab, brought into view: the answer itself, or what it calls `place`,
 * as far as it has an `x` and a `y`. What was sent there with a place to be compared with hears also of a frame that has moved or is covered.
 */
export async function inTab(
  context: ToolContext,
  document: FrameDocument,
  answer: unknown,
  sent: readonly unknown[],
): Promise<unknown> {
  if (isPlace(answer)) return (await placeInTab(context, document, answer)).place;
  if (!isRecord(answer) || !isPlace(answer.place)) return answer;
  const { place, coveredBy } = await placeInTab(context, document, answer.place);
  const told = typeof answer.told === 'string' ? answer.told : '';
  const look = sent.find(isLookAgain);
  const isMoved = look && !isNear(look.before.place, place);
  if (isMoved) return { hindrance: 'moving', told, by: '' } satisfies Hindered;
  if (!(await isPointedAt({ page: document, signal: context.signal }, answer.place, look?.watches)))
    return { hindrance: 'undrawn', told, by: '' } satisfies Hindered;
  if (coveredBy !== '') return { hindrance: 'covered', told, by: coveredBy } satisfies Hindered;
  return { ...answer, place };
}

async function placeInTab<Given extends Place>(
  context: ToolContext,
  document: FrameDocument,
  given: Given,
): Promise<{ place: Given; coveredBy: string }> {
  const { x, y } = given;
  const { view, coveredBy } = await frameViewOf(context, document, { x, y });
  const place = { ...given, ...throughView(view, { x, y }) };
  inner.set(place, { document, x, y });
  return { place, coveredBy };
}

/**
 * The debugger's mouse goes to what the browser has drawn last, which may be older than what the page says of itself: before a press its
 * move has to have come to the frame. `isPress` is undefined for a look at which the pointer is on its way yet.
 */
async function isPointedAt(document: DocumentContext, place: Place, isPress: boolean | undefined): Promise<boolean> {
  if (!('debugger' in chrome)) return true;
  const seen = await inPage(document, 'pointerSeen');
  return isPress !== true || (seen !== null && isNear(seen, place));
}

function isNear(one: Place, other: Place): boolean {
  return Math.hypot(one.x - other.x, one.y - other.y) <= steadyPx;
}

/** The second look at an element, compared with where it was at the first. */
function isLookAgain(sent: unknown): sent is Look & Required<Pick<Look, 'before'>> {
  return isRecord(sent) && isRecord(sent.before) && isPlace(sent.before.place);
}

function isPlace(value: unknown): value is Place {
  return isRecord(value) && typeof value.x === 'number' && typeof value.y === 'number';
}

export function throughView({ origin, scale }: FrameView, { x, y }: Place): Place {
  return { x: origin.x + x * scale.x, y: origin.y + y * scale.y };
}

/** The middle of what the tab shows. */
export async function middleOf(context: DocumentContext): Promise<Place> {
  const { width, height } = await inPage(context, 'wholeView');
  return { x: width / 2, y: height / 2 };
}

/** A place of the tab as one in the frame. */
export function placeInFrame({ origin, scale }: FrameView, { x, y }: Place): Place {
  return { x: (x - origin.x) / scale.x, y: (y - origin.y) / scale.y };
}

/**
 * The view of a frame, and what lies above it at that place, in words, '' for nothing. With a place in it, that is brought into view through all its frames first. Throws ERR_TOOL_FAILED where it cannot
 * be told: for a frame that is turned, has no size, or stands in a shadow tree with others of its kind.
 */
export async function frameViewOf(
  context: ToolContext,
  document: FrameDocument,
  reveal: Place | null = null,
): Promise<{ view: FrameView; coveredBy: string }> {
  const { page, signal } = context;
  let view: FrameView = { origin: { x: 0, y: 0 }, scale: { x: 1, y: 1 } };
  let within = document;
  let coveredBy = '';
  for (;;) {
    const { node } = within;
    const outer = node.parent ? await documentOfNode(page, node.parent) : null;
    const around: DocumentContext = { page: outer ?? page, signal };
    const ref = await holderOf(around, within, async () => node.parent?.children ?? (await frameNodes(page)));
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
    coveredBy ||= placed.coveredBy;
    if (!outer) return { view, coveredBy };
    within = outer;
  }
}

/** Usually its own words suffice; else all that stand beside it are asked too. */
async function holderOf(
  around: DocumentContext,
  { node, documentId }: FrameDocument,
  siblings: () => Promise<readonly FrameNode[]>,
): Promise<string | undefined> {
  const elements = await frameElementsIn(around);
  const byItself = [...(await holdersIn(around, elements, [node])).keys()][0];
  if (byItself !== undefined) return byItself;
  const held = await holdersIn(around, elements, await siblings());
  return [...held].find(([, { frame }]) => frame.documentId === documentId)?.[0];
}

function untold({ frameNumber, tabId }: FrameDocument): ToolError {
  return new ToolError(
    'ERR_TOOL_FAILED',
    `Frame f${frameNumber} of tab ${tabId} stands in a shadow tree with others like it, and the browser does not tell which is which; use form_input, or a coordinate from a screenshot.`,
  );
}
