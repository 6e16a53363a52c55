// Runs inside a page: the selection that a press of the pointer makes, where a browser makes none for scripted events.
import { movedCaret } from './caret-moves.ts';
import { textField } from './scripted-caret.ts';

interface Point {
  readonly x: number;
  readonly y: number;
}

/** After so many clicks at a point: the caret is put there, a word is selected, or all that belongs together. */
export function selectByClicks({ x, y }: Point, count: number): void {
  const caret = document.caretPositionFromPoint(x, y);
  if (!caret) return;
  const { offsetNode, offset } = caret;
  const field = offsetNode instanceof Element ? textField(offsetNode) : null;
  if (field) {
    const [from, to] =
      count === 1 ? [offset, offset] : count === 2 ? wordAt(field.value, offset) : lineAt(field.value, offset);
    field.setSelectionRange(from, to);
    return;
  }
  const selection = getSelection();
  if (!selection || !isSelectable(offsetNode)) return;
  selection.collapse(offsetNode, offset);
  if (count === 2) {
    const [from, to] = wordAt(offsetNode.textContent ?? '', offset);
    if (offsetNode instanceof Text) selection.setBaseAndExtent(offsetNode, from, offsetNode, to);
  }
  const block = count === 3 ? blockAround(offsetNode) : null;
  if (block) selection.selectAllChildren(block);
}

/** What lies between two points. */
export function selectBetween(from: Point, to: Point): void {
  const [start, end] = [from, to].map(({ x, y }) => document.caretPositionFromPoint(x, y));
  if (!start || !end) return;
  const field = start.offsetNode instanceof Element ? textField(start.offsetNode) : null;
  if (field) {
    if (end.offsetNode !== field) return;
    const direction = end.offset < start.offset ? 'backward' : 'forward';
    field.setSelectionRange(Math.min(start.offset, end.offset), Math.max(start.offset, end.offset), direction);
  } else if (isSelectable(start.offsetNode))
    getSelection()?.setBaseAndExtent(start.offsetNode, start.offset, end.offsetNode, end.offset);
}

function isSelectable(node: Node): boolean {
  const element = node instanceof Element ? node : node.parentElement;
  return element !== null && getComputedStyle(element).userSelect !== 'none';
}

function blockAround(node: Node): Element | null {
  let element = node instanceof Element ? node : node.parentElement;
  while (element && /^(inline|contents)/.test(getComputedStyle(element).display)) element = element.parentElement;
  return element;
}

function wordAt(text: string, at: number): [from: number, to: number] {
  const from = /[\p{L}\p{N}_]*$/u.exec(text.slice(0, at))?.index ?? at;
  return [from, at + (/^[\p{L}\p{N}_]*/u.exec(text.slice(at))?.[0].length ?? 0)];
}

function lineAt(text: string, at: number): [from: number, to: number] {
  const to = (key: 'Home' | 'End') =>
    movedCaret(text, { anchor: at, focus: at }, { key, isFar: false, selects: false }).focus;
  return [to('Home'), to('End')];
}
