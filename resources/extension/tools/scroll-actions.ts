// The actions of computer that scroll: what lies at a place, or until an element is in view.
import { readableFrames } from '../frame-rights.ts';
import { ToolError } from '../tool-error.ts';
import { readPoint } from './aim-names.ts';
import { innerPlaceOf, keepInnerPlace, middleOf, placesAround } from './frame-geometry.ts';
import { type DocumentContext, inPage } from './in-page.ts';
import { shown } from './outcome.ts';
import { innerPlaceAt } from './spots.ts';
import { readTarget } from './target.ts';
import {
  type Arguments,
  readNumber,
  readString,
  sleep,
  type ToolContext,
  type ToolResult,
  textResult,
} from './tool.ts';
import { Patience, whenReady } from './when-ready.ts';
import type { Action, Point } from './page-input.ts';

/** A document in which something may scroll, and where in it; null for its middle. */
interface Scrolling {
  readonly document: DocumentContext;
  readonly place: Point | null;
}

const stepPx = 100;
const farthestPx = 10_000_000;
/** A browser begins to scroll a few frames after the wheel; past that nothing scrolls. */
const beginMs = 500;
const lookEveryMs = 25;

export const scroll: Action = async (args, context, input) => {
  const direction = readString(args, 'scroll_direction') ?? 'down';
  const step = readNumber(args, 'scroll_amount', 3, 1, 10) * stepPx;
  const deltas: Record<string, [number, number]> = {
    up: [0, -step],
    down: [0, step],
    left: [-step, 0],
    right: [step, 0],
  };
  const delta = Object.hasOwn(deltas, direction) ? deltas[direction] : undefined;
  if (!delta) {
    throw new ToolError(
      'ERR_INVALID_ARGUMENTS',
      `scroll_direction is ${JSON.stringify(direction)}; send up, down, left or right.`,
    );
  }
  const patience = new Patience(args, context);
  const place = await readPlace(args, context, patience);
  const scrolling = await scrollingAt(context, place);
  const before = scrolling && (await offsetsOf(scrolling));
  await input.scroll(context, place, ...delta);
  const done = `Scrolled ${direction} by ${step} pixels${patience.told}`;
  if (!scrolling || before === null)
    return textResult(`${done}, but whether anything moved is not known: it is in a frame that cannot be asked.`);
  if (await isOtherThan(before, scrolling, context.signal)) return textResult(`${done}.`);
  return textResult(`${done}, but nothing moved: what lies there is at its end or does not scroll that way.`);
};

export const scrollTo: Action = async (args, context) => {
  const target = readTarget(args);
  if (!target) return scrollPageTo(args, context);
  const patience = new Patience(args, context);
  const place = await whenReady(args, context, patience, target, 'locateElement');
  return textResult(`The element is in view${patience.told}, with its middle at ${shown(place)}.`);
};

/** A place of the page itself, from its beginning. */
async function scrollPageTo(args: Arguments, context: ToolContext): Promise<ToolResult> {
  const [left, top] = [readAt(args, 'left'), readAt(args, 'top')];
  if (left === null && top === null)
    throw new ToolError(
      'ERR_INVALID_ARGUMENTS',
      'scroll_to needs a ref from read_page, a CSS selector, or left and top in CSS pixels of the page.',
    );
  const before = await inPage(context, 'pageView');
  const after = await inPage(context, 'scrollPage', left ?? -1, top ?? -1);
  const moved = before.scrollX !== after.scrollX || before.scrollY !== after.scrollY;
  const at = `The page is scrolled to ${Math.round(after.scrollX)}, ${Math.round(after.scrollY)}`;
  return textResult(moved ? `${at}.` : `${at}; nothing moved.`);
}

function readAt(args: Arguments, name: string): number | null {
  return (args[name] ?? null) === null ? null : readNumber(args, name, 0, 0, farthestPx);
}

async function readPlace(args: Arguments, context: ToolContext, patience: Patience): Promise<Point | null> {
  const target = readTarget(args);
  return target ? whenReady(args, context, patience, target, 'locateElement') : readPoint(args, 'coordinate');
}

/**
 * All that may scroll there: the page, or for a place in a frame the innermost document and each around it. Null for a frame that cannot be
 * asked, because the agent may not read there or the browser does not tell which it is.
 */
async function scrollingAt(context: ToolContext, place: Point | null): Promise<Scrolling[] | null> {
  const { signal } = context;
  if (!place || !innerPlaceOf(place)) {
    const { inFrame } = await inPage(context, 'scrollOffsets', place);
    if (!inFrame) return [{ document: context, place }];
  }
  const at = place ?? (await middleOf(context));
  if (!innerPlaceOf(at)) {
    const found = await innerPlaceAt(context, at).catch(() => null);
    signal.throwIfAborted();
    if (!found || !(await readableFrames(context, [found.document.node])).has(found.document.node)) return null;
    keepInnerPlace(at, found);
  }
  const inner = innerPlaceOf(at);
  if (!inner) return null;
  const innermost = { ...inner, document: { page: inner.document, signal } };
  const all = [innermost, ...(await placesAround(context, at))];
  return all.map(({ document, x, y }) => ({ document, place: { x, y } }));
}

/** How far everything there is scrolled, to be compared; null where one of the documents is gone. */
async function offsetsOf(scrolling: readonly Scrolling[]): Promise<string | null> {
  const asked = scrolling.map(({ document, place }) => inPage(document, 'scrollOffsets', place));
  const told = await Promise.all(asked).catch(() => null);
  return told && told.map(({ offsets }) => offsets).join(';');
}

async function isOtherThan(before: string, scrolling: readonly Scrolling[], signal: AbortSignal): Promise<boolean> {
  for (const startedAt = performance.now(); performance.now() - startedAt < beginMs; ) {
    const now = await offsetsOf(scrolling);
    signal.throwIfAborted();
    if (now !== before) return true;
    await sleep(lookEveryMs, signal);
  }
  return false;
}
