// Which pages are the companion's own, as the browser tells: only they may use the wire of views, and no agent may use them.

const pages: ReadonlySet<string> = new Set(['/site-prompt.html', '/side-panel.html']);

type Sender = Pick<chrome.runtime.MessageSender, 'id' | 'frameId' | 'url' | 'origin'>;

/** Whether the port is that of one of the pages with a wire of views. */
export function isOwnPage(sender: Sender | undefined, extensionId: string, root: string): boolean {
  return isOneOf(pages, sender, extensionId, root);
}

/** Whether the port is that of one of these pages of ours itself: of no frame, no content script, no other extension. */
export function isOneOf(
  paths: ReadonlySet<string>,
  sender: Sender | undefined,
  extensionId: string,
  root: string,
): boolean {
  if (!sender || sender.id !== extensionId) return false;
  const { url = '', frameId = 0, origin } = sender;
  // The origin of a content script is that of its page. Firefox names none.
  if (frameId !== 0 || (origin !== undefined && `${origin}/` !== root)) return false;
  return url.startsWith(root) && paths.has(new URL(url).pathname);
}

/** Whether an address is one of this extension, with whatever path. */
export function isOwnAddress(address = '', root = (): string => chrome.runtime.getURL('')): boolean {
  // Most are web pages.
  if (!/^[a-z]+-extension:/i.test(address)) return false;
  return address.toLowerCase().startsWith(root().toLowerCase());
}
