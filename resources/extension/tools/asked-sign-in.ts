// Names and passwords that the browser itself asks for (HTTP authentication, RFC 9110 section 11), for a page or for a part of it.
import { originOf } from '../../../contract/sites.ts';
import { cutEnd, visibleText } from '../../../contract/visible-text.ts';
import type { Covers } from './tool.ts';

interface Asked {
  readonly host: string;
  /** Whose words the realm is; null for a proxy, which is of no site. */
  readonly origin: string | null;
  /** What the server calls what it keeps closed; its own words. */
  readonly realm: string;
  readonly requestId: string;
  /** It keeps the page itself from its tab, not only a frame, a picture or an answer to a script. */
  readonly isPage: boolean;
}

const maxRealmChars = 100;
/** The last one of each tab. */
const asked = new Map<number, Asked>();
const everything: chrome.webRequest.RequestFilter = { urls: ['<all_urls>'] };
const pages: chrome.webRequest.RequestFilter = { ...everything, types: ['main_frame'] };

chrome.webRequest.onAuthRequired.addListener(({ tabId, requestId, challenger, realm = '', url, isProxy, type }) => {
  const isPage = type === 'main_frame';
  if (tabId < 0 || (!isPage && asked.get(tabId)?.isPage)) return undefined;
  asked.set(tabId, { host: challenger.host, origin: isProxy ? null : originOf(url), realm, requestId, isPage });
  return undefined;
}, everything);
// Firefox does not tell of the question in time (seen in 153), but of the answer that makes it ask.
if (!('debugger' in chrome))
  chrome.webRequest.onHeadersReceived.addListener(
    ({ tabId, requestId, url, statusCode, responseHeaders = [] }) => {
      const header = responseHeaders.find(({ name }) => name.toLowerCase() === 'www-authenticate')?.value ?? '';
      if (statusCode !== 401 || !/^\s*(basic|digest|ntlm|negotiate)\b/i.test(header)) return undefined;
      const realm = /\brealm="([^"]*)"/i.exec(header)?.[1] ?? '';
      asked.set(tabId, { host: new URL(url).hostname, origin: originOf(url), realm, requestId, isPage: true });
      return undefined;
    },
    pages,
    ['responseHeaders'],
  );
chrome.webRequest.onBeforeRequest.addListener(({ tabId, requestId }) => {
  if (asked.get(tabId)?.requestId !== requestId) asked.delete(tabId);
  return undefined;
}, pages);
chrome.webRequest.onCompleted.addListener(({ tabId, requestId, statusCode }) => {
  if (asked.get(tabId)?.requestId === requestId && statusCode !== 401 && statusCode !== 407) asked.delete(tabId);
}, everything);
chrome.tabs.onRemoved.addListener(forgetSignIn);

/** The tab goes elsewhere. */
export function forgetSignIn(tabId: number): void {
  asked.delete(tabId);
}

/** Whether the page of the tab waits for its user to sign in. */
export function isSignInAsked(tabId: number): boolean {
  return asked.get(tabId)?.isPage === true;
}

/**
 * As a sentence with its remedy; '' where the tab waits for none. Only the user can answer: no credentials are taken from agents. The
 * server's own words are told only where the call, which was decided for pages of `decided`, may have them. What keeps a part of the page is told once.
 */
export async function askedWords({ tabId, covers, decided, isElsewhere = false }: SignInAsker): Promise<string> {
  const found = asked.get(tabId);
  if (!found) return '';
  if (!found.isPage) asked.delete(tabId);
  const { origin, realm } = found;
  const isDecided = origin !== null && (decided.includes(origin) || (await covers([origin], 'call')).has(origin));
  const host = isElsewhere && !isDecided ? 'The page' : found.host;
  const isTold = realm !== '' && isDecided && (await covers([origin], 'words')).has(origin);
  const name = isTold ? ` for ${JSON.stringify(visibleText(cutEnd(realm, maxRealmChars)))}` : '';
  const what = found.isPage ? '' : ', for a part of the page';
  return `${host} asks for a user name and a password${name}${what}. Ask the user to type them in tab ${tabId}, then call again.`;
}

export interface SignInAsker {
  readonly tabId: number;
  readonly covers: Covers;
  readonly decided: readonly (string | null)[];
  /** For a tab that the call was not for: which site it shows is told only where the call may have anything of it. */
  readonly isElsewhere?: boolean;
}
