// Runs inside a page: the text that is seen, of all of it or of one element, and what a field holds.
import { type Problem, pickElement, refOf, type Target, unreadable } from './element-refs.ts';
import { optionText, valueOf } from './element-states.ts';
import { nameOf, roleOf } from './element-words.ts';
import { clean, drawnIn, isBlock, isElement, isText, shadowOf } from './flat-tree.ts';
import { holdsFrame } from './frame-elements.ts';
import { frameMark } from './frame-mark.ts';
import { laidOutText } from './laid-out-text.ts';
import { shadowTrees } from './select-elements.ts';

/** Names up to here are whole wherever they are told. */
const wholeName = 150;
const holders = 'iframe, frame, object, embed, fencedframe, portal';
const unseen = /^(script|style|noscript|template|textarea|select|input|iframe|object|embed|video|audio|canvas)$/;

/** In the text, a frame is its ref between two marks. */
export function readText(target: Target): { title: string; url: string; text: string } | Problem {
  const closed = unreadable();
  if (closed) return closed;
  const isWhole = target.ref === '' && target.selector === '';
  const found = isWhole ? document.body : pickElement(target);
  if (found && !(found instanceof Element)) return found;
  const text = found ? seenText(found) : '';
  const name = found && !isWhole ? longName(found, text) : '';
  return { title: document.title, url: location.href, text: name ? `Name: ${name}\n\n${text}`.trim() : text };
}

/** A name that elsewhere may have been cut, where it is not what the element says anyway; else ''. */
function longName(element: Element, text: string): string {
  const named = element instanceof HTMLLabelElement ? (element.control ?? element) : element;
  const name = nameOf(named, roleOf(named));
  return name.length > wholeName && !clean(text).includes(name) ? name : '';
}

function seenText(element: Element): string {
  if (holdsShadow(element) || element.querySelector(holders) !== null || element.matches(holders))
    return drawnText(element, frame => `\n${frameMark}${refOf(frame)}${frameMark}\n`);
  return plainText(element).replaceAll(frameMark, '');
}

function plainText(element: Element): string {
  if (/^(input|textarea)$/.test(element.localName)) return valueOf(element, roleOf(element));
  if (element.localName === 'select') return [...(element as HTMLSelectElement).options].map(optionText).join('\n');
  return element instanceof HTMLElement ? laidOutText(element) : (element.textContent ?? '');
}

export function holdsShadow(element: Element): boolean {
  if (element.getRootNode() instanceof ShadowRoot || shadowOf(element)) return true;
  return !shadowTrees(element).next().done;
}

/** As `innerText`, which knows nothing of shadow trees and frames; `markOf` says what stands for a frame. Source: HTML, the innerText getter. */
export function drawnText(root: Element, markOf: (frame: Element) => string = () => ''): string {
  const said: string[] = [];
  const visit = (node: Node, isVisible: boolean, keepsSpace: boolean): void => {
    if (isText(node) && isVisible) said.push(keepsSpace ? textOf(node) : spaced(textOf(node)));
    if (isElement(node) && holdsFrame(node) && node.checkVisibility()) said.push(markOf(node));
    if (!isElement(node) || unseen.test(node.localName)) return;
    const { display, visibility, whiteSpace, contentVisibility } = getComputedStyle(node);
    if (display === 'none') return;
    const isFolded = node.localName === 'details' && !(node as HTMLDetailsElement).open;
    const around = node.localName === 'p' ? '\n\n' : isBlock(display) && !display.startsWith('inline') ? '\n' : '';
    said.push(node.localName === 'br' ? '\n' : display === 'table-cell' ? '' : around);
    for (const child of contentVisibility === 'hidden' ? [] : drawnIn(node))
      if (!isFolded || (isElement(child) && child.localName === 'summary'))
        visit(child, visibility === 'visible', /^(pre|break-spaces)/.test(whiteSpace));
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

function textOf({ nodeValue }: Text): string {
  return (nodeValue ?? '').replaceAll(frameMark, '');
}

function spaced(text: string): string {
  return text.replace(/[ \t\n\r\f]+/g, ' ');
}
