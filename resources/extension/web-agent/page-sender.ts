// Who is at the other end of a port, as the browser tells. Nothing of it is what the page says of itself.
import { maxUrlChars } from '../../../contract/companion.ts';
import { fileOrigin, originOf, pageOriginAt } from '../../../contract/sites.ts';
import { pageBounds } from '../../../contract/web-agent.ts';
import type { PageOpened } from '../../../contract/schemas/web-agent.ts';

const maxTitleChars = 300;

/** Only what is looked at; Firefox has neither of the two. */
export type Sender = Pick<chrome.runtime.MessageSender, 'id' | 'tab' | 'frameId' | 'documentId' | 'url' | 'origin'> & {
  readonly documentLifecycle?: string | undefined;
};

/** Null for everything but a document of http, https or a file in a tab that its user sees. Whether a frame may speak is asked elsewhere. */
export function openedBy(sender: Sender | undefined, extensionId: string): PageOpened | null {
  if (!sender || sender.id !== extensionId) return null;
  const { tab, frameId = -1, documentId = '', url = '', documentLifecycle = 'active' } = sender;
  // A document that is preloaded has another tab's id, or none.
  if (tab?.id === undefined || tab.id < 0 || frameId < 0 || documentLifecycle !== 'active') return null;
  const origin = pageOrigin(sender);
  if (origin === null || origin.length > pageBounds.originChars) return null;
  const title = (tab.title ?? '').slice(0, maxTitleChars);
  return { tabId: tab.id, frameId, document: documentId, origin, url: url.slice(0, maxUrlChars), title };
}

/** A sandboxed document has its site's address but not its origin, an empty one has another's origin: neither counts as anybody. */
function pageOrigin({ url = '', origin }: Sender): string | null {
  const at = pageOriginAt(url);
  return at === null || at === fileOrigin ? at : originOf(origin ?? url);
}
