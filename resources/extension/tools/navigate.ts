// navigate: opens an address in a tab, or goes back or forward, and says where it ended.
import { ToolError } from '../tool-error.ts';
import { readAddress } from './address.ts';
import { inPage } from './in-page.ts';
import { loadAndWait } from './page-load.ts';
import { readString, type Tool, textResult } from './tool.ts';

export const navigate: Tool = async (args, { tabId, signal }) => {
  const target = readString(args, 'url');
  if (!target) throw new ToolError('ERR_INVALID_ARGUMENTS', 'navigate needs a url: an address, "back" or "forward".');
  const complete = await loadAndWait(tabId, signal, startOf(tabId, target, signal));
  const { url = '', title = '' } = await chrome.tabs.get(tabId);
  if (/^https?:/.test(url)) await expectNoErrorPage(tabId, url, signal);
  return textResult(JSON.stringify({ tabId, url, title, ...(complete ? {} : { note: 'Still loading after 30 s.' }) }));
};

function startOf(tabId: number, target: string, signal: AbortSignal): () => Promise<unknown> {
  if (target === 'back' || target === 'forward') return () => goInHistory(tabId, target, signal);
  const url = readAddress(target);
  return () => chrome.tabs.update(tabId, { url });
}

async function goInHistory(tabId: number, target: 'back' | 'forward', signal: AbortSignal): Promise<void> {
  try {
    await (target === 'back' ? chrome.tabs.goBack(tabId) : chrome.tabs.goForward(tabId));
  } catch {
    // Chromium's own buttons skip pages on which nobody clicked; the page's history does not.
    const pages = await inPage(tabId, stepInHistory, [target === 'back' ? -1 : 1], signal);
    if (pages > 1) return;
    throw new ToolError('ERR_TOOL_FAILED', `Tab ${tabId} has no page to go ${target} to; send an address.`);
  }
}

function stepInHistory(step: number): number {
  history.go(step);
  return history.length;
}

/** The tab's address and title look the same for a page and for the browser's own page about its failure. */
async function expectNoErrorPage(tabId: number, url: string, signal: AbortSignal): Promise<void> {
  try {
    await inPage(tabId, () => document.readyState, [], signal);
  } catch (error) {
    // Chromium's words, then Firefox's, which it also has for the few sites that it closes to extensions.
    if (!/error page|missing host permission/i.test(String(error))) return;
    throw new ToolError(
      'ERR_TOOL_FAILED',
      `${url} could not be loaded; the browser shows an error page of its own. Check the address.`,
    );
  }
}
