// get_page_text: the visible text of a page, or of one element of it.
import type { Problem, RefsWorld, Target } from '../page/element-refs.ts';
import { onElement, readTarget } from './target.ts';
import { type Tool, textResult } from './tool.ts';

const MAX_CHARS = 500_000;

export const getPageText: Tool = async (args, context) => {
  const target = readTarget(args) ?? { ref: '', selector: '' };
  const { title, url, text } = await onElement(args, context, target, readText);
  const cut = text.length > MAX_CHARS ? `\n(cut at ${MAX_CHARS} of ${text.length} characters)` : '';
  return textResult(`Title: ${title}\nURL: ${url}\n\n${text.slice(0, MAX_CHARS)}${cut}`);
};

/** Self-contained: it is sent to the page as source text. */
function readText(target: Target): { title: string; url: string; text: string } | Problem {
  const isWhole = target.ref === '' && target.selector === '';
  const refs = (globalThis as RefsWorld).pilothouseRefs;
  const unreadable = refs?.unreadable();
  if (unreadable) return unreadable;
  const found = isWhole ? document.body : refs?.pick(target);
  if (found && !(found instanceof Element)) return found;
  const text = found instanceof HTMLElement ? found.innerText : (found?.textContent ?? '');
  return { title: document.title, url: location.href, text };
}
