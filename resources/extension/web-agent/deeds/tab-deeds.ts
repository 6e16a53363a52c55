// What the hub has done for a page in tabs: in its own, or in one that its site has opened. Which tab may be meant, the hub has decided; the
// origin for which that was is compared in the page itself, because a tab may go elsewhere at any moment.
import { isRecord } from '../../../../contract/json.ts';
import { pageDeeds, pageReadBounds } from '../../../../contract/page-deeds.ts';
import { pageOriginAt } from '../../../../contract/sites.ts';
import { describeTab } from '../../tabs-report.ts';
import { endingDot } from '../ending-dot.ts';
import { PageFault } from '../page-fault.ts';
import { actFault } from './deed-faults.ts';
import type { Deed, DeedContext } from '../deed.ts';
import type { ActWish } from './act-in-document.ts';
import type { DeedFailure } from './deed-faults.ts';
import type { TabDeeds } from './in-tab.ts';

/** How long the first answer of a new tab's site is waited for. */
const openMs = 10_000;

interface Place {
  readonly tabId: number;
  /** Null for a page of no web origin. */
  readonly origin: string | null;
}

export const tabDeeds: Readonly<Record<string, Deed>> = {
  [pageDeeds.read]: async (params, context) => {
    const place = placeIn(params);
    if (!place) return context.askDocument(pageDeeds.read, params);
    const { selector, html } = fieldsOf(params);
    const wish = { selector: typeof selector === 'string' ? selector : null, html: html === true, ...pageReadBounds };
    const told = await inTab(place, 'read', wish);
    if (told === 'moved') throw moved(place.tabId);
    return told;
  },
  [pageDeeds.elements]: (params, context) => context.askDocument(pageDeeds.elements, params),
  [pageDeeds.element]: (params, context) => context.askDocument(pageDeeds.element, params),
  [pageDeeds.waitFor]: (params, context) => context.askDocument(pageDeeds.waitFor, params),
  [pageDeeds.act]: async (params, context) => {
    const place = placeIn(params);
    if (!place) return context.askDocument(pageDeeds.act, params);
    const wish = fieldsOf(params) as unknown as ActWish;
    const end = await inTab(place, 'act', wish);
    if (end === 'moved') throw moved(place.tabId);
    if (end !== 'done') throw asPageFault(actFault(end, wish.ref ?? ''));
    return { success: true };
  },
  [pageDeeds.screenshot]: async (params, context) => {
    const { format, quality } = fieldsOf(params);
    const options = {
      format: format === 'jpeg' ? 'jpeg' : 'png',
      ...(typeof quality === 'number' && { quality }),
    } as const;
    const place = placeIn(params);
    return { dataUrl: await capture(place ?? ownPlace(context), options) };
  },
  [pageDeeds.navigate]: async (params, context) => {
    const { url } = fieldsOf(params);
    const place = placeIn(params) ?? ownPlace(context);
    if (typeof url !== 'string' || !/^https?:/.test(url))
      throw new PageFault('ERR_INVALID_REQUEST', 'It names no address.');
    await expectThere(place);
    context.signal.throwIfAborted();
    await chrome.tabs.update(place.tabId, { url });
    return { success: true };
  },
  [pageDeeds.waitForLoad]: async (params, context) => {
    const { timeoutMs, navigation } = fieldsOf(params);
    const { tabId } = placeIn(params) ?? ownPlace(context);
    const endsAt = performance.now() + Number(timeoutMs);
    const until = (isSo: (tab: chrome.tabs.Tab) => boolean) =>
      untilTab(tabId, isSo, Math.max(0, endsAt - performance.now()), context.signal);
    if (navigation === true) {
      const { url } = await chrome.tabs.get(tabId).catch(refused(tabId));
      await until(tab => tab.status === 'loading' || tab.url !== url);
    }
    await until(({ status }) => status === 'complete');
    return describeTab(await chrome.tabs.get(tabId).catch(refused(tabId)));
  },
  [pageDeeds.openTab]: async (params, { signal }) => {
    const { url, active, index, windowId } = fieldsOf(params);
    if (typeof url !== 'string' || !/^https?:/.test(url))
      throw new PageFault('ERR_INVALID_REQUEST', 'It names no address.');
    const at = { ...(typeof index === 'number' && { index }), ...(typeof windowId === 'number' && { windowId }) };
    const { id = -1 } = await chrome.tabs.create({ url, active: active === true, ...at });
    // Until then it shows an empty page, for which nothing was decided.
    await untilTab(id, tab => tab.url !== undefined && !/^(about:blank)?$/.test(tab.url), openMs, signal).catch(
      () => {},
    );
    return describeTab(await chrome.tabs.get(id).catch(refused(id)));
  },
  [pageDeeds.closeTab]: async (params, { signal }) => {
    const place = placeIn(params);
    if (!place) throw new PageFault('ERR_NO_TAB', 'It names no tab.');
    await expectThere(place);
    signal.throwIfAborted();
    await chrome.tabs.remove(place.tabId);
    return { success: true };
  },
};

