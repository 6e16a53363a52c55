// What came of an act beside the page that it was meant for, and that its caller has to know: tabs that the page opened.

interface Opened {
  readonly from: number;
  readonly tabId: number;
  readonly at: number;
}

const maxKept = 100;
const opened: Opened[] = [];

chrome.webNavigation.onCreatedNavigationTarget.addListener(({ sourceTabId, tabId }) => {
  opened.push({ from: sourceTabId, tabId, at: performance.now() });
  if (opened.length > maxKept) opened.shift();
});

/** As sentences. `since` is a time of `performance.now()`. */
export function surprisesOf(tabId: number, since: number): readonly string[] {
  const tabs = opened.filter(({ from, at }) => from === tabId && at >= since).map(each => each.tabId);
  return tabs.length === 0 ? [] : [`The page opened tab ${tabs.join(', ')}.`];
}
