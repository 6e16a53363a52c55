// get_page_text: the visible text of a page and of its frames, or of one element of it.
import { documentOfNode, type FrameDocument } from '../frame-nodes.ts';
import { type FramePart, framePartsOf, placeOfPart, whyUnread } from '../frame-parts.ts';
import { inTime } from '../in-time.ts';
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
  const texts = [text, ...(await textsOfFrames(context, document, target))].join('\n\n');
  const cut = texts.length > maxChars ? `\n(cut at ${maxChars} of ${texts.length} characters)` : '';
  return textResult(`Title: ${title}\nURL: ${url}\n\n${texts.slice(0, maxChars)}${cut}`);
};

/** Each frame's text below a line that names it, and a last line for those that are not read. */
async function textsOfFrames(
  context: ToolContext,
  document: ShownPage | FrameDocument,
  target: Target,
): Promise<string[]> {
  const parts = (await framePartsOf(context, document, target)).filter(({ holder }) => holder.visible);
  const texts = await Promise.all(parts.map(part => textOfFrame(context, part)));
  const unread = parts.filter(({ reading }) => reading !== 'allowed');
  const [first, ...others] = unread;
  if (!first) return texts.flat();
  const also = others.map(part => placeOfPart(part, context)).join(', ');
  const line = `iframe ${placeOfPart(first, context)}: ${whyUnread(first, true)}`;
  return [...texts.flat(), others.length > 0 ? `${line}\nNor are ${also}.` : line];
}

async function textOfFrame(context: ToolContext, part: FramePart): Promise<string[]> {
  const { page, signal } = context;
  if (!part.node || part.reading !== 'allowed') return [];
  const { name } = part.holder;
  const head = `iframe ${name && `${JSON.stringify(name)} `}${placeOfPart(part, context)}`;
  try {
    const document = await documentOfNode(page, part.node);
    const read = await inTime(document.documentId, () => inPage({ page: document, signal }, 'readText', everything));
    if (read === null) return [`${head}: not read, because its page does not answer`];
    if (isProblem(read)) return [`${head}: ${read.problem}`];
    const inner = await textsOfFrames(context, document, everything);
    const own = read.text.trim();
    return own === '' && inner.length === 0 ? [] : [[`${head}:`, own, ...inner].filter(Boolean).join('\n')];
  } catch (error) {
    // It may go away at any time; the text of the page is worth having without it.
    signal.throwIfAborted();
    await page.expectStill(false);
    return [`${head}: not read (${error instanceof Error ? error.message : String(error)})`];
  }
}
