// All documents of this browser that use the Web Agent API: their ports, and which of the hub's messages is whose.
import { isRecord } from '../../../contract/json.ts';
import { pageBounds, pagePolicy } from '../../../contract/web-agent.ts';
import { hostPortName } from '../boxed/host-messages.ts';
import { viewPortName } from '../own-pages/port-messages.ts';
import { isUsersPrivate } from '../private-tabs.ts';
import { HubKnown } from './alone/hub-known.ts';
import { embedderOf } from './frame-standing.ts';
import { PageFault } from './page-fault.ts';
import { notServed, PageLink, type PageLinkOptions } from './page-link.ts';
import { openedBy } from './page-sender.ts';
import { chatPortName, firstPortName, pagePortName, questionPortName } from './port-names.ts';
import type { PageOpened } from '../../../contract/schemas/web-agent.ts';
import type { HubState } from './alone/hub-missing.ts';
import type { ServeAlone } from './alone/serve-alone.ts';
import type { PageHub } from './page-wire.ts';
import type { ToBackground } from './port-messages.ts';
import type { SiteWord } from './site-word.ts';

type Alone = Pick<ServeAlone, 'answer' | 'gone' | 'follow' | 'hubCame'>;

export class PageLinks {
  readonly #word: SiteWord;
  readonly #deedNamed: PageLinkOptions['deedNamed'];
  readonly #links = new Set<PageLink>();
  /** Those that are open at the hub, by the id that it knows. */
  readonly #named = new Map<string, PageLink>();
  readonly #alone: Alone;
  readonly #known = new HubKnown();
  #hub: PageHub | null = null;

  constructor(word: SiteWord, deedNamed: PageLinkOptions['deedNamed'], alone: Alone) {
    this.#word = word;
    this.#alone = alone;
    this.#deedNamed = deedNamed;
    // Of this extension alone: what other extensions and pages may connect to is `onConnectExternal`, to which nobody listens.
    chrome.runtime.onConnect.addListener(port => this.#accept(port));
  }

  /** The connection on which an approved hub is there; null without one. */
  use(hub: PageHub | null): void {
    if (hub === this.#hub) return;
    this.#hub = hub;
    for (const link of this.#links) link.leaveHub();
    if (!hub) return;
    this.#known.set(true);
    this.#alone.hubCame();
    for (const link of this.#links) link.hubCame();
  }

  /** How this browser stands to the hub. */
  follow(state: HubState): void {
    this.#alone.follow(state);
    this.#known.set(state !== 'connecting');
  }

  /** Takes a PageFrame of the hub; false for everything else. */
  receive(frame: unknown): boolean {
    if (!isRecord(frame) || typeof frame.kind !== 'string' || typeof frame.page !== 'string') return false;
    const link = this.#named.get(frame.page);
    if (frame.kind === 'rpc') link?.receive(frame.rpc);
    if (frame.kind === 'close') link?.leaveHub(notServed);
    return true;
  }

  #accept(port: chrome.runtime.Port): void {
    // Of the companion's own pages, or of somebody who says so; OwnViews looks at that.
    if (port.name === viewPortName) return;
    // Of the panel of a chat, of the companion's own question, and of the document with boxes, which others serve.
    if (port.name === chatPortName || port.name === questionPortName || port.name === hostPortName) return;
    const isOurs = port.name === pagePortName || port.name === firstPortName;
    const opened = isOurs ? openedBy(port.sender, chrome.runtime.id) : null;
    const { tab } = port.sender ?? {};
    if (!opened || !tab || this.#links.size >= pageBounds.documents) return port.disconnect();
    const document = withDocument(opened);
    const link: PageLink = new PageLink({
      post: message => port.postMessage(message),
      opened: async () => {
        await expectPublic(tab);
        await this.#word.expectOffered(opened.origin);
        return opened.frameId === 0 ? document : this.#embedded(link, await document);
      },
      hub: () => this.#hub,
      hubKnown: () => this.#known.wait(),
      alone: this.#alone,
      now: () => performance.now(),
      newId: () => crypto.randomUUID(),
      deedNamed: this.#deedNamed,
      named: (id, before) => {
        if (before !== null) this.#named.delete(before);
        if (id !== null) this.#named.set(id, link);
      },
    });
    this.#links.add(link);
    port.onMessage.addListener((message: ToBackground) => link.heard(message));
    port.onDisconnect.addListener(() => {
      void chrome.runtime.lastError;
      this.#links.delete(link);
      link.close();
    });
    if (port.name === firstPortName) void document.then(bringBridge).catch(() => port.disconnect());
  }

  /** A frame, with whom it stands in. What the pages around it let it do may have been taken back, and is asked with every request. */
  async #embedded(link: PageLink, opened: PageOpened): Promise<PageOpened> {
    const embeddedIn = await embedderOf(opened.tabId, opened.frameId, opened.origin);
    if (embeddedIn === null) {
      link.shutOut(notLet);
      throw notLet;
    }
    await this.#word.expectOffered(embeddedIn);
    return { ...opened, embeddedIn };
  }
}

const notLet = new PageFault(
  'ERR_PERMISSION_DENIED',
  `Permission denied: a frame uses the Web Agent API only where every page around it says so: <iframe allow="${pagePolicy}">.`,
);

/** Into that very document. It takes over what the page has said until then. */
async function bringBridge({ tabId, frameId, document }: PageOpened): Promise<void> {
  const target = document === '' ? { tabId, frameIds: [frameId] } : { tabId, documentIds: [document] };
  await chrome.scripting.executeScript({ target, files: ['web-agent/bridge.js'], injectImmediately: true });
}

/** Private tabs of the user's are told to nobody. */
async function expectPublic(tab: chrome.tabs.Tab): Promise<void> {
  if (await isUsersPrivate(tab))
    throw new PageFault(
      'ERR_PERMISSION_DENIED',
      'Permission denied: nothing of a private window is told to Pilothouse; use another window.',
    );
}

/** Firefox does not name the document with its port; while that port is open, the tab shows it. */
async function withDocument(opened: PageOpened): Promise<PageOpened> {
  if (opened.document !== '') return opened;
  const { tabId, frameId } = opened;
  const frame = await chrome.webNavigation.getFrame({ tabId, frameId }).catch(() => null);
  return { ...opened, document: frame?.documentId ?? '' };
}
