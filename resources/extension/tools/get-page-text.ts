// get_page_text: the visible text of a page.
import { inPage } from './in-page.ts';
import { type Tool, textResult } from './tool.ts';

const MAX_CHARS = 500_000;

export const getPageText: Tool = async (_args, { tabId, signal }) => {
  const { title, url, text } = await inPage(tabId, readText, [], signal);
  const cut = text.length > MAX_CHARS ? `\n(cut at ${MAX_CHARS} of ${text.length} characters)` : '';
  return textResult(`Title: ${title}\nURL: ${url}\n\n${text.slice(0, MAX_CHARS)}${cut}`);
};

function readText(): { title: string; url: string; text: string } {
  return { title: document.title, url: location.href, text: document.body?.innerText ?? '' };
}
