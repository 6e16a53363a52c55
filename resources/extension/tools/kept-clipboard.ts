// The clipboard of agents in Firefox: what they copy stays in the extension, so that none of them reads or writes the user's.
import { ToolError } from '../tool-error.ts';
import { type DocumentContext, inPage } from './in-page.ts';
import type { ToolContext } from './tool.ts';

interface Kept {
  readonly text: string;
  /** Where the document comes from that it was copied in; null for one of no site. */
  readonly origin: string | null;
  readonly documentId: string;
}

const maxChars = 1_000_000;
const maxKept = 20;
/** One for each group of tabs, as the tabs of an agent lie in one. */
const kept = new Map<string, Kept>();

/** Answers what is there now, as the end of a sentence. */
export async function copyKept(call: ToolContext, context: DocumentContext, cuts: boolean): Promise<string> {
  if (context.page.isWordless)
    throw new ToolError('ERR_PERMISSION_DENIED', 'What this agent may not read cannot be copied; type it instead.');
  const text = await inPage(context, 'copyText', cuts);
  if (text === '') return ', but nothing was selected that can be copied';
  const clipboard = await clipboardOf(call.tabId);
  kept.delete(clipboard);
  kept.set(clipboard, {
    text: text.slice(0, maxChars),
    origin: context.page.origin,
    documentId: context.page.documentId,
  });
  const [oldest] = kept.keys();
  if (kept.size > maxKept && oldest !== undefined) kept.delete(oldest);
  return `; ${Math.min(text.length, maxChars)} characters are on the clipboard of this browser's agents, which is not the user's`;
}

export async function pasteKept(call: ToolContext, context: DocumentContext): Promise<string> {
  const found = kept.get(await clipboardOf(call.tabId));
  if (!found) return ", but nothing is on the clipboard of this browser's agents, which is not the user's";
  await expectReadable(call, found, context);
  return (await inPage(context, 'pasteText', found.text)) ? '' : ', but nothing here takes a text';
}

/** A text is as good as the page that it was copied in, also when its taker may read that page no more. */
async function expectReadable(
  { covers }: ToolContext,
  { origin, documentId }: Kept,
  { page }: DocumentContext,
): Promise<void> {
  if (documentId === page.documentId || (origin !== null && origin === page.origin)) return;
  const isOpen =
    origin !== null && (await covers([origin], 'call')).has(origin) && (await covers([origin], 'words')).has(origin);
  if (isOpen) return;
  throw new ToolError(
    'ERR_PERMISSION_DENIED',
    `What is on the clipboard was copied on ${origin ?? 'a page of no site'}, which this call may have nothing of; type the text instead.`,
  );
}

async function clipboardOf(tabId: number): Promise<string> {
  const { groupId } = await chrome.tabs.get(tabId);
  return groupId >= 0 ? `group ${groupId}` : `tab ${tabId}`;
}
