// Runs inside a page: which elements its scripts listen to for clicks, as Chromium's debugger or the collector of Firefox tells it.
import { frameHolders } from './frame-elements.ts';

/** A page's elements are found by their ids as members of the global object; but none by a symbol. */
export type ListenersWorld = typeof globalThis & { [key: symbol]: ((element: Element) => boolean) | undefined };

/** Events of which a click is made. */
export const clickTypes = /^(click|dblclick|mousedown|mouseup|pointerdown|pointerup|touchstart|touchend)$/;
const handlers = ['onclick', 'ondblclick', 'onmousedown', 'onmouseup', 'onpointerdown', 'onpointerup'] as const;

/** What the debugger called an element before. */
const byId = new Map<number, WeakRef<Element>>();
let listening = new WeakSet<Element>();

/** Whether scripts of the page listen to clicks on this very element. */
export function listens(element: Element): boolean {
  return listening.has(element) || isCollected(element);
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

/** Takes what the debugger calls the nodes that are listened to now, and answers with those that it has to show: they are new here. */
export function takeListening(ids: readonly number[]): number[] {
  const isStill = new Set(ids);
  for (const id of byId.keys()) if (!isStill.has(id)) byId.delete(id);
  listening = new WeakSet([...byId.values()].flatMap(it => it.deref() ?? []));
  return ids.filter(id => !byId.has(id));
}

/** Takes the nodes that it shows then. */
export function addListening(ids: readonly number[], nodes: readonly (Node | null)[]): void {
  for (const [index, id] of ids.entries()) {
    const node = nodes[index];
    if (!(node instanceof Element)) continue;
    byId.set(id, new WeakRef(node));
    listening.add(node);
  }
}
