// What the hub has the companion do for a document of the Web Agent API: methods that begin with `do.`, which the companion carries out in that
// very document or in its browser, once the hub has decided. `documentId` names the document; where it is another one by then, nothing is done.

export const pageDeeds = {
  /** `{tabId?, html?, selector?}`: PageText, of the document, or of a tab that its site has opened. */
  read: 'do.read',
  /** `{}`: PageElement[], the visible ones that can be used. */
  elements: 'do.elements',
  /** `{ref}`: ElementFacts; null where there is none. */
  element: 'do.element',
  /** `{tabId?, act, ref?, value?, direction?, amount?, button?, clickCount?}`: `{success: true}`. */
  act: 'do.act',
  /** `{ref, visible, timeoutMs}`: `{found: boolean}`. */
  waitFor: 'do.waitFor',
  /** `{tabId?, format, quality?}`: `{dataUrl}`. Of its own document only while that is what is seen of the tab. */
  screenshot: 'do.screenshot',
  /** `{tabId?, origin?, url}`: `{success: true}` once it has begun. */
  navigate: 'do.navigate',
  /** `{tabId?, timeoutMs, navigation?}`: a ReportedTab when it is loaded; with `navigation`, once it has gone elsewhere. */
  waitForLoad: 'do.waitForLoad',
  /** `{url, active, index?, windowId?}`: a ReportedTab. */
  openTab: 'do.openTab',
  /** `{tabId, origin?}`. */
  closeTab: 'do.closeTab',
  /** `{}`: the providers for the address bar that its links name, `{providers}`. */
  discoverAddressBar: 'do.discoverAddressBar',
} as const;

export const pageActs = ['click', 'fill', 'select', 'scroll'] as const;
export type PageAct = (typeof pageActs)[number];

/** Characters of what a page gets of another one. */
export const pageReadBounds = { textChars: 50_000, htmlChars: 150_000, elements: 500 } as const;

/** Which tab it is about, and the origin for which it was decided; the document itself where both are absent. */
export interface DeedPlace {
  readonly tabId?: number;
  readonly origin?: string;
}
