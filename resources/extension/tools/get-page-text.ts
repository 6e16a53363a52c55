// get_page_text: the visible text of a page, or of one element of it.
import { onElement, readTarget } from './target.ts';
import { type Tool, textResult } from './tool.ts';

const maxChars = 500_000;

export const getPageText: Tool = async (args, context) => {
  const target = readTarget(args) ?? { ref: '', selector: '' };
  const { title, url, text } = await onElement(args, context, target, 'readText');
  const cut = text.length > maxChars ? `\n(cut at ${maxChars} of ${text.length} characters)` : '';
  return textResult(`Title: ${title}\nURL: ${url}\n\n${text.slice(0, maxChars)}${cut}`);
};
