// Finding a member in the text of JSON, with or without comments: the nodes on the way, and the commas around one.
import { createScanner, getNodeValue, type JSONScanner, type Node, parseTree } from 'jsonc-parser';
import { brokenAt } from './broken-config.ts';
import { isNamed } from './paths.ts';
import { beginsLine, indentAt } from './text-edits.ts';
import type { Step } from './config-editor.ts';

/** Of jsonc-parser's `SyntaxKind`, which exists as a type alone. */
const tokens = {
  openBrace: 1,
  closeBrace: 2,
  comma: 5,
  lineComment: 12,
  blockComment: 13,
  lineBreak: 14,
  space: 15,
  end: 17,
};

/** Undefined for a text that holds nothing but comments. */
export function treeOf(text: string): Node | undefined {
  return parseTree(text, [], { allowTrailingComma: true });
}

/** What is put into or taken out of a container: a property of an object, an item of a list. */
export interface Found {
  readonly container: Node;
  /** The property or the item; null where it is missing. */
  readonly member: Node | null;
}

/** Throws where the container is another kind of value, or has two members of this name: no one can say which one counts. */
export function findMember(text: string, container: Node, step: Step, at: string): Found {
  if (typeof step === 'string') {
    if (container.type !== 'object') throw noTable(text, container, at);
    const members = (container.children ?? []).filter(({ children }) => children?.[0]?.value === step);
    const [member = null, second] = members;
    if (second) throw brokenAt(text, second.offset, { kind: 'config-name-twice', name: step });
    return { container, member };
  }
  if (container.type !== 'array') throw noTable(text, container, at);
  const items = (container.children ?? []).filter(item => isNamed(getNodeValue(item), step));
  const [member = null, second] = items;
  if (second) throw brokenAt(text, second.offset, { kind: 'config-name-twice', name: step.name });
  return { container, member };
}

export function noTable(text: string, node: Node, at: string) {
  return brokenAt(text, node.offset, { kind: 'config-no-table', at });
}

export function endOf({ offset, length }: Pick<Node, 'offset' | 'length'>): number {
  return offset + length;
}

/** Where the comma behind `offset` stands, past comments; -1 where something else comes first. */
export function commaBehind(text: string, offset: number): number {
  const scanner = createScanner(text, true);
  scanner.setPosition(offset);
  return tokenIn(scanner) === tokens.comma ? scanner.getTokenOffset() : -1;
}

/** Whether nothing but white space and comments stands in it. */
export function isBlank(text: string): boolean {
  const scanner = createScanner(text, false);
  for (let token = tokenIn(scanner); token !== tokens.end; token = tokenIn(scanner))
    if (token < tokens.lineComment || token > tokens.space || errorIn(scanner) !== 0) return false;
  return true;
}

/** What stands before the first member of the root, or before a comment there: empty where neither begins a line. */
export function firstIndent(text: string): string {
  const scanner = createScanner(text, false);
  let isInside = false;
  for (let token = tokenIn(scanner); token !== tokens.end; token = tokenIn(scanner)) {
    const at = scanner.getTokenOffset();
    if (isInside && token !== tokens.lineBreak && token !== tokens.space) {
      if (beginsLine(text, at)) return token === tokens.closeBrace ? '' : indentAt(text, at);
      if (token !== tokens.lineComment && token !== tokens.blockComment) return '';
    }
    isInside ||= token === tokens.openBrace;
  }
  return '';
}

function errorIn(scanner: JSONScanner): number {
  return scanner.getTokenError();
}

function tokenIn(scanner: JSONScanner): number {
  return scanner.scan();
}

/** Behind the comments that stand in the same line; `offset` itself where the container ends in that line. */
export function endOfLineComments(text: string, offset: number): number {
  const scanner = createScanner(text, false);
  scanner.setPosition(offset);
  let end = offset;
  for (;;) {
    const token = tokenIn(scanner);
    const piece = text.slice(scanner.getTokenOffset(), scanner.getTokenOffset() + scanner.getTokenLength());
    if (token === tokens.lineBreak || token === tokens.end) return end;
    if (token === tokens.lineComment) end = endOf({ offset: scanner.getTokenOffset(), length: piece.length });
    else if (token === tokens.blockComment && !piece.includes('\n'))
      end = endOf({ offset: scanner.getTokenOffset(), length: piece.length });
    else if (token !== tokens.space) return offset;
  }
}
