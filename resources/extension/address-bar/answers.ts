// What the address bar answers: kept where only the extension's own pages can read it, until the little window that shows it has read it.
import { isRecord } from '../../../contract/json.ts';

export type OmniboxAnswer =
  /** Of a page, or of a tool that it called. `copy`: to the clipboard. */
  | { readonly kind: 'show' | 'copy'; readonly text: string; readonly origin: string | null }
  | { readonly kind: 'failed'; readonly text: string }
  /** A message in `_locales/`. */
  | { readonly kind: 'words'; readonly words: 'omniboxAway' | 'omniboxPrivate' | 'omniboxChoose' };

const kinds: readonly unknown[] = ['show', 'copy', 'failed', 'words'];

export async function showAnswer(answer: OmniboxAnswer): Promise<void> {
  const id = crypto.randomUUID();
  await chrome.storage.session.set({ [keyOf(id)]: answer });
  const url = chrome.runtime.getURL(`omnibox-answer.html#${id}`);
  await chrome.windows.create({ url, type: 'popup', width: 520, height: 360 });
}

/** Null where it was read before. */
export async function takeAnswer(id: string): Promise<OmniboxAnswer | null> {
  const key = keyOf(id);
  const { [key]: answer } = await chrome.storage.session.get(key);
  await chrome.storage.session.remove(key);
  // Only this extension writes there, so the kind alone tells one.
  return isRecord(answer) && kinds.includes(answer.kind) ? (answer as unknown as OmniboxAnswer) : null;
}

function keyOf(id: string): string {
  return `omnibox answer ${id}`;
}
