// What was answered to reading a tab before, so that the next answer can be only what changed since.
import { type Changes, compareReadings, type Item } from './compare-readings.ts';

interface Reading {
  readonly number: number;
  /** The document and the arguments; readings of different ones are not compared. */
  readonly of: string;
  readonly items: readonly Item[];
}

const keptReadings = 20;
/** More than this of one tab is not kept. */
const maxKeptChars = 2_000_000;
const byTab = new Map<number, Reading[]>();

chrome.tabs.onRemoved.addListener(tabId => byTab.delete(tabId));

/** Remembers a reading and answers with its number, which no other reading has in this run of the browser. */
export async function keepReading(tabId: number, of: string, items: readonly Item[]): Promise<number> {
  const { reading } = await chrome.storage.session.get('reading');
  const number = typeof reading === 'number' ? reading + 1 : 1;
  await chrome.storage.session.set({ reading: number });
  const kept = [{ number, of, items }, ...(byTab.get(tabId) ?? [])].slice(0, keptReadings);
  let left = maxKeptChars;
  byTab.set(
    tabId,
    kept.filter(({ items: held }) => (left -= held.reduce((sum, { text }) => sum + text.length, 0)) >= 0),
  );
  return number;
}

/** What is in `items` and was not in the reading, or why that cannot be told: the middle of a sentence. */
export function changesSince(tabId: number, number: number, of: string, items: readonly Item[]): Changes | string {
  const before = byTab.get(tabId)?.find(reading => reading.number === number);
  if (!before) return `reading ${number} of this tab is not kept any more`;
  if (before.of !== of) return `reading ${number} was of another page or with other arguments`;
  return compareReadings(before.items, items);
}
