// The numbers in the refs of each tab. None is given out twice while the tab lives, so no ref ever names an element of another page.

interface TabNumbers {
  /** What the next element of a top document is called. */
  nextRef: number;
  nextFrame: number;
  /** The numbers of frames by the ids of the documents that they show, the newest ones of them; the oldest first. */
  frames: Record<string, number>;
}

/** Of a tab. Nobody comes back to a frame after so many. */
const maxFrames = 1_000;

/** Kept in `chrome.storage.session` too, because the browser stops an idle service worker and forgets what it held. */
const tabs = new Map<number, Promise<TabNumbers>>();

chrome.tabs.onRemoved.addListener(tabId => {
  tabs.delete(tabId);
  void chrome.storage.session.remove(keyOf(tabId)).catch(() => {});
});

/** The number from which a document of the tab may call its elements. */
export async function firstRefOf(tabId: number): Promise<number> {
  return (await numbersOf(tabId)).nextRef;
}

/** What a document of the tab says is free after its answer. */
export async function noteNextRef(tabId: number, next: number): Promise<void> {
  const numbers = await numbersOf(tabId);
  if (next <= numbers.nextRef) return;
  numbers.nextRef = next;
  keep(tabId, numbers);
}

/** The number of a frame's document, which no other document of the tab ever has. */
export async function frameNumberOf(tabId: number, documentId: string): Promise<number> {
  const numbers = await numbersOf(tabId);
  const known = numbers.frames[documentId];
  if (known !== undefined) return known;
  const number = numbers.nextFrame;
  numbers.nextFrame += 1;
  const [oldest] = Object.keys(numbers.frames);
  if (oldest !== undefined && number > maxFrames) delete numbers.frames[oldest];
  numbers.frames[documentId] = number;
  keep(tabId, numbers);
  return number;
}

/** The document that a frame's number stands for; null when it is gone or there never was one. */
export async function documentOfFrame(tabId: number, frameNumber: number): Promise<string | null> {
  const { frames } = await numbersOf(tabId);
  return Object.keys(frames).find(id => frames[id] === frameNumber) ?? null;
}

function numbersOf(tabId: number): Promise<TabNumbers> {
  const numbers = tabs.get(tabId) ?? load(tabId);
  tabs.set(tabId, numbers);
  return numbers;
}

async function load(tabId: number): Promise<TabNumbers> {
  const key = keyOf(tabId);
  const stored = await chrome.storage.session.get(key);
  // Only `keep` writes there.
  return (stored[key] as TabNumbers | undefined) ?? { nextRef: 1, nextFrame: 1, frames: {} };
}

function keep(tabId: number, numbers: TabNumbers): void {
  void chrome.storage.session.set({ [keyOf(tabId)]: numbers }).catch(() => {});
}

function keyOf(tabId: number): string {
  return `refs of tab ${tabId}`;
}