function fieldsOf(params: unknown): Record<string, unknown> {
  return isRecord(params) ? params : {};
}

/** Null where the document itself is meant. */
function placeIn(params: unknown): Place | null {
  const { tabId, origin } = fieldsOf(params);
  if (typeof tabId !== 'number') return null;
  return { tabId, origin: typeof origin === 'string' ? origin : null };
}

function ownPlace({ opened }: DeedContext): Place {
  return { tabId: opened.tabId, origin: opened.origin };
}

async function inTab<Name extends keyof TabDeeds>(
  { tabId, origin }: Place,
  name: Name,
  wish: Parameters<TabDeeds[Name]>[0],
): Promise<ReturnType<TabDeeds[Name]> | 'moved'> {
  // Nobody has decided anything for a page without a web origin.
  if (origin === null) throw moved(tabId);
  const target = { tabId, frameIds: [0] };
  await chrome.scripting.executeScript({ target, files: ['web-agent/deeds/in-tab.js'] }).catch(refused(tabId));
  const [injected] = await chrome.scripting
    .executeScript({ target, func: callThere, args: [name, wish, origin, endingDot] })
    .catch(refused(tabId));
  const { result } = injected ?? {};
  if (result === undefined || result === null) throw refusal(tabId, 'it gave no answer');
  return result as ReturnType<TabDeeds[Name]> | 'moved';
}

/** Sent into the page: compares and acts in one turn. */
function callThere(name: keyof TabDeeds, wish: object, expected: string, dot: string): unknown {
  if (location.origin.replace(new RegExp(dot), '') !== expected) return 'moved';
  const deeds = globalThis.pilothouseTabDeeds;
  return deeds ? (deeds[name] as (one: object) => unknown)(wish) : null;
}

function refused(tabId: number): (error: unknown) => never {
  return error => {
    throw refusal(tabId, error instanceof Error ? error.message : String(error));
  };
}

function refusal(tabId: number, why: string): PageFault {
  return new PageFault('ERR_NO_TAB', `Tab ${tabId} cannot be used now: ${why.replace(/\.$/, '')}.`, { tabId });
}

/** Firefox captures any tab; elsewhere only the one in front of its window can be captured. Either may show another page by then. */
async function capture(place: Place, options: { format: 'jpeg' | 'png'; quality?: number }): Promise<string> {
  const { tabId } = place;
  const { windowId, active } = await expectThere(place);
  const tabs: unknown = chrome.tabs;
  const captureTab = isRecord(tabs) && typeof tabs.captureTab === 'function' ? tabs.captureTab : null;
  if (!captureTab && !active)
    throw refusal(tabId, 'it stands behind another tab, and only what is in front can be pictured');
  const dataUrl = captureTab
    ? String(await captureTab.call(tabs, tabId, options))
    : await chrome.tabs.captureVisibleTab(windowId, options);
  const after = await expectThere(place);
  if (!captureTab && (!after.active || after.windowId !== windowId))
    throw refusal(tabId, 'another tab came in front of it');
  return dataUrl;
}

/** The tab, where it shows the site for which this was decided. */
async function expectThere({ tabId, origin }: Place): Promise<chrome.tabs.Tab> {
  const tab = await chrome.tabs.get(tabId).catch(refused(tabId));
  if (pageOriginAt(tab.url ?? '') !== origin) throw moved(tabId);
  return tab;
}

function moved(tabId: number): PageFault {
  return new PageFault(
    'ERR_CANCELLED',
    `Tab ${tabId} shows another site than when this was decided; look where it is, then ask again.`,
    { tabId },
  );
}

function asPageFault({ error: { code, message, details } }: DeedFailure): PageFault {
  return new PageFault(code, message, details);
}

/** Resolves when the tab is so; rejects when it was closed, and with ERR_TIMEOUT. */
async function untilTab(
  tabId: number,
  isSo: (tab: chrome.tabs.Tab) => boolean,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<void> {
  const isNow = async () => isSo(await chrome.tabs.get(tabId).catch(refused(tabId)));
  if (await isNow()) return;
  const heard = new AbortController();
  const ended = AbortSignal.any([signal, heard.signal, AbortSignal.timeout(timeoutMs)]);
  const updated = (id: number, _change: object, tab: chrome.tabs.Tab) => id === tabId && isSo(tab) && heard.abort();
  const removed = (id: number) => id === tabId && heard.abort(refusal(tabId, 'it was closed'));
  chrome.tabs.onUpdated.addListener(updated);
  chrome.tabs.onRemoved.addListener(removed);
  try {
    // That may have become true meanwhile.
    if (await isNow()) return;
    await new Promise<void>(resolve => ended.addEventListener('abort', () => resolve(), { once: true }));
  } finally {
    chrome.tabs.onUpdated.removeListener(updated);
    chrome.tabs.onRemoved.removeListener(removed);
  }
  signal.throwIfAborted();
  if (heard.signal.reason instanceof PageFault) throw heard.signal.reason;
  if (!heard.signal.aborted)
    throw new PageFault('ERR_TIMEOUT', `Tab ${tabId} was not there within ${timeoutMs} ms.`, { tabId });
}
