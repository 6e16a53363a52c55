// Runs inside a page: describes its elements as a tree and remembers a ref for each, in the extension's own world.
import type { ElementWords } from './element-words.ts';

export interface TreeOptions {
  readonly interactiveOnly: boolean;
  readonly depth: number;
  readonly maxChars: number;
  /** Describe only what is below this element; '' for the whole page (Chromium drops null from arguments). */
  readonly refId: string;
}

interface World {
  pilothouseWords?: ElementWords;
  pilothouseRefs?: {
    next: number;
    readonly byRef: Map<string, WeakRef<Element>>;
    readonly byElement: WeakMap<Element, string>;
  };
}

/**
 * The tree as text, or '' when `refId` is gone. Needs installElementWords before it.
 * Self-contained: it is sent to the page as source text.
 */
export function readTree(options: TreeOptions): string {
  const world = globalThis as typeof globalThis & World;
  const words = world.pilothouseWords;
  if (!words) throw new Error('The page was replaced in between.');
  world.pilothouseRefs ??= { next: 1, byRef: new Map(), byElement: new WeakMap() };
  const refs = world.pilothouseRefs;
  const usable =
    /^(button|checkbox|combobox|file|link|menuitem|option|radio|searchbox|slider|spinbutton|switch|tab|textbox|treeitem)$/;
  const lines: string[] = [];
  let chars = 0;

  const refOf = (element: Element): string => {
    const known = refs.byElement.get(element);
    if (known) return known;
    const ref = `ref_${refs.next}`;
    refs.next += 1;
    refs.byRef.set(ref, new WeakRef(element));
    refs.byElement.set(element, ref);
    return ref;
  };

  const isShown = (element: Element): boolean => {
    if (element.getAttribute('aria-hidden') === 'true') return false;
    // Options of a closed list, and elements with display: contents, have no box and yet are there.
    if (element.localName === 'option' || getComputedStyle(element).display === 'contents') return true;
    return element.checkVisibility({ visibilityProperty: true });
  };

  const isUsable = (element: Element, role: string): boolean =>
    usable.test(role) || element.hasAttribute('onclick') || Number(element.getAttribute('tabindex') ?? -1) >= 0;

  const walk = (element: Element, indent: number, depth: number): void => {
    if (chars > options.maxChars || depth > options.depth) return;
    if (/^(script|style|noscript|template)$/.test(element.localName) || !isShown(element)) return;
    const role = words.roleOf(element);
    const isText = role !== 'generic' || words.ownText(element) !== '';
    const printed = isUsable(element, role) || (isText && !options.interactiveOnly);
    if (printed) {
      const name = words.nameOf(element, role);
      const said = name ? `${role} ${JSON.stringify(name)}` : role;
      const line = `${'  '.repeat(indent)}${said} [${refOf(element)}]${words.detailsOf(element)}`;
      chars += line.length + 1;
      lines.push(line);
    }
    for (const child of [...(element.shadowRoot?.children ?? []), ...element.children]) {
      walk(child, printed ? indent + 1 : indent, printed ? depth + 1 : depth);
    }
  };

  const root = options.refId === '' ? document.body : refs.byRef.get(options.refId)?.deref();
  if (options.refId !== '' && !root?.isConnected) return '';
  if (root) walk(root, 0, 1);
  const body = lines.join('\n');
  const head = `${document.title}\n${location.href}\nviewport ${innerWidth}x${innerHeight}\n\n`;
  if (body.length <= options.maxChars) return head + body;
  const remedy = 'use ref_id, a smaller depth or filter "interactive"';
  return `${head}${body.slice(0, options.maxChars)}\n(cut at ${options.maxChars} characters; ${remedy})`;
}
