// Collects in the pages that agents work in what Firefox tells no extension: their console, their listeners and what they ask their user for. Others are left as they are.
import { inTime } from '../in-time.ts';
import { hearInDocument } from './asked-permissions.ts';

/** In the extension's folder, see build.mjs. */
const collectorFiles = ['page/console-collector.js', 'page/listener-collector.js'];
const maxTabs = 50;
const maxHosts = 20;
/** Hosts that each tab was seen with, as match patterns. */
const hostsOf = new Map<number, Set<string>>();
/** One change after the other, because Firefox refuses an id that is there already. */
let registering: Promise<unknown> = Promise.resolve();
const registered = new Set<string>();

if (!('debugger' in chrome)) {
  // The background may have been asleep; Firefox keeps what it registered.
  registering = forgetEarlier().catch(() => {});
  chrome.webNavigation.onBeforeNavigate.addListener(({ tabId, url }) => {
    if (hostsOf.has(tabId)) void collectOn(tabId, url);
  });
  chrome.webNavigation.onCommitted.addListener(({ tabId, documentId }) => {
    if (hostsOf.has(tabId) && documentId !== undefined) void collectIn(tabId, documentId);
  });
  chrome.tabs.onRemoved.addListener(forget);
}

/** From now on in this tab; `url` where it is on its way to a page. */
export async function collectFrom(tabId: number, url?: string): Promise<void> {
  if ('debugger' in chrome) return;
  const isNew = !hostsOf.has(tabId);
  if (isNew) hostsOf.set(tabId, new Set());
  const [oldest] = hostsOf.keys();
  if (hostsOf.size > maxTabs && oldest !== undefined) forget(oldest);
  if (url !== undefined) await collectOn(tabId, url);
  if (!isNew) return;
  const frames = (await chrome.webNavigation.getAllFrames({ tabId }).catch(() => null)) ?? [];
  const looks = frames.map(frame => {
    const documentId = frame.documentId ?? '';
    void collectOn(tabId, frame.url);
    // A page that is held up by a dialog answers nothing.
    return inTime(documentId, () => collectIn(tabId, documentId));
  });
  await Promise.all(looks);
}

/** What is registered runs before the first script of a page; by host, as Firefox knows no ports there and no tabs. */
async function collectOn(tabId: number, url: string): Promise<void> {
  const pattern = patternOf(url);
  const hosts = hostsOf.get(tabId);
  if (pattern === null || !hosts || hosts.has(pattern)) return;
  hosts.add(pattern);
  const [oldest] = hosts;
  if (hosts.size > maxHosts && oldest !== undefined) hosts.delete(oldest);
  await change();
}

function patternOf(url: string): string | null {
  if (!URL.canParse(url)) return null;
  const { protocol, hostname } = new URL(url);
  return /^https?:$/.test(protocol) && hostname !== '' ? `${protocol}//${hostname}/*` : null;
}

/** Into what is there already, which may have written something before. */
async function collectIn(tabId: number, documentId: string): Promise<void> {
  const target = { tabId, documentIds: [documentId] };
  const collect = chrome.scripting.executeScript({ target, files: collectorFiles, injectImmediately: true });
  await Promise.all([collect.catch(() => {}), hearInDocument(tabId, documentId)]);
}

function forget(tabId: number): void {
  if (hostsOf.delete(tabId)) void change();
}

/** Registers what is wanted and is not, and takes away what nobody wants any more. */
function change(): Promise<unknown> {
  registering = registering.then(async () => {
    const wanted = new Set([...hostsOf.values()].flatMap(hosts => [...hosts]));
    const over = [...registered].filter(pattern => !wanted.has(pattern));
    const fresh = [...wanted].filter(pattern => !registered.has(pattern));
    for (const pattern of over) registered.delete(pattern);
    for (const pattern of fresh) registered.add(pattern);
    if (over.length > 0) await chrome.scripting.unregisterContentScripts({ ids: over.map(idOf) }).catch(() => {});
    // One by one: a host that makes no pattern keeps no other from its script.
    for (const pattern of fresh) await chrome.scripting.registerContentScripts([scriptFor(pattern)]).catch(() => {});
  });
  return registering;
}

const idPrefix = 'collectors ';

function idOf(pattern: string): string {
  return `${idPrefix}${pattern}`;
}

/** Others register scripts too. */
async function forgetEarlier(): Promise<void> {
  const there = await chrome.scripting.getRegisteredContentScripts();
  const ids = there.map(({ id }) => id).filter(id => id.startsWith(idPrefix));
  if (ids.length > 0) await chrome.scripting.unregisterContentScripts({ ids });
}

function scriptFor(pattern: string): chrome.scripting.RegisteredContentScript {
  return {
    id: idOf(pattern),
    matches: [pattern],
    js: collectorFiles,
    runAt: 'document_start',
    allFrames: true,
    persistAcrossSessions: false,
  };
}
