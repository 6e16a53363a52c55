// Elements of a page as a person sees them: whether one is seen, a selector that leads to it alone, its texts.

export function isSeen(element: Element): boolean {
  const { width, height } = element.getBoundingClientRect();
  const { visibility, display } = getComputedStyle(element);
  return width > 0 && height > 0 && visibility !== 'hidden' && display !== 'none';
}

/** Null for what is no selector. */
export function find(selector: string): Element | 'none' | null {
  try {
    return document.querySelector(selector) ?? 'none';
  } catch {
    return null;
  }
}

export function selectorOf(element: Element): string {
  const { id, localName } = element;
  const name = element.getAttribute('name');
  const short = [
    ...(id === '' ? [] : [`#${CSS.escape(id)}`]),
    ...(name === null ? [] : [`${localName}[name="${CSS.escape(name)}"]`]),
  ].find(isOnly);
  return short ?? pathTo(element);
}

function pathTo(element: Element): string {
  const parts: string[] = [];
  for (let at: Element | null = element; at && at !== document.documentElement; at = at.parentElement) {
    const own = at.localName;
    const same = [...(at.parentElement?.children ?? [])].filter(({ localName }) => localName === own);
    parts.unshift(same.length > 1 ? `${own}:nth-of-type(${same.indexOf(at) + 1})` : own);
    if (isOnly(parts.join('>'))) break;
  }
  return parts.join('>');
}

function isOnly(selector: string): boolean {
  return document.querySelectorAll(selector).length === 1;
}

export function isField(element: Element): element is HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement {
  return /^(input|select|textarea)$/.test(element.localName);
}

/** In one line; undefined where there is none. */
export function lineOf(text: string | null | undefined, most: number): string | undefined {
  return text?.replace(/\s+/g, ' ').trim().slice(0, most) || undefined;
}
