// Runs inside a page: describes its elements as a tree and remembers a ref for each, in the extension's own world.
import { type Problem, pickElement, refOf, type Target, unreadable } from './element-refs.ts';
import { detailsOf, nameOf, ownText, roleOf } from './element-words.ts';
import { holdsFrame } from './frame-elements.ts';

export interface TreeOptions {
  readonly interactiveOnly: boolean;
  readonly depth: number;
  readonly maxChars: number;
}

/** A line of the tree at which a frame stands. */
export interface TreeFrame {
  /** 0 for the first line behind the head. */
  readonly line: number;
  readonly indent: number;
  readonly ref: string;
  /** Its place in `window`; -1 where it has none there. */
  readonly index: number;
}

const usable =
  /^(button|checkbox|combobox|file|link|menuitem|option|radio|searchbox|slider|spinbutton|switch|tab|textbox|treeitem)$/;

/** The tree below an element as text, or of the whole page when the target names none. */
export function readTree(target: Target, options: TreeOptions): { tree: string; frames: TreeFrame[] } | Problem {
  const closed = unreadable();
  if (closed) return closed;
  const lines: string[] = [];
  const frames: TreeFrame[] = [];
  const windows = Array.from({ length: window.length }, (_, index) => window[index]);
  let chars = 0;

  const walk = (element: Element, indent: number, depth: number): void => {
    if (chars > options.maxChars || depth > options.depth) return;
    if (/^(script|style|noscript|template)$/.test(element.localName) || !isShown(element)) return;
    const role = roleOf(element);
    const isText = role !== 'generic' || ownText(element) !== '';
    const isFrame = holdsFrame(element);
    const printed = isFrame || isUsable(element, role) || (isText && !options.interactiveOnly);
    if (isFrame) {
      const index = windows.indexOf((element as HTMLIFrameElement).contentWindow ?? undefined);
      frames.push({ line: lines.length, indent, ref: refOf(element), index });
    }
    if (printed) {
      const name = nameOf(element, role);
      const said = name ? `${role} ${JSON.stringify(name)}` : role;
      const line = `${'  '.repeat(indent)}${said} [${refOf(element)}]${detailsOf(element)}`;
      chars += line.length + 1;
      lines.push(line);
    }
    for (const child of [...(element.shadowRoot?.children ?? []), ...element.children]) {
      walk(child, printed ? indent + 1 : indent, printed ? depth + 1 : depth);
    }
  };

  const isWhole = target.ref === '' && target.selector === '';
  const root = isWhole ? document.body : pickElement(target);
  if (root && !(root instanceof Element)) return root;
  if (root) walk(root, 0, 1);
  const body = lines.join('\n');
  const head = `${document.title}\n${location.href}\nviewport ${innerWidth}x${innerHeight}\n\n`;
  if (body.length <= options.maxChars) return { tree: head + body, frames };
  const remedy = 'use ref_id, a smaller depth or filter "interactive"';
  const kept = body.slice(0, options.maxChars);
  const whole = kept.split('\n').length - 1;
  return {
    tree: `${head}${kept}\n(cut at ${options.maxChars} characters; ${remedy})`,
    frames: frames.filter(({ line }) => line < whole),
  };
}

function isShown(element: Element): boolean {
  if (element.getAttribute('aria-hidden') === 'true') return false;
  // Options of a closed list, and elements with display: contents, have no box and yet are there.
  if (element.localName === 'option' || getComputedStyle(element).display === 'contents') return true;
  return element.checkVisibility({ visibilityProperty: true });
}

function isUsable(element: Element, role: string): boolean {
  return usable.test(role) || element.hasAttribute('onclick') || Number(element.getAttribute('tabindex') ?? -1) >= 0;
}
