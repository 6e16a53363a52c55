// Runs inside a frame: where its document has last seen the pointer. What a browser sends to a place may reach what lay there before.
import type { Place } from './locate-element.ts';

let seen: Place | null = null;
let isListening = false;

/** CSS pixels of the frame's viewport; null where it was not here since this was first asked. */
export function pointerSeen(): Place | null {
  if (isListening) return seen;
  isListening = true;
  const note = ({ isTrusted, clientX, clientY }: MouseEvent): void => {
    if (isTrusted) seen = { x: clientX, y: clientY };
  };
  addEventListener('mousemove', note, { capture: true, passive: true });
  return null;
}
