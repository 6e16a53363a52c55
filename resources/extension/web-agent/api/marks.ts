// Marks in the document by which pages see that the API is there, and with which flags (the names are Harbor's).
import { writeText } from './captured.ts';
import { flagsText } from './flags.ts';

const attributes = ['data-web-agents-content-script', 'data-harbor-content-script'];
const elementIds = ['web-agents-api-flags', 'harbor-feature-flags'];
const texts: Text[] = [];

/** As soon as the document has its element, which is before any script of the page. */
export function markDocument(): void {
  if (document.documentElement) return mark(document.documentElement);
  const observer = new MutationObserver(() => {
    if (!document.documentElement) return;
    observer.disconnect();
    mark(document.documentElement);
  });
  observer.observe(document, { childList: true });
}

function mark(root: Element): void {
  for (let at = 0; at < attributes.length; at += 1) root.setAttribute(attributes[at]!, 'true');
  const first = document.createElement('script');
  first.setAttribute('type', 'application/json');
  // Its own text may be reserved to trusted types, and the browser would tell the site of a fault. That of an element in it is none.
  // One without a namespace is the cheapest: the page has no class of its own for it yet.
  const holder = document.createElementNS(null, 'flags');
  holder.appendChild(document.createTextNode(flagsText()));
  first.appendChild(holder);
  for (let at = 0; at < elementIds.length; at += 1) {
    const element = at === 0 ? first : (first.cloneNode(true) as Element);
    element.setAttribute('id', elementIds[at]!);
    root.appendChild(element);
    texts[at] = element.firstChild!.firstChild as Text;
  }
}

export function renewMarks(): void {
  for (let at = 0; at < texts.length; at += 1) writeText(texts[at]!, flagsText());
}
