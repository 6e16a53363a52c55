// The panels of chats in pages: each is a document of ours in a frame, with a port to here and a wire of its own to the hub. What a page says
// never comes this way.
import { isRecord } from '../../../contract/json.ts';
import { takePanel } from './deeds/chat-deeds.ts';
import { toggleChatHost } from './deeds/chat-host.ts';
import { chatPortName } from './port-names.ts';
import type { PageOpened } from '../../../contract/schemas/web-agent.ts';
import type { PageHub } from './page-wire.ts';

interface Panel {
  readonly id: string;
  readonly port: chrome.runtime.Port;
  readonly hub: PageHub;
  readonly opened: PageOpened;
  /** Of the chat, once the hub has named it. */
  chatId: string | null;
}

/** The longest thing a panel says is a question of its user. */
const maxMessageChars = 100_000;
const maxPanels = 100;
const maxEarly = 20;
const toggle = 'toggle-page-chat';

export class ChatPanels {
  readonly #panels = new Map<string, Panel>();
  #hub: PageHub | null = null;

  constructor() {
    chrome.runtime.onConnect.addListener(port => void this.#accept(port));
    chrome.commands?.onCommand.addListener((command, tab) => {
      if (command === toggle && tab?.id !== undefined && this.#isIn(tab.id)) void toggleIn(tab.id);
    });
  }

  use(hub: PageHub | null): void {
    if (hub === this.#hub) return;
    this.#hub = hub;
    for (const { id, port } of [...this.#panels.values()]) {
      this.#panels.delete(id);
      port.disconnect();
    }
  }

  /** Takes a frame about a panel; false for every other one. */
  receive(frame: unknown): boolean {
    const panel = isRecord(frame) && typeof frame.page === 'string' ? this.#panels.get(frame.page) : undefined;
    if (!panel || !isRecord(frame)) return false;
    if (frame.kind === 'rpc') {
      noteChat(panel, frame.rpc);
      const { port } = panel;
      port.postMessage(frame.rpc);
    }
    if (frame.kind === 'close') this.#close(panel);
    return true;
  }

  async #accept(port: chrome.runtime.Port): Promise<void> {
    if (port.name !== chatPortName) return;
    const hub = this.#hub;
    // It speaks at once, while the browser is still being asked who it is.
    const early: unknown[] = [];
    let hear = (rpc: unknown) => void early.push(rpc);
    let leave = () => {};
    let isOver = false;
    port.onMessage.addListener((rpc: unknown) => hear(rpc));
    port.onDisconnect.addListener(() => {
      void chrome.runtime.lastError;
      isOver = true;
      leave();
    });
    const opened = hub && this.#panels.size < maxPanels ? await openedPanel(port.sender) : null;
    if (!hub || hub !== this.#hub || !opened || isOver) return port.disconnect();
    const panel: Panel = { id: crypto.randomUUID(), port, hub, opened, chatId: null };
    this.#panels.set(panel.id, panel);
    hub.send({ kind: 'open', page: panel.id, opened });
    hear = rpc => {
      const fits = isRecord(rpc) && JSON.stringify(rpc).length <= maxMessageChars;
      if (fits && this.#panels.has(panel.id)) hub.send({ kind: 'rpc', page: panel.id, rpc });
    };
    leave = () => {
      if (this.#panels.delete(panel.id)) hub.send({ kind: 'close', page: panel.id });
    };
    for (const rpc of early.slice(0, maxEarly)) hear(rpc);
  }

  /** The hub has ended the chat, or does not let this panel in. */
  #close(panel: Panel): void {
    this.#panels.delete(panel.id);
    const { tabId, chatIn = '' } = panel.opened;
    if (panel.chatId !== null) void takePanel({ tabId, document: chatIn }, panel.chatId);
    panel.port.disconnect();
  }

  #isIn(tabId: number): boolean {
    return [...this.#panels.values()].some(({ opened }) => opened.tabId === tabId);
  }
}

async function toggleIn(tabId: number): Promise<void> {
  await chrome.scripting.executeScript({ target: { tabId, frameIds: [0] }, func: toggleChatHost }).catch(() => {});
}

/** The answer to `chat.show` says which it is. */
function noteChat(panel: Panel, rpc: unknown): void {
  const result = isRecord(rpc) && isRecord(rpc.result) ? rpc.result : {};
  if (typeof result.chatId === 'string') panel.chatId = result.chatId;
}

/**
 * Null for everything but our panel in a tab. It makes sure itself that it stands directly in the page of that tab: Chromium does not list a frame
 * that belongs to an extension.
 */
async function openedPanel(sender: chrome.runtime.MessageSender | undefined): Promise<PageOpened | null> {
  const { id, tab, frameId = 0, url = '', documentId } = sender ?? {};
  const own = chrome.runtime.getURL('page-chat.html');
  if (id !== chrome.runtime.id || tab?.id === undefined || frameId === 0 || url.split('#')[0] !== own) return null;
  const tabId = tab.id;
  const [frame, page] = await Promise.all([
    chrome.webNavigation.getFrame({ tabId, frameId }).catch(() => null),
    chrome.webNavigation.getFrame({ tabId, frameId: 0 }).catch(() => null),
  ]);
  if (!page || (frame && frame.parentFrameId !== 0)) return null;
  const document = documentId ?? frame?.documentId ?? '';
  return { tabId, frameId, document, origin: new URL(own).origin, url: own, title: '', chatIn: page.documentId ?? '' };
}
