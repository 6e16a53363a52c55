// navigate: opens an address in a tab, or goes back or forward, and says where it ended.
import { ToolError } from '../tool-error.ts';
import { readAddress } from './address.ts';
import { askedWords, isSignInAsked } from './asked-sign-in.ts';
import { settleAttached } from './debugger-session.ts';
import { inPage } from './in-page.ts';
import { describeOpened } from './opened-page.ts';
import { collectFrom } from './page-collectors.ts';
import { loadAndWait } from './page-load.ts';
import { readString, sleep, type Tool, type ToolContext, textResult } from './tool.ts';
import type { ShownPage } from '../shown-page.ts';

/** A step in the history begins at once, but a busy machine tells late of it. */
const beginsWithinMs = 1_500;
const lookEveryMs = 20;

export const navigate: Tool = async (args, context) => {
  const { tabId } = context;
  const target = readString(args, 'url');
  if (!target) throw new ToolError('ERR_INVALID_ARGUMENTS', 'navigate needs a url: an address, "back" or "forward".');
  const { note, hasPage } = await loadAndWait(tabId, context, startOf(context, target), await mayJump(tabId, target));
  if (isSignInAsked(tabId))
    throw new ToolError('ERR_TOOL_FAILED', await askedWords({ ...context, decided: [context.page.origin] }));
  // What the tab still shows was not decided for.
  if (!hasPage) return textResult(JSON.stringify({ tabId, note: `${note} The tab shows what it did before.` }));
  const { page, opened } = await describeOpened(tabId, context.page.origin, context.covers);
  if (/^https?:/.test(opened.url)) await expectNoErrorPage(page, opened.url);
  return textResult(JSON.stringify({ tabId, ...(note !== '' && { note }), ...opened }));
};

/** Whether it may need no load: a step in history may stay within the page, and so may an address that differs only in its fragment. */
async function mayJump(tabId: number, target: string): Promise<boolean> {
  if (target === 'back' || target === 'forward') return true;
  const { url = '' } = await chrome.tabs.get(tabId);
  const [to = '', fragment] = readAddress(target).split('#');
  return fragment !== undefined && to === url.split('#')[0];
}

function startOf(context: ToolContext, target: string): () => Promise<unknown> {
  const { tabId } = context;
  if (target === 'back' || target === 'forward') return () => goInHistory(context, target);
  const url = readAddress(target);
  return async () => {
    await collectFrom(tabId, url);
    await settleAttached(tabId);
    await chrome.tabs.update(tabId, { url });
  };
}

async function goInHistory(context: ToolContext, target: 'back' | 'forward'): Promise<void> {
  const { tabId, signal } = context;
  const nowhere = new ToolError('ERR_TOOL_FAILED', `Tab ${tabId} has no page to go ${target} to; send an address.`);
  const moves = hearMoves(tabId);
  try {
    const isTaken = await (target === 'back' ? chrome.tabs.goBack(tabId) : chrome.tabs.goForward(tabId)).then(
      () => true,
      () => false,
    );
    // Chromium's own buttons skip pages on which nobody clicked; the page's history does not.
    if (!isTaken && (await inPage(context, 'stepInHistory', target === 'back' ? -1 : 1)) <= 1) throw nowhere;
    // Firefox takes it, and a page's history too, also where there is nothing to go to.
    const until = performance.now() + beginsWithinMs;
    while (!moves.heard() && performance.now() < until) await sleep(lookEveryMs, signal);
    if (!moves.heard()) throw nowhere;
  } finally {
    moves.stop();
  }
}

/** Whether a page or a frame of the tab has begun to go elsewhere since, within its document too. */
function hearMoves(tabId: number): { heard(): boolean; stop(): void } {
  let heard = false;
  const note = (details: { tabId: number }) => {
    if (details.tabId === tabId) heard = true;
  };
  const { onBeforeNavigate, onCommitted, onHistoryStateUpdated, onReferenceFragmentUpdated } = chrome.webNavigation;
  const events = [onBeforeNavigate, onCommitted, onHistoryStateUpdated, onReferenceFragmentUpdated];
  for (const event of events) event.addListener(note);
  return {
    heard: () => heard,
    stop: () => {
      for (const event of events) event.removeListener(note);
    },
  };
}

/** The tab's address and title look the same for a page and for the browser's own page about its failure. */
async function expectNoErrorPage({ tabId, documentId }: ShownPage, url: string): Promise<void> {
  const target = { tabId, documentIds: [documentId] };
  try {
    await chrome.scripting.executeScript({ target, injectImmediately: true, func: () => true });
  } catch (error) {
    // Chromium's words, then Firefox's, which it also has for the few sites that it closes to extensions.
    if (!/error page|missing host permission/i.test(String(error))) return;
    throw new ToolError(
      'ERR_TOOL_FAILED',
      `${url} could not be loaded; the browser shows an error page of its own. Check the address.`,
    );
  }
}
