// Runs inside a page: which elements its scripts listen to for clicks, as Chromium's debugger or the collector of Firefox tells it.
import { frameHolders } from './frame-elements.ts';

/** A page's elements are found by their ids as members of the global object; but none by a symbol. */
export type ListenersWorld = typeof globalThis & { [key: symbol]: ((element: Element) => boolean) | undefined };

/** Events of which a click is made. */
export const clickTypes = /^(click|dblclick|mousedown|mouseup|pointerdown|pointerup|touchstart|touchend)$/;
/** Events of which a text is made. */
export const keyTypes = /^key(down|press)$/;
const handlers = ['onclick', 'ondblclick', 'onmousedown', 'onmouseup', 'onpointerdown', 'onpointerup'] as const;

/** What the debugger calls nodes, by what scripts listen to there. */
export interface Heard {
  readonly clicks: readonly number[];
  readonly keys: readonly number[];
}

/** How far out what listens to keys still does so for what has the focus, and not for keys of the whole page. */
const nearKeys = 3;

/** What the debugger called an element before. */
const byId = new Map<number, WeakRef<Element>>();
/** What it told last; null where it was not asked for this document. */
let heard: Heard | null = null;
let listening = new WeakSet<Element>();
let hearing = new WeakSet<Element>();

/** Whether scripts of the page listen to clicks on this very element. */
export function listens(element: Element): boolean {
  return listening.has(element) || isCollected(element);
}

/** Whether they listen to keys on it, or close around it; null where that is not known. */
export function hearsKeys(element: Element): boolean | null {
  if (!heard) return null;
  let near: Element | null = element;
  for (let level = 0; near && near !== document.body && level < nearKeys; level += 1) {
    if (hearing.has(near)) return true;
    near = near.parentElement;
  }
  return false;
}

/** In Firefox only: what was collected, and the handlers that are properties, which it shows on the page's own view of an element. */
function isCollected(element: Element): boolean {
  const { wrappedJSObject: own } = element as { wrappedJSObject?: HTMLElement };
  if (!own) return false;
  if ((globalThis as ListenersWorld)[Symbol.for('pilothouse.listeners')]?.(element)) return true;
  try {
    return handlers.some(handler => typeof own[handler] === 'function');
  } catch {
    // The page may have put something of its own in the place of a handler.
    return false;
  }
}

/** All that hold frames; null for none. */
export function framesHere(): Element[] | null {
  const holders = frameHolders(document);
  return holders.length > 0 ? holders : null;
}

/** Takes what is listened to now, and answers with what the debugger has to show of it, because it is new here. */
export function takeHeard(now: Heard): number[] {
  heard = now;
  const ids = new Set([...now.clicks, ...now.keys]);
  for (const id of byId.keys()) if (!ids.has(id)) byId.delete(id);
  sortOut(now);
  return [...ids].filter(id => !byId.has(id));
}

/** Takes the nodes that it shows then. */
export function addHeard(ids: readonly number[], nodes: readonly (Node | null)[]): void {
  for (const [index, id] of ids.entries()) {
    const node = nodes[index];
    if (node instanceof Element) byId.set(id, new WeakRef(node));
  }
  if (heard) sortOut(heard);
}

function sortOut({ clicks, keys }: Heard): void {
  const elementsOf = (ids: readonly number[]) => new WeakSet(ids.flatMap(id => byId.get(id)?.deref() ?? []));
  listening = elementsOf(clicks);
  hearing = elementsOf(keys);
}
