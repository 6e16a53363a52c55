// The actions of computer that scroll: what lies at a place, or until an element is in view.
import { ToolError } from '../tool-error.ts';
import { readPoint } from './aim-names.ts';
import { innerPlaceOf } from './frame-geometry.ts';
import { inPage } from './in-page.ts';
import { shown } from './outcome.ts';
import { readTarget } from './target.ts';
import { type Arguments, readNumber, readString, sleep, type ToolContext, textResult } from './tool.ts';
import { Patience, whenReady } from './when-ready.ts';
import type { Action, Point } from './page-input.ts';

const stepPx = 100;
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
  const patience = new Patience(args);
  const place = await readPlace(args, context, patience);
  const before = await offsetsAt(context, place);
  await input.scroll(context, place, ...delta);
  const done = `Scrolled ${direction} by ${step} pixels${patience.told}`;
  if (await isOtherThan(before, context, place)) return textResult(`${done}.`);
  return textResult(`${done}, but nothing moved: what lies there is at its end or does not scroll that way.`);
};

export const scrollTo: Action = async (args, context) => {
  const target = readTarget(args);
  if (!target) throw new ToolError('ERR_INVALID_ARGUMENTS', 'scroll_to needs a ref from read_page, or a CSS selector.');
  const patience = new Patience(args);
  const place = await whenReady(args, context, patience, target, 'locateElement');
  return textResult(`The element is in view${patience.told}, with its middle at ${shown(place)}.`);
};

async function readPlace(args: Arguments, context: ToolContext, patience: Patience): Promise<Point | null> {
  const target = readTarget(args);
  return target ? whenReady(args, context, patience, target, 'locateElement') : readPoint(args, 'coordinate');
}

/** Null where that is not known: in a frame, and of a page that is gone. */
async function offsetsAt(context: ToolContext, place: Point | null): Promise<string | null> {
  if (place && innerPlaceOf(place)) return null;
  return inPage(context, 'scrollOffsets', place && { x: place.x, y: place.y });
}

/** Whether something has scrolled since, as far as that is known. */
async function isOtherThan(before: string | null, context: ToolContext, place: Point | null): Promise<boolean> {
  if (before === null) return true;
  for (const startedAt = performance.now(); performance.now() - startedAt < beginMs; ) {
    const now = await offsetsAt(context, place).catch(() => null);
    context.signal.throwIfAborted();
    if (now !== before) return true;
    await sleep(lookEveryMs, context.signal);
  }
  return false;
}
