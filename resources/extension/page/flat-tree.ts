// Runs inside a page: its tree as it is drawn, with shadow trees (closed ones too) and the slots in them filled.

type Dom = { openOrClosedShadowRoot?(host: Element): ShadowRoot | null };

/** The elements that can have a shadow tree. Source: DOM, attachShadow. */
const hosts = /-|^(article|aside|blockquote|body|div|footer|h[1-6]|header|main|nav|p|section|span)$/;

/** The shadow tree of an element, which extensions are shown also where it is closed: Chromium by a function, Firefox by a property. */
export function shadowOf(element: Element): ShadowRoot | null {
  if (element.shadowRoot) return element.shadowRoot;
  if (!hosts.test(element.localName)) return null;
  const { openOrClosedShadowRoot } = element as { openOrClosedShadowRoot?: ShadowRoot | null };
  if (openOrClosedShadowRoot !== undefined) return openOrClosedShadowRoot;
  const { dom } = (globalThis as { chrome?: { dom?: Dom } }).chrome ?? {};
  return dom?.openOrClosedShadowRoot?.(element) ?? null;
}

/** What is drawn inside an element, in the order in which it is read. */
export function drawnIn(element: Element): Iterable<Node> {
  const root = shadowOf(element);
  if (root) return root.childNodes;
  if (element.localName === 'slot') {
    const assigned = (element as HTMLSlotElement).assignedNodes();
    if (assigned.length > 0) return assigned;
  }
  return element.childNodes;
}

/** The element that draws this one: its parent, the host of its shadow tree or the slot that it was put into. */
export function drawnBy(element: Element): Element | null {
  if (element.assignedSlot) return element.assignedSlot;
  const { parentNode } = element;
  if (parentNode instanceof ShadowRoot) return parentNode.host;
  return parentNode instanceof Element ? parentNode : null;
}

export function isElement(node: Node): node is Element {
  return node.nodeType === 1;
}

export function isText(node: Node): node is Text {
  return node.nodeType === 3 || node.nodeType === 4;
}

/** Private signs (fonts of icons) and signs without width say nothing; whitespace is one space. */
export function clean(text: string | null | undefined): string {
  return (text ?? '')
    .replace(/[\u00AD\u200B\u2060\uFEFF\uE000-\uF8FF]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

/** A run of text as it is read: U+2028 stands for a line break and U+00A0 for a space that are shown as they are. */
export function tidyRun(run: string): string {
  return run
    .replace(/[\u00AD\u200B\u2060\uFEFF\uE000-\uF8FF]/g, '')
    .replace(/[ \t\n\r\f]+/g, ' ')
    .replace(/ ?\u2028 ?/g, '\n')
    .replaceAll('\u00A0', ' ')
    .replace(/^[ \n]*\n|\s+$/g, '')
    .replace(/^ (?! )/, '');
}

/** Whether a line begins before and after it. */
export function isBlock(display: string): boolean {
  return !/^(inline|contents|ruby|none)/.test(display) || display === 'inline-block' || display === 'inline-flex';
}
