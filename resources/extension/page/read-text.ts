// Runs inside a page: the text that is seen, of all of it or of one element, and what a field holds.
import { type Problem, pickElement, type Target, unreadable } from './element-refs.ts';
import { optionText, valueOf } from './element-states.ts';
import { roleOf } from './element-words.ts';
import { drawnIn, isBlock, isElement, isText, shadowOf } from './flat-tree.ts';

const unseen = /^(script|style|noscript|template|textarea|select|input|iframe|object|embed|video|audio|canvas)$/;

export function readText(target: Target): { title: string; url: string; text: string } | Problem {
  const closed = unreadable();
  if (closed) return closed;
  const isWhole = target.ref === '' && target.selector === '';
  const found = isWhole ? document.body : pickElement(target);
  if (found && !(found instanceof Element)) return found;
  return { title: document.title, url: location.href, text: found ? seenText(found) : '' };
}

function seenText(element: Element): string {
  if (/^(input|textarea)$/.test(element.localName)) return valueOf(element, roleOf(element));
  if (element.localName === 'select') return [...(element as HTMLSelectElement).options].map(optionText).join('\n');
  if (holdsShadow(element)) return drawnText(element);
  return element instanceof HTMLElement ? element.innerText : (element.textContent ?? '');
}

function holdsShadow(element: Element): boolean {
  if (element.getRootNode() instanceof ShadowRoot || shadowOf(element)) return true;
  return [...element.querySelectorAll('*')].some(inner => shadowOf(inner) !== null);
}

/** As `innerText`, which knows nothing of shadow trees. Source: HTML, the innerText getter. */
function drawnText(root: Element): string {
  const said: string[] = [];
  const visit = (node: Node, isVisible: boolean, keepsSpace: boolean): void => {
    if (isText(node) && isVisible) said.push(keepsSpace ? (node.nodeValue ?? '') : spaced(node.nodeValue ?? ''));
    if (!isElement(node) || unseen.test(node.localName)) return;
    const { display, visibility, whiteSpace } = getComputedStyle(node);
    if (display === 'none') return;
    const around = node.localName === 'p' ? '\n\n' : isBlock(display) && !display.startsWith('inline') ? '\n' : '';
    said.push(node.localName === 'br' ? '\n' : display === 'table-cell' ? '' : around);
    for (const child of drawnIn(node)) visit(child, visibility === 'visible', /^(pre|break-spaces)/.test(whiteSpace));
    said.push(display === 'table-cell' ? '\t' : around);
  };
  visit(root, true, false);
  const lines = said
    .join('')
    .split('\n')
    .map(line => line.replace(/^[ \t]+(?=\S)|[ \t]+$/g, '').replace(/(\S) {2,}/g, '$1 '));
  return lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

function spaced(text: string): string {
  return text.replace(/[ \t\n\r\f]+/g, ' ');
}
