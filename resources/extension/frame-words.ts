// What the documents of a tab say of themselves, each asked in the extension's own world, where no page can answer in its place.
import { originOf } from '../../contract/sites.ts';
import { inTime } from './in-time.ts';

/** An element that holds a frame. */
interface Holder {
  /** The place of its window in `window`; -1 where it has none there, as in a shadow tree. */
  readonly index: number;
  /** The address that its own attribute gives it, cut; '' for none. */
  readonly src: string;
}

export interface FrameWords {
  readonly frameId: number;
  readonly documentId: string;
  readonly url: string;
  /** As `originOf` writes it; null for one that has none, as in a sandbox. */
  readonly origin: string | null;
  /** Its place in the `window` around it; -1 where it is not there. */
  readonly index: number;
  /** Whether it stands in the page itself. */
  readonly isInPage: boolean;
  readonly holders: readonly Holder[];
}

/** Of two addresses that are told apart only further on, both were written by the same page. */
const maxSrcChars = 2_000;

/** Asked one by one, so that a busy one holds up no other. By their ids; without those that do not answer. */
export async function askDocuments(
  tabId: number,
  documentIds: readonly string[],
): Promise<ReadonlyMap<string, FrameWords>> {
  const asked = [...new Set(documentIds)].map(async documentId => {
    const told = await inTime(documentId, () => ask({ tabId, documentIds: [documentId] }));
    return (told ?? []).flatMap(words =>
      (words.documentId || documentId) === documentId ? [[documentId, words]] : [],
    );
  });
  return new Map((await Promise.all(asked)).flat() as [string, FrameWords][]);
}

/** Also of those that the browser does not list. Null where one of them is busy, as all of them are asked at once. */
export function askAll(tabId: number, documentId: string): Promise<readonly FrameWords[] | null> {
  return inTime(`all around ${documentId}`, () => ask({ tabId, allFrames: true }));
}

/** Whether its own element, in the document around it, gives the frame the address that it shows. */
export function isHeldAs({ url, index }: FrameWords, around: FrameWords): boolean {
  // Only the element's own `srcdoc` leads there.
  if (url === 'about:srcdoc') return true;
  const shown = withoutFragment(url).slice(0, maxSrcChars);
  return around.holders.some(it => it.index === index && (withoutFragment(it.src) || 'about:blank') === shown);
}

function withoutFragment(url: string): string {
  return url.split('#')[0] ?? '';
}

async function ask(target: chrome.scripting.InjectionTarget): Promise<FrameWords[]> {
  const injected = { target, func: ownWords, args: [maxSrcChars] as [number], injectImmediately: true };
  const told = await chrome.scripting.executeScript(injected).catch(() => []);
  return told.flatMap(({ frameId, documentId, result }) =>
    result ? [{ ...result, frameId, documentId: documentId ?? '', origin: originOf(result.origin) }] : [],
  );
}

/** Self-contained: it is sent to the frame as source text. Tells nothing of what the frame shows. */
function ownWords(maxChars: number) {
  type Dom = { openOrClosedShadowRoot?(host: Element): ShadowRoot | null };
  const { dom } = (globalThis as { chrome?: { dom?: Dom } }).chrome ?? {};
  const windowsOf = (of: Window) => Array.from({ length: of.length }, (_, at) => of[at]);
  const windows = windowsOf(window);
  const holdersIn = (root: ParentNode): Element[] =>
    [...root.querySelectorAll('*')].flatMap(element => {
      const isHolder = /^(iframe|frame|object|embed|fencedframe|portal)$/.test(element.localName);
      // Firefox has it as a property, Chromium as a function.
      const { openOrClosedShadowRoot: own } = element as { openOrClosedShadowRoot?: ShadowRoot | null };
      const inner =
        element instanceof HTMLElement
          ? (element.shadowRoot ?? own ?? dom?.openOrClosedShadowRoot?.(element) ?? null)
          : null;
      return [...(isHolder ? [element] : []), ...(inner ? holdersIn(inner) : [])];
    });
  const holders = holdersIn(document).map(element => {
    const { src, data } = element as { src?: string; data?: string };
    const isGiven = element.hasAttribute('src') || element.hasAttribute('data');
    const index = windows.indexOf((element as HTMLIFrameElement).contentWindow ?? undefined);
    return { index, src: isGiven ? (src ?? data ?? '').slice(0, maxChars) : '' };
  });
  const isTop = window === window.top;
  return {
    url: location.href,
    origin: self.origin,
    index: isTop ? -1 : windowsOf(parent).indexOf(window),
    isInPage: !isTop && parent === window.top,
    holders,
  };
}
