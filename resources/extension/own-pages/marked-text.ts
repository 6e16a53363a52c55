// What a model wrote, drawn without markup of its own: paragraphs, lists, code and strong words, all of it as text. Nothing in it is a link.
import { visibleLines } from '../../../contract/visible-text.ts';
import { el } from './dom.ts';

export function markedText(text: string): HTMLElement {
  const body = el('div', { class: 'md', at: { dir: 'auto' } });
  for (const [at, piece] of visibleLines(text).split('```').entries()) {
    if (at % 2 === 1) body.append(el('pre', { class: 'code' }, piece.replace(/^\w*\n/, '').trimEnd()));
    else body.append(...piece.split(/\n{2,}/).flatMap(blockOf));
  }
  return body;
}

function blockOf(block: string): HTMLElement[] {
  const lines = block.split('\n').filter(line => line.trim() !== '');
  if (lines.length === 0) return [];
  if (lines.every(line => /^\s*([-*•]|\d+[.)])\s/.test(line)))
    return [el('ul', {}, ...lines.map(line => el('li', {}, ...inline(line.replace(/^\s*([-*•]|\d+[.)])\s+/, '')))))];
  const heading = /^#{1,6}\s+(.*)$/.exec(lines[0] ?? '');
  if (heading && lines.length === 1) return [el('p', {}, el('strong', {}, ...inline(heading[1] ?? '')))];
  return [el('p', {}, ...inline(lines.join('\n')))];
}

function inline(text: string): (HTMLElement | string)[] {
  return text.split(/(\*\*[^*\n]+\*\*|`[^`\n]+`)/).map(part => {
    if (/^\*\*[^*]+\*\*$/.test(part)) return el('strong', {}, part.slice(2, -2));
    return /^`[^`]+`$/.test(part) ? el('code', {}, part.slice(1, -1)) : part;
  });
}
