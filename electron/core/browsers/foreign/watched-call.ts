// A call to an extension that cannot compare pages: the tab's address is asked for right before and right after, and what another page said is withheld.

import { cutAddress } from '../../../../contract/cut-address.ts';
import { HubError } from '../../../../contract/errors.ts';
import { dropsGif } from '../../../../contract/gif-drop.ts';
import { recordIn } from '../../../../contract/json.ts';
import { originOf } from '../../../../contract/sites.ts';
import { hubError } from '../../../../words/hub-error.ts';
import { AnsweredError } from '../../wire/rpc-error.ts';
import type { CompanionCall, DecidedPage } from '../../../../contract/companion.ts';
import type { FailureReasons } from '../../../../contract/failure-reasons.ts';
import type { TabMoved } from '../../../../contract/schemas/companion.ts';
import type { CallResult } from '../browser-link.ts';

/** A call that was decided for a page. */
export interface PageCall extends CompanionCall {
  readonly tabId: number;
  readonly decided: DecidedPage;
}

/** A tab as its extension lists it. */
export interface SeenTab {
  readonly url: string;
  /** Absent where it is not listed. */
  readonly title?: string;
  /** Whether its window shows it; absent where that is not said. */
  readonly active?: boolean;
  /** Addresses that it was sent to lately, by what tells one visit from another; absent where they are not known. */
  readonly visits?: ReadonlyMap<string, string>;
}

export interface PageWatch {
  /** For sentences: the browser's name. */
  readonly label: string;
  /** The tab as the extension lists it now; null when it lists no such tab. */
  before(): Promise<SeenTab | null>;
  /** As `before`, where `navigate` is to leave it; absent where that is not looked at. */
  leaves?(): Promise<SeenTab | null>;
  act(): Promise<CallResult>;
  /** As `before`; null as well when the list cannot be read. */
  after(): Promise<SeenTab | null>;
}

type End =
  | { readonly kind: 'answered'; readonly result: CallResult }
  /** The extension's words for why it did not work: they may quote the page. */
  | { readonly kind: 'failed'; readonly error: Error };

const acting = new Set(['form_input', 'handle_dialog', 'resize_window', 'upload_image', 'file_upload']);
const looking = new Set(['screenshot', 'zoom', 'wait']);
const reading = new Set(['read_page', 'get_page_text', 'find', 'read_network_requests', 'read_console_messages']);

/** Whether a call was decided for the page of a tab. */
export function isPageCall(call: CompanionCall): call is PageCall {
  return call.tabId !== undefined && call.decided !== undefined;
}

/**
 * Carries the call out while the tab shows the page that it was decided for. Rejects with ERR_TAB_MOVED (details: TabMoved) where it
 * shows another one, before anything is done; and afterwards in place of an answer that another page may have given. An act that
 * moved the page is told as done, and `navigate` with the address it came to, both without a word of the new page.
 */
export async function onDecidedPage(call: PageCall, watch: PageWatch): Promise<CallResult> {
  if (call.tool === 'navigate') return goTo(call, watch);
  const found = await watch.before();
  if (!isThere(call, found)) throw moved(call, watch.label, found, 'dropped');
  const end = await endOf(watch);
  // A tab that was closed is listed no more, and its page says nothing.
  if (call.tool === 'tabs_close') return settled(end);
  const left = visitedBetween(call, found, await watch.after());
  if (isThere(call, left) && isFromThere(call, end)) {
    if (isPicture(call) && left?.active === false) throw covered(call, watch.label);
    return settled(end);
  }
  if (end.kind === 'answered' && !end.result.isError && isAct(call))
    return { content: [text(doneSentence(call, left))] };
  throw moved(call, watch.label, left, isReading(call) ? 'read' : 'begun');
}

/** Decided for where it goes: whatever page it finds or leaves behind gives nothing but an address. */
async function goTo(call: PageCall, watch: PageWatch): Promise<CallResult> {
  const left = (await watch.leaves?.()) ?? null;
  const end = await endOf(watch);
  const arrived = await watch.after();
  const { url } = call.args;
  const wanted = url === 'back' || url === 'forward' ? null : call.decided.origin;
  const origin = arrived && originOf(arrived.url);
  if (origin !== null && origin === wanted) return settled(end);
  if (end.kind === 'failed' || end.result.isError) {
    if (isThere(call, arrived) || isReason(call, end, left, arrived)) return settled(end);
    throw moved(call, watch.label, arrived, 'begun');
  }
  // `back` and `forward` were decided for the page that the tab showed.
  if (wanted === null && isThere(call, arrived)) return end.result;
  // The keys of every other answer to navigate, without the title.
  const said = { tabId: call.tabId, url: arrived?.url ?? '', message: doneSentence(call, arrived) };
  const own = end.result.own && { own: { ...said, navigated: true } };
  return { content: [text(JSON.stringify(said))], ...own };
}

