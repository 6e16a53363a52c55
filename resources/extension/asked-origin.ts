// Asks a document that has no origin in its address where it comes from: it has the origin of whoever opened it.
import { originOf } from '../../contract/sites.ts';
import { ToolError } from './tool-error.ts';

/** A page that a dialog or a script holds up answers nothing; whoever waits for it waits no longer. */
const patienceMs = 8_000;

/** Null for pages of the browser's own, which are closed to extensions. Throws ERR_TOOL_FAILED for a page that answers nothing. */
export async function askOrigin(
  tabId: number,
  documentId: string,
): Promise<{ readonly origin: string | null; readonly documentId: string | undefined } | null> {
  const target = { tabId, documentIds: [documentId] };
  const asked = chrome.scripting
    .executeScript({ target, func: () => self.origin, injectImmediately: true })
    .catch(() => []);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(silent(tabId)), patienceMs);
  });
  const [ran] = await Promise.race([asked, late]).finally(() => clearTimeout(timer));
  return ran ? { origin: originOf(ran.result ?? ''), documentId: ran.documentId } : null;
}

function silent(tabId: number): ToolError {
  return new ToolError(
    'ERR_TOOL_FAILED',
    `The page of tab ${tabId} answers nothing: a dialog of its own or a busy script holds it up. Ask the user to answer the dialog, or leave the page with navigate.`,
  );
}
