// Tabs whose page waits for a name and a password that the browser itself asks for (HTTP authentication, RFC 9110 section 11).
import { cutEnd, visibleText } from '../../../contract/visible-text.ts';

interface Asked {
  readonly host: string;
  /** What the server calls what it keeps closed; its own words. */
  readonly realm: string;
  readonly requestId: string;
}

const maxRealmChars = 100;
const asked = new Map<number, Asked>();
const pages: chrome.webRequest.RequestFilter = { urls: ['<all_urls>'], types: ['main_frame'] };

chrome.webRequest.onAuthRequired.addListener(({ tabId, requestId, challenger, realm = '' }) => {
  asked.set(tabId, { host: challenger.host, realm, requestId });
  return undefined;
}, pages);
// Firefox does not tell of the question in time (seen in 153), but of the answer that makes it ask.
if (!('debugger' in chrome))
  chrome.webRequest.onHeadersReceived.addListener(
    ({ tabId, requestId, url, statusCode, responseHeaders = [] }) => {
      const header = responseHeaders.find(({ name }) => name.toLowerCase() === 'www-authenticate')?.value ?? '';
      if (statusCode !== 401 || !/^\s*(basic|digest|ntlm|negotiate)\b/i.test(header)) return undefined;
      const realm = /\brealm="([^"]*)"/i.exec(header)?.[1] ?? '';
      asked.set(tabId, { host: new URL(url).hostname, realm, requestId });
      return undefined;
    },
    pages,
    ['responseHeaders'],
  );
chrome.webRequest.onBeforeRequest.addListener(({ tabId, requestId }) => {
  if (asked.get(tabId)?.requestId !== requestId) asked.delete(tabId);
  return undefined;
}, pages);
chrome.webRequest.onCompleted.addListener(({ tabId, statusCode }) => {
  if (statusCode !== 401 && statusCode !== 407) asked.delete(tabId);
}, pages);
chrome.tabs.onRemoved.addListener(forgetSignIn);

/** The tab goes elsewhere. */
export function forgetSignIn(tabId: number): void {
  asked.delete(tabId);
}

/** As a sentence with its remedy; '' where the tab waits for none. Only the user can answer: no credentials are taken from agents. */
export function signInWords(tabId: number): string {
  const found = asked.get(tabId);
  if (!found) return '';
  const realm = found.realm === '' ? '' : ` for "${visibleText(cutEnd(found.realm, maxRealmChars))}"`;
  return `${found.host} asks for a user name and a password${realm}. Ask the user to type them in tab ${tabId}, then call again.`;
}
