// The text of Markdown from outside: in pieces that no longer change while more is written, and with every unseen character shown. Pure.
import { isValidElement, type ReactNode } from 'react';
import { visibleLines } from '../../contract/visible-text.ts';

/** A fence of code, by its marks. */
const fence = /^ {0,3}(`{3,}|~{3,})/;
/** What begins a paragraph, a heading or a fence, and so ends whatever stood before it. */
const begins = /^(?:[^\s>|*+\-\d[]|\*\*)/;
/** What a whole text may refer to from anywhere. */
const refers = /^ {0,3}\[[^\]]+\]:/m;

/**
 * The text cut where a blank line ends a block and no list, quote, table or fence goes on: each piece reads the same alone.
 * A text with references is one piece.
 */
export function markdownPieces(text: string): string[] {
  if (refers.test(text)) return [text];
  const pieces: string[] = [];
  let lines: string[] = [];
  let open: string | null = null;
  for (const line of text.split('\n')) {
    if (open === null && lines.at(-1)?.trim() === '' && begins.test(line)) {
      pieces.push(lines.join('\n'));
      lines = [];
    }
    open = fenceAfter(open, line);
    lines.push(line);
  }
  return [...pieces, lines.join('\n')];
}

/** The marks of the fence that is open after this line; null where none is. */
function fenceAfter(open: string | null, line: string): string | null {
  const [, marks] = fence.exec(line) ?? [];
  if (marks === undefined) return open;
  if (open === null) return marks;
  return marks.startsWith(open) && line.trim() === marks ? null : open;
}

interface TreeNode {
  type: string;
  value?: string;
  properties?: Record<string, unknown>;
  children?: TreeNode[];
}

/** In the tree that is drawn: unseen characters become seen, and nothing has an id, which the page gives. */
export function shownText(node: TreeNode): void {
  if (node.type === 'text' && node.value !== undefined) node.value = visibleLines(node.value);
  if (node.properties) delete node.properties['id'];
  node.children?.forEach(shownText);
}

/** The text of what is drawn. */
export function textWithin(node: ReactNode): string {
  if (typeof node === 'string' || typeof node === 'number') return String(node);
  if (Array.isArray(node)) return (node as ReactNode[]).map(textWithin).join('');
  return isValidElement<{ children?: ReactNode }>(node) ? textWithin(node.props.children) : '';
}
