// The main text of a page: of the first of the places where pages have it, without what stands around it.
import { find } from './seen.ts';

export interface ReadWish {
  /** What to read instead; the whole body where nothing matches. Null for the main text. */
  readonly selector: string | null;
  readonly html: boolean;
  readonly textChars: number;
  readonly htmlChars: number;
}

const places = ['main', 'article', '[role="main"]', '.content', '#content', '.post', '.article'];
const around = 'script,style,noscript,template,nav,header,footer,aside';

export function readDocument({ selector, html, textChars, htmlChars }: ReadWish) {
  const root = rootOf(selector);
  const text = root instanceof HTMLElement ? root.innerText : (root?.textContent ?? '');
  return {
    url: location.href.slice(0, 2_000),
    title: document.title.slice(0, 1_000),
    text: text.slice(0, textChars),
    byline: meta('author') ?? meta('article:author'),
    siteName: meta('og:site_name'),
    ...(html && { html: markupOf(root).slice(0, htmlChars) }),
  };
}

function rootOf(selector: string | null): Element | null {
  const wanted = selector === null ? places : [selector];
  const found = wanted.map(find).find(one => one !== null && one !== 'none');
  return found instanceof Element ? found : document.body;
}

/** Without scripts and what fields hold. */
function markupOf(root: Element | null): string {
  const copy = root?.cloneNode(true);
  if (!(copy instanceof Element)) return '';
  for (const extra of copy.querySelectorAll(around)) extra.remove();
  for (const field of copy.querySelectorAll('input')) field.removeAttribute('value');
  return copy.outerHTML;
}

function meta(name: string): string | null {
  const found = document.querySelector(`meta[name="${name}"],meta[property="${name}"]`);
  return found?.getAttribute('content')?.slice(0, 1_000) ?? null;
}
