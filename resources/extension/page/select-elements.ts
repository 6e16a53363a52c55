// Runs inside a page: what a CSS selector matches, in the document and in the shadow trees of it, which a selector itself does not enter.
import { shadowOf } from './flat-tree.ts';

/** The first in the document, else in a shadow tree. Throws for what is no selector. */
export function firstMatch(selector: string): Element | null {
  const found = document.querySelector(selector);
  if (found) return found;
  for (const tree of shadowTrees(document)) {
    const inner = tree.querySelector(selector);
    if (inner) return inner;
  }
  return null;
}

/** Those in the document first. */
export function allMatches(selector: string): Element[] {
  return [document, ...shadowTrees(document)].flatMap(tree => [...tree.querySelectorAll(selector)]);
}

/** All below it, also closed ones, in the order of their hosts. */
export function* shadowTrees(root: ParentNode): Generator<ShadowRoot> {
  for (const element of root.querySelectorAll('*')) {
    const tree = shadowOf(element);
    if (!tree) continue;
    yield tree;
    yield* shadowTrees(tree);
  }
}
