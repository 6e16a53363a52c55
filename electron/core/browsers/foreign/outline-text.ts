// A page, or a part of it, that a script of the hub's own has read, as the text that read_page answers with.
import type { PageLine, PageOutline } from '../../../../native-host/dialects/claudezilla/claudezilla-scripts.ts';

const usual = { depth: 15, chars: 50_000 };

/** What read_page was asked for: how deep, and whether only for what can be used. */
export function askedBounds({ filter, depth }: Readonly<Record<string, unknown>>) {
  return { interactiveOnly: filter === 'interactive', depth: typeof depth === 'number' ? depth : usual.depth };
}

/** Title, address and viewport, an empty line, then a line of `lines` for each of the outline, as many as `max_chars` lets through. */
export function outlineText(
  { title, url, width, height, isCut }: PageOutline<PageLine>,
  lines: readonly string[],
  { max_chars: chars }: Readonly<Record<string, unknown>>,
): string {
  const body = within(lines, typeof chars === 'number' ? chars : usual.chars);
  const isWhole = body.length === lines.length && !isCut;
  const more = isWhole ? [] : ['(more is on the page; read a part of it with ref_id or selector)'];
  return [title, url, `viewport ${width}x${height}`, '', ...body, ...more].join('\n');
}

function within(lines: readonly string[], maxChars: number): readonly string[] {
  let left = maxChars;
  const end = lines.findIndex(line => (left -= line.length + 1) < 0);
  return end === -1 ? lines : lines.slice(0, end);
}
