// Runs inside a page: tells what a call would act on, for the user who is asked about it. Changes nothing, scrolls nothing.
import { maxDescribedChars } from '../../../contract/companion.ts';
import { changeOf, keyOf, subjectOf, wordsOf } from './described-elements.ts';
import { elementAt, focusedElement } from './element-at.ts';
import { type Problem, pickElement, refOf, type Target } from './element-refs.ts';
import { holdsFrame } from './frame-elements.ts';
import { drawnAs } from './ready-element.ts';
import type { Place } from './locate-element.ts';

export interface ElementDescription {
  readonly key: string;
  readonly role: string;
  readonly name: string;
  /** Its sides in CSS pixels of the viewport. */
  readonly box: { readonly left: number; readonly top: number; readonly width: number; readonly height: number };
}

/** What is used by its place or by its focus, and not by its name. */
export type Spot = Place | 'focus';

export interface SpotDescription extends ElementDescription {
  /** The ref of a frame, in which the call goes on; '' for every other element. */
  readonly frameRef: string;
}

export function describeTarget(target: Target): ElementDescription | Problem {
  const found = pickElement(target);
  return found instanceof Element ? descriptionOf(found) : found;
}

/** Null where nothing is there. */
export function describeSpot(spot: Spot): SpotDescription | null {
  const found = elementIn(spot);
  if (!found) return null;
  return { ...descriptionOf(found), frameRef: holdsFrame(found) ? refOf(found) : '' };
}

/** Why what is there is not what the user was told of with that key, as a sentence; '' where it is. */
export function spotChange(spot: Spot, key: string): string {
  return changeOf(key, elementIn(spot));
}

function elementIn(spot: Spot): Element | null {
  return spot === 'focus' ? focusedElement() : elementAt(spot.x, spot.y);
}

function descriptionOf(element: Element): ElementDescription {
  const subject = subjectOf(element);
  const { role, name } = wordsOf(subject);
  const { left, top, width, height } = drawnAs(subject).getBoundingClientRect();
  return { key: keyOf(subject), role: cut(role), name: cut(name), box: { left, top, width, height } };
}

function cut(text: string): string {
  return text.length > maxDescribedChars ? `${text.slice(0, maxDescribedChars)}…` : text;
}