/** Whether it says why nothing was loaded, and no word of the page that is still there, which its asker may be denied to read. */
function isReason({ args }: PageCall, end: End, left: SeenTab | null, now: SeenTab | null): boolean {
  if (end.kind !== 'failed' || !left || left.url === '' || left.url !== now?.url) return false;
  const words = end.error.message.toLowerCase();
  const host = URL.canParse(left.url) ? new URL(left.url).hostname : '';
  const ofPage = [left.url, host, left.title, now.title].filter(each => each !== undefined && each !== '');
  const asked = String(args.url).toLowerCase();
  const addresses = words.match(/[a-z][a-z\d+.-]*:\/\/[^\s"'<>)]+/g) ?? [];
  return (
    !ofPage.some(each => words.includes(String(each).toLowerCase())) &&
    addresses.every(address => asked.includes(address))
  );
}

async function endOf({ act }: PageWatch): Promise<End> {
  try {
    return { kind: 'answered', result: await act() };
  } catch (error) {
    // Also of a script of the hub's own.
    const isOfPage = error instanceof HubError && error.code === 'ERR_TOOL_FAILED';
    if (error instanceof AnsweredError || isOfPage) return { kind: 'failed', error };
    throw error;
  }
}

function settled(end: End): CallResult {
  if (end.kind === 'failed') throw end.error;
  return end.result;
}

/** A tab without an address is one of which nothing is known. */
function isThere({ decided }: PageCall, tab: SeenTab | null): boolean {
  return tab !== null && tab.url !== '' && originOf(tab.url) === decided.origin;
}

/** A tab that was somewhere else in between counts as being there, also when it came back. */
function visitedBetween({ decided }: PageCall, before: SeenTab | null, after: SeenTab | null): SeenTab | null {
  const fresh = [...(after?.visits ?? [])].filter(([visit]) => !before?.visits?.has(visit));
  const [, elsewhere] = fresh.find(([, url]) => originOf(url) !== decided.origin) ?? [];
  return after && elsewhere !== undefined ? { ...after, url: elsewhere } : after;
}

/** Whether its answer is of a tool that names the page which it comes from. */
export function namesItsPage({ tool }: CompanionCall): boolean {
  return tool === 'read_page' || tool === 'get_page_text';
}

function isFromThere(call: PageCall, end: End): boolean {
  if (end.kind === 'failed' || !namesItsPage(call)) return true;
  const url = namedAddress(end.result);
  return url === null || originOf(url) === call.decided.origin;
}

/** The address in an answer that has one: `url` of a record, or the line `URL: …` below the title. */
function namedAddress({ own, content }: CallResult): string | null {
  if (own) return typeof own.url === 'string' ? own.url : null;
  const [block] = content;
  if (typeof block?.text !== 'string') return null;
  const line = /^(?:Title: .*\nURL: (.*)|.*\n(\S+)\nviewport \d+x\d+\n)/.exec(block.text)?.slice(1).find(Boolean);
  return line?.trim() ?? recordAddress(block.text);
}

function recordAddress(text: string): string | null {
  const url = text.startsWith('{') ? recordIn(text)?.url : null;
  return typeof url === 'string' ? url : null;
}

function isAct({ tool, args }: CompanionCall): boolean {
  if (tool === 'gif_creator') return dropsGif(args);
  return acting.has(tool) || (tool === 'computer' && !looking.has(String(args.action)));
}

/** Whether it leaves everything as it was, so that it may be made again. */
function isReading({ tool, args }: CompanionCall): boolean {
  if (tool === 'computer') return looking.has(String(args.action));
  return reading.has(tool) && args.clear !== true;
}

function isPicture({ tool, args }: CompanionCall): boolean {
  return tool === 'computer' && (args.action === 'screenshot' || args.action === 'zoom');
}

/** `how` far it came. */
function moved(
  { tool, tabId, decided }: PageCall,
  browser: string,
  tab: SeenTab | null,
  how: FailureReasons['page-moved']['how'],
): HubError {
  const whole = tab?.url ?? '';
  const url = cutAddress(whole);
  const details: TabMoved = { url, origin: originOf(whole), begun: how === 'begun' };
  const facts = { tool, browser, tab: tabId, decided: decided.origin, url: url || null, how };
  return hubError('ERR_TAB_MOVED', { kind: 'page-moved', ...facts }, { details });
}

/** Such an extension takes a picture of what the window shows. */
function covered({ tabId }: PageCall, browser: string): HubError {
  return hubError('ERR_TOOL_FAILED', { kind: 'picture-of-other-tab', browser, tab: tabId });
}

function doneSentence({ tool, tabId, args }: PageCall, tab: SeenTab | null): string {
  const what = tool === 'navigate' ? `navigate to ${String(args.url)}` : tool;
  const where = tab && tab.url !== '' ? `shows ${tab.url} now` : 'is not listed now';
  return `${what} was carried out, and tab ${tabId} ${where}.`;
}

function text(words: string) {
  return { type: 'text', text: words };
}

/** Null where the extension answers with an error. */
export async function unlessRefused<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof AnsweredError) return null;
    throw error;
  }
}

/** Null where it fails, whatever the reason; rejects when the asker has cancelled. */
export async function unlessCancelled<T>(work: Promise<T>, signal: AbortSignal): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (signal.aborted) throw error;
    return null;
  }
}
