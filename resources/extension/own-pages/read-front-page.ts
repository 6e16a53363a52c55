// Reads the text of the tab that the side panel stands beside, for a question of its user about it.
import { isScriptable, originOf } from '../../../contract/sites.ts';
import { isProblem } from '../page-problem.ts';
import { isUsersPrivate } from '../private-tabs.ts';
import { openPage } from '../shown-page.ts';
import { inPage } from '../tools/in-page.ts';
import type { PageReading } from './port-messages.ts';

/** Of a text that a model is asked about; more of it no model reads with attention. */
const maxChars = 200_000;
const withinMs = 10_000;

/** Frames of other sites are left out. Never rejects. */
export async function readFrontPage(tabId: number): Promise<PageReading> {
  const tab = await chrome.tabs.get(tabId).catch(() => null);
  if (!tab) return { kind: 'unreadable', why: 'failed' };
  // Nothing of these is passed on to anybody.
  if (await isUsersPrivate(tab)) return { kind: 'unreadable', why: 'private' };
  const origin = originOf(tab.url ?? '');
  if (origin === null || !isScriptable(tab.url ?? '')) return { kind: 'unreadable', why: 'browser-page' };
  try {
    const page = await openPage(tabId, { origin, frames: [] });
    await page.expectDecided();
    const read = await inPage({ page, signal: AbortSignal.timeout(withinMs) }, 'readText', { ref: '', selector: '' });
    if (isProblem(read)) return { kind: 'unreadable', why: 'failed' };
    const text = `${read.title}\n${read.url}\n\n${read.text}`;
    return { kind: 'read', origin, text: text.slice(0, maxChars) };
  } catch {
    return { kind: 'unreadable', why: 'failed' };
  }
}
