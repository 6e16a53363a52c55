// get_page_text: the visible text of a page and of its frames, or of one element of it.
import { documentOfNode, type FrameDocument } from '../frame-nodes.ts';
import { type FramePart, framePartsOf, placeOfPart, whyUnread } from '../frame-parts.ts';
import { inTime } from '../in-time.ts';
import { frameMark } from '../page/frame-mark.ts';
import { isProblem } from '../page-problem.ts';
import { inPage } from './in-page.ts';
import { onElementThere, readTarget } from './target.ts';
import { type Tool, type ToolContext, textResult } from './tool.ts';
import type { Target } from '../page/element-refs.ts';
import type { ShownPage } from '../shown-page.ts';

const maxChars = 500_000;
const everything: Target = { ref: '', selector: '' };

export const getPageText: Tool = async (args, context) => {
  const target = readTarget(args) ?? everything;
  const { answer, document } = await onElementThere(args, context, target, 'readText');
  const { title, url, text } = answer;
  const whole = await withFrames(context, document, target, text);
  const more = `(cut at ${maxChars} of ${whole.length} characters; read_page max_chars=5000000 has more of it)`;
  const cut = whole.length > maxChars ? `\n${more}` : '';
  return textResult(`Title: ${title}\nURL: ${url}\n\n${whole.slice(0, maxChars)}${cut}`);
};

/** Each frame's text where the frame stands, below a line that names it, and a last line for those that are not read. */
async function withFrames(
  context: ToolContext,
  document: ShownPage | FrameDocument,
  target: Target,
  text: string,
): Promise<string> {
  const parts = (await framePartsOf(context, document, target)).filter(({ holder }) => holder.visible);
  const told = await Promise.all(parts.map(async part => [part.holder.ref, await textOfFrame(context, part)] as const));
  const texts = new Map(told);
  const blocks = text.split(frameMark).map((piece, at, { length }) => {
    // Every other piece is the ref of a frame.
    if (at % 2 === 0) return length === 1 ? piece : piece.replace(/^\n+|\n+$/g, '');
    const inner = texts.get(piece) ?? '';
    texts.delete(piece);
    return inner;
  });
  const [first, ...others] = parts.filter(({ reading }) => reading !== 'allowed');
  const also = others.map(part => placeOfPart(part, context)).join(', ');
  const line = first ? `iframe ${placeOfPart(first, context)}: ${whyUnread(first, true)}` : '';
  const unread = also === '' ? line : `${line}\nNor are ${also}.`;
  return [...blocks, ...texts.values(), unread].filter(Boolean).join('\n\n');
}

async function textOfFrame(context: ToolContext, part: FramePart): Promise<string> {
  const { page, signal } = context;
  if (!part.node || part.reading !== 'allowed') return '';
  const { name } = part.holder;
  const head = `iframe ${name && `${JSON.stringify(name)} `}${placeOfPart(part, context)}`;
  try {
    const document = await documentOfNode(page, part.node);
    const read = await inTime(document.documentId, () => inPage({ page: document, signal }, 'readText', everything));
    if (read === null) return `${head}: not read, because its page does not answer`;
    if (isProblem(read)) return `${head}: ${read.problem}`;
    const inner = await withFrames(context, document, everything, read.text.trim());
    // Where it ends shows by that.
    return inner === '' ? '' : `${head}:\n${inner.replace(/^(?=.)/gm, '  ')}`;
  } catch (error) {
    // It may go away at any time; the text of the page is worth having without it.
    signal.throwIfAborted();
    await page.expectStill(false);
    return `${head}: not read (${error instanceof Error ? error.message : String(error)})`;
  }
}
