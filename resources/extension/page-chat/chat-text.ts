// Markdown of a model as elements of ours: paragraphs, lists, headings, code, emphasis. No HTML of it is read, no address of it is a link or
// a picture: nothing that it says can load or lead anywhere by itself.

const maxChars = 200_000;

export function renderText(text: string, into: HTMLElement): void {
  into.replaceChildren(...blocksOf(text.slice(0, maxChars)).map(elementOf));
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
  if (block.kind === 'code') {
    const pre = document.createElement('pre');
    pre.textContent = block.text;
    return pre;
  }
  if (block.kind === 'list') {
    const list = document.createElement(block.ordered ? 'ol' : 'ul');
    list.append(...block.items.map(item => inline(document.createElement('li'), item)));
    return list;
  }
  const paragraph = document.createElement('p');
  if (block.kind === 'plain') return inline(paragraph, block.text);
  paragraph.append(inline(document.createElement('strong'), block.text));
  return paragraph;
}

/** Code, then bold, then italics, none within another; all else is text. */
function inline<E extends HTMLElement>(into: E, text: string): E {
  for (const part of text.split(/(`[^`\n]{1,500}`|\*\*[^*\n]{1,500}\*\*|\*[^*\s][^*\n]{0,500}\*)/)) {
    const [, code] = /^`(.+)`$/s.exec(part) ?? [];
    const [, bold] = /^\*\*(.+)\*\*$/s.exec(part) ?? [];
    const [, italic] = /^\*([^*].*)\*$/s.exec(part) ?? [];
    if (code !== undefined) into.append(made('code', code));
    else if (bold !== undefined) into.append(made('strong', bold));
    else if (italic !== undefined) into.append(made('em', italic));
    else into.append(part);
  }
  return into;
}

function made(name: 'code' | 'strong' | 'em', text: string): HTMLElement {
  const element = document.createElement(name);
  element.textContent = text;
  return element;
}
