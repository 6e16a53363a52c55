// Where a pointer is to go: a coordinate as it is, or an element once it can be used, which is looked at again before it is pressed.
import { isDecided } from '../frame-rights.ts';
import { ToolError } from '../tool-error.ts';
import { aimNames, readPoint } from './aim-names.ts';
import { expectSpot } from './expected-elements.ts';
import { innerPlaceOf } from './frame-geometry.ts';
import { inPage } from './in-page.ts';
import { findSpot } from './spots.ts';
import { onElement, readTarget } from './target.ts';
import { type Arguments, sleep, type ToolContext } from './tool.ts';
import { noteUsed } from './used-document.ts';
import { isHindered, type Patience, whenReady } from './when-ready.ts';
import type { Target } from '../page/element-refs.ts';
import type { Hindered, Look, Ready } from '../page/ready-element.ts';
import type { Point } from './page-input.ts';

/** Two looks have to be a frame apart to tell whether something moves. */
const frameMs = 16;

export interface Aim {
  readonly place: Point;
  /** What is there, in words; '' until the page was asked. */
  readonly told: string;
  /** Null for a coordinate. */
  readonly target: Target | null;
  readonly ready: Ready | null;
  readonly lookedAt: number;
}

/** Thrown right before a press whose element is not as it was. */
export class NotReady extends Error {
  readonly hindered: Hindered;

  constructor(hindered: Hindered) {
    super(hindered.hindrance);
    this.hindered = hindered;
  }
}

/** Null when the call names no place. Waits until the element can be used. */
export async function takeAim(
  args: Arguments,
  context: ToolContext,
  patience: Patience,
  look: Look,
  names = aimNames,
): Promise<Aim | null> {
  const target = readTarget(args, names.ref, names.selector);
  const lookedAt = performance.now();
  if (target) {
    const ready = await whenReady(args, context, patience, target, 'readyElement', look);
    return { place: ready.place, told: ready.told, target, ready, lookedAt: performance.now() };
  }
  const place = readPoint(args, names.coordinate);
  return place && { place, told: '', target: null, ready: null, lookedAt };
}

/** The same where the call has to name one. */
export async function expectAim(
  action: string,
  args: Arguments,
  context: ToolContext,
  patience: Patience,
  look: Look,
  names = aimNames,
): Promise<Aim> {
  const aim = await takeAim(args, context, patience, look, names);
  if (aim) return aim;
  const { ref, selector, coordinate } = names;
  const ways = `a ${coordinate} [x, y], a ${ref} from read_page or a ${selector === 'selector' ? 'CSS selector' : selector}`;
  throw new ToolError('ERR_INVALID_ARGUMENTS', `${action} needs ${ways}.`);
}

/** Runs what aims and presses; when its element was not as aimed at right before the press, again after a moment. */
export async function untilSteady<T>(context: ToolContext, patience: Patience, run: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof NotReady)) throw error;
      await patience.wait(error.hindered, context.signal);
    }
  }
}

/**
 * The last look before a press, from which on the page is watched. Answers with what is there, in words. Throws NotReady when the
 * element has moved or was covered since it was aimed at.
 */
export async function confirmAim(args: Arguments, context: ToolContext, aim: Aim, use: Look['use']): Promise<string> {
  const { place, target, lookedAt } = aim;
  if (!target) {
    const there = await watchPlace(context, place);
    await expectSpot(context, place);
    return there;
  }
  const elapsed = performance.now() - lookedAt;
  if (elapsed < frameMs) await sleep(frameMs - elapsed, context.signal);
  return expectSteady(args, context, aim, use, true);
}

/** Watches what lies there, in a frame that the call was decided for as well, and says what it is. */
async function watchPlace(context: ToolContext, place: Point): Promise<string> {
  const there = await inPage(context, 'watchPoint', place.x, place.y);
  if (!/^i?frame\b/.test(there) && !innerPlaceOf(place)) return there;
  const found = await findSpot(context, place).catch(() => null);
  const { page, signal } = context;
  signal.throwIfAborted();
  const frame = found?.frame;
  if (!found || !frame || found.spot === 'focus' || !isDecided(page, frame.node)) return there;
  const inner = await inPage(found.document, 'watchPoint', found.spot.x, found.spot.y);
  if (inner === '') return there;
  noteUsed(context, frame);
  return `${inner} in ${there}`;
}

/** Throws NotReady unless the element is where it was aimed at. Answers with what it is, in words. */
export async function expectSteady(
  args: Arguments,
  context: ToolContext,
  { target, ready, told }: Aim,
  use: Look['use'],
  watches: boolean,
): Promise<string> {
  if (!target || !ready) return told;
  const look = { use, before: { place: ready.place, middle: ready.middle }, watches };
  const again = await onElement({ ...args, selector_timeout: 0 }, context, target, 'readyElement', look);
  if (isHindered(again)) throw new NotReady(again);
  return again.told;
}
