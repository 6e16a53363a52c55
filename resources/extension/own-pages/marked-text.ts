// Markdown of a model as elements of ours: paragraphs, lists, headings, code, emphasis. No HTML of it is read, no address of it is a link or
// a picture: nothing that it says can load or lead anywhere by itself, and none of its characters is unseen.
import { visibleLines } from '../../../contract/visible-text.ts';
import { el } from './dom.ts';

const maxChars = 200_000;
/** Of each element that stands for a block: which. */
const drawn = new WeakMap<Element, string>();

export function markedText(text: string): HTMLElement {
  const body = el('div', { class: 'md', at: { dir: 'auto' } });
  drawMarked(text, body);
  return body;
}

/** What stands there already stays, so that text which goes on is read out where it does, and not from its beginning. */
export function drawMarked(text: string, into: Element): void {
  const blocks = blocksOf(visibleLines(text.slice(0, maxChars)));
  for (const [at, block] of blocks.entries()) {
    const before = into.children[at];
    const is = JSON.stringify(block);
    if (before && drawn.get(before) === is) continue;
    const element = elementOf(block);
    drawn.set(element, is);
    if (before) before.replaceWith(element);
    else into.append(element);
  }
  while (into.children.length > blocks.length) into.lastElementChild?.remove();
}

type Block =
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'list'; readonly ordered: boolean; readonly items: readonly string[] }
  | { readonly kind: 'heading' | 'plain'; readonly text: string };

/** Pure. */
export function blocksOf(text: string): Block[] {
  const blocks: Block[] = [];
  const lines = text.split('\n');
  let plain: string[] = [];
  const flush = () => {
    const joined = plain.join('\n').trim();
    if (joined !== '') blocks.push({ kind: 'plain', text: joined });
    plain = [];
  };
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    if (line.trimStart().startsWith('```')) {
      flush();
      const end = lines.findIndex((other, index) => index > at && other.trimStart().startsWith('```'));
      const last = end === -1 ? lines.length : end;
      blocks.push({ kind: 'code', text: lines.slice(at + 1, last).join('\n') });
      at = last;
    } else if (isItem(line)) {
      flush();
      const ordered = /^\s*\d/.test(line);
      const from = at;
      while (isItem(lines[at + 1] ?? '') && /^\s*\d/.test(lines[at + 1] ?? '') === ordered) at += 1;
      const items = lines.slice(from, at + 1).map(item => item.replace(/^\s*(?:[-*+]|\d{1,4}[.)])\s+/, ''));
      blocks.push({ kind: 'list', ordered, items });
    } else if (/^#{1,6}\s/.test(line)) {
      flush();
      blocks.push({ kind: 'heading', text: line.replace(/^#+\s+/, '') });
    } else if (line.trim() === '') flush();
    else plain.push(line);
  }
  flush();
  return blocks;
}

function isItem(line: string): boolean {
  return /^\s{0,6}(?:[-*+]|\d{1,4}[.)])\s+\S/.test(line);
}

function elementOf(block: Block): HTMLElement {
  if (block.kind === 'code') return el('pre', { class: 'code' }, block.text);
  if (block.kind === 'list')
    return el(block.ordered ? 'ol' : 'ul', {}, ...block.items.map(item => el('li', {}, ...inline(item))));
  if (block.kind === 'plain') return el('p', {}, ...inline(block.text));
  return el('p', {}, el('strong', {}, ...inline(block.text)));
}

/** Code, then bold, then italics, none within another; all else is text. */
function inline(text: string): (HTMLElement | string)[] {
  return text.split(/(`[^`\n]{1,500}`|\*\*[^*\n]{1,500}\*\*|\*[^*\s][^*\n]{0,500}\*)/).map(part => {
    const [, code] = /^`(.+)`$/s.exec(part) ?? [];
    const [, bold] = /^\*\*(.+)\*\*$/s.exec(part) ?? [];
    const [, italic] = /^\*([^*].*)\*$/s.exec(part) ?? [];
    if (code !== undefined) return el('code', {}, code);
    if (bold !== undefined) return el('strong', {}, bold);
    return italic === undefined ? part : el('em', {}, italic);
  });
}
