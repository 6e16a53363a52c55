// Marks in the document by which pages see that the API is there, and with which flags (the names are Harbor's).
import { createElement, createElementIn, insert, rootOf, setAttribute, writeText } from './captured.ts';
import { flagsText } from './flags.ts';

const attributes = ['data-web-agents-content-script', 'data-harbor-content-script'];
const elementIds = ['web-agents-api-flags', 'harbor-feature-flags'];
const holders: Element[] = [];

/** Once for each document, which may have no element at all. */
export function markDocument(): void {
  const root = rootOf(document) as Element | null;
  if (!root) return;
  for (let at = 0; at < attributes.length; at += 1) setAttribute(root, attributes[at]!, 'true');
  for (let at = 0; at < elementIds.length; at += 1) {
    const element = createElement('script');
    setAttribute(element, 'type', 'application/json');
    setAttribute(element, 'id', elementIds[at]!);
    // Its own text may be reserved to trusted types, and the browser would tell the site of a fault. That of an element in it is none.
    const holder = createElementIn(null, 'flags');
    holders[at] = holder;
    insert(element, holder);
    insert(root, element);
  }
  renewMarks();
}

export function renewMarks(): void {
  for (let at = 0; at < holders.length; at += 1) writeText(holders[at]!, flagsText());
}
