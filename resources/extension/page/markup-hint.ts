// Runs inside a page: what can be told of something that acts and has no name.
import { clean, drawnIn, isElement } from './flat-tree.ts';

const maxHint = 60;

/** What can be told of something that acts and has no name: words of its markup, never more than a few. */
export function hintOf(element: Element): string {
  const inside = [element, ...markedIn(element)];
  const words = (name: string) => inside.map(part => part.getAttribute(name) ?? '').find(Boolean) ?? '';
  const used = inside.find(part => part.localName === 'use');
  const file = words('src').startsWith('data:') ? '' : (words('src').split(/[?#]/)[0]?.split('/').at(-1) ?? '');
  const drawn = getComputedStyle(element, '::before').content.replace(/^"(.*)"$/, '$1');
  const classes = inside.flatMap(part => [...part.classList]);
  const icon = classes.find(name => /icon|^(fa|bi|mdi|ri|ti|glyphicon)-/i.test(name) && !/^icons?$/i.test(name));
  const said = [
    words('data-icon'),
    used?.getAttribute('href')?.split('#').at(-1) ?? '',
    icon ?? '',
    clean(drawn === 'none' || drawn === 'normal' ? '' : drawn),
    file,
    words('data-testid'),
    words('name'),
    words('id'),
    classes[0] ?? '',
  ];
  const hint = clean(said.find(word => clean(word) !== ''));
  return hint.length > maxHint ? `${hint.slice(0, maxHint)}…` : hint;
}

/** The pictures and marks inside of it, of which icons are made. */
function markedIn(element: Element): Element[] {
  const marked = /^(img|svg|use|i|span|path)$/;
  const inside: Element[] = [];
  for (const child of drawnIn(element)) {
    if (!isElement(child) || !marked.test(child.localName) || inside.length >= 8) continue;
    inside.push(child, ...markedIn(child));
  }
  return inside;
}
