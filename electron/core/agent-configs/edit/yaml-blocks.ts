// Where the lines of a member of a YAML block begin and end, and what the lines of a new one are.
import { isCollection, isPair, isScalar, stringify } from 'yaml';
import { lineEndOf, lineStart, nextLine } from './text-edits.ts';
import type { EntryValue } from '../agent-app.ts';

/** The lines of a member, each with its indentation; the last one has a line end too. */
export function blockLines(text: string, value: EntryValue, indent: string): string {
  const lines = stringify(value, { lineWidth: 0 }).trimEnd().split('\n');
  const eol = lineEndOf(text);
  return lines.map(line => indent + line + eol).join('');
}

interface Block {
  /** In the line in which the block begins. */
  readonly start: number;
  /** Of its key, or of its dash. */
  readonly column: number;
  /** Items of a list may stand as deep as the key that they belong to. */
  readonly isPair: boolean;
  /** Lines up to here belong to it, whatever they look like. */
  readonly least: number;
}

/** Behind the last line of a block. Comments and empty lines that follow belong to what comes next, unless `withComments`. */
export function blockEnd(text: string, block: Block, withComments = false): number {
  let end = nextLine(text, Math.max(block.start, block.least - 1));
  for (let at = end; at < text.length; ) {
    const next = nextLine(text, at);
    const line = text.slice(at, next);
    const column = line.length - line.trimStart().length;
    const isBlank = line.trim() === '';
    const isComment = line.trimStart().startsWith('#');
    const isOwn = column > block.column || (block.isPair && column === block.column && /^-\s/.test(line.trimStart()));
    if (!isBlank && !isOwn) break;
    at = next;
    if (!isBlank && (!isComment || withComments)) end = next;
  }
  return end;
}

/** Behind the text of a node: of its last scalar, because a collection reaches over the comments behind it. */
export function contentEnd(node: unknown, otherwise: number): number {
  if (isPair(node)) return contentEnd(node.value, contentEnd(node.key, otherwise));
  if (isCollection(node) && !node.flow) return contentEnd(node.items.at(-1), otherwise);
  if (!isScalar(node) && !isCollection(node)) return otherwise;
  return node.range?.[1] ?? otherwise;
}

export function columnOf(text: string, offset: number): number {
  return offset - lineStart(text, offset);
}
