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
  for (const name of attributes) root.setAttribute(name, 'true');
  for (const id of elementIds) {
    const element = document.createElement('script');
    element.id = id;
    element.type = 'application/json';
    const text = document.createTextNode(flagsText());
    // Its own text may be reserved to trusted types, and the browser would tell the site of a fault. That of an element in it is none.
    const holder = document.createElement('span');
    holder.append(text);
    element.append(holder);
    root.append(element);
    texts[texts.length] = text;
  }
}

export function renewMarks(): void {
  for (let at = 0; at < texts.length; at += 1) writeText(texts[at]!, flagsText());
}
