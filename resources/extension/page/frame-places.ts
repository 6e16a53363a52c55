// Runs inside a page: which frame lies at a point or has the focus, and where all of them are. A frame is named by its place in `window`.
import { shadowOf } from './flat-tree.ts';

/** In CSS pixels of what can be seen. */
export interface FrameBox {
  /** The place of its window in `window`; -1 where it has none there, -2 for an `embed`, which does not tell its window. */
  readonly index: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface FramePlaces {
  /** How many frames `window` knows: those inside shadow trees are not among them. */
  readonly count: number;
  readonly boxes: readonly FrameBox[];
}

/** The frame at a point, the one that has the focus, or all. */
export type WantedFrames = { x: number; y: number } | 'focus' | 'all';

export function framePlaces(which: WantedFrames): FramePlaces {
  // All that stands in such a document is the browser's own viewer, which shows the document itself.
  if (document.contentType === 'application/pdf') return { count: 0, boxes: [] };
  const rootIn = (element: Element | null): ShadowRoot | null => element && shadowOf(element);

  const pick = (root: DocumentOrShadowRoot): Element | null =>
    typeof which === 'string' ? root.activeElement : root.elementFromPoint(which.x, which.y);

  const deepest = (): Element[] => {
    let found = pick(document);
    for (let root = rootIn(found); root; root = rootIn(found)) {
      const inner = pick(root);
      if (!inner || inner === found) break;
      found = inner;
    }
    return found ? [found] : [];
  };

  const everything = (root: ParentNode): Element[] =>
    [...root.querySelectorAll('*')].flatMap(element => {
      const inner = rootIn(element);
      return inner ? [element, ...everything(inner)] : [element];
    });

  const holdsPage = (element: Element): boolean => {
    if (/^(iframe|frame|fencedframe|portal)$/.test(element.localName)) return true;
    return /^(object|embed)$/.test(element.localName) && (element as HTMLObjectElement).contentWindow !== null;
  };

  const windows = Array.from({ length: window.length }, (_, index) => window[index]);
  const boxes = (which === 'all' ? everything(document) : deepest()).filter(holdsPage).map(element => {
    const place = windows.indexOf((element as HTMLIFrameElement).contentWindow ?? undefined);
    const index = element.localName === 'embed' ? -2 : place;
    const { left, top, width, height } = element.getBoundingClientRect();
    const { offsetLeft = 0, offsetTop = 0 } = window.visualViewport ?? {};
    return { index, x: left - offsetLeft, y: top - offsetTop, width, height };
  });
  return { count: windows.length, boxes };
}
