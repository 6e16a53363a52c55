// What the companion sees of a browser: tabs that show one document after another, and functions that run in one of them.
import { elsewhere, type MeantPage } from '../../../resources/extension/page/meant-page.ts';
import type { Steps } from './steps.ts';

/** What a call did or read: in a document of which origin, and in the document of which tab that was or stood in. */
export interface Deed {
  readonly callId: number;
  readonly origin: string;
  readonly page: string;
  /** Read alone: what is not returned has done nothing, and may stand in the audit as dropped. */
  readonly isRead: boolean;
}

export interface Shown {
  readonly origin: string;
  /** The origin of a frame that covers the page; null where there is none. */
  readonly frame: string | null;
}

interface Injection {
  readonly target: { readonly tabId: number; readonly documentIds: readonly string[] };
  readonly args: readonly [meant: MeantPage, name: string, ...rest: readonly unknown[]];
}

type Committed = (details: { tabId: number; frameId: number; documentId: string }) => void;

let lastDocument = 0;

export class PlayedBrowser {
  readonly deeds: Deed[] = [];
  /** As Chromium, or without as Firefox: then all that is done is done by a function in a document. */
  readonly hasDebugger: boolean;
  readonly #steps: Steps;
  readonly #callId: () => number;
  readonly #tabs = new Map<number, Shown & { readonly documentId: string }>();

  constructor(steps: Steps, hasDebugger: boolean, callId: () => number) {
    this.#steps = steps;
    this.hasDebugger = hasDebugger;
    this.#callId = callId;
  }

  /** The tab shows a new document from now on; the companion hears of it a little later. */
  show(tabId: number, shown: Shown): void {
    lastDocument += 1;
    const documentId = `document-${lastDocument}`;
    this.#tabs.set(tabId, { ...shown, documentId });
    void this.#steps.wait('events').then(() => {
      for (const listener of committed) listener({ tabId, frameId: 0, documentId });
    });
  }

  /** The tabs as the companion reports them. */
  get tabs() {
    return [...this.#tabs].map(([tabId, { origin, documentId }]) => ({
      tabId,
      windowId: 1,
      title: '',
      url: `${origin}/`,
      active: false,
      document: documentId,
    }));
  }

  has(tabId: number): boolean {
    return this.#tabs.has(tabId);
  }

  async getFrames(tabId: number) {
    await this.#steps.wait(`api ${tabId}`);
    const shown = this.#tabs.get(tabId);
    if (!shown) return [];
    const { documentId, origin, frame } = shown;
    const top = { documentId, url: `${origin}/`, parentFrameId: -1, frameId: 0 };
    const inside = { documentId: `${documentId} frame`, url: `${frame}/`, parentFrameId: 0, frameId: 1 };
    return frame === null ? [top] : [top, inside];
  }

  async getTab(tabId: number) {
    await this.#steps.wait(`api ${tabId}`);
    const tab = this.tabs.find(one => one.tabId === tabId);
    if (!tab) throw new Error(`No tab with id: ${tabId}.`);
    return { ...tab, id: tabId };
  }

  /** At once, as the browser has it that was told so. */
  async remove(tabId: number): Promise<void> {
    const shown = this.#tabs.get(tabId);
    if (!shown) throw new Error(`No tab with id: ${tabId}.`);
    this.#did(shown.origin, shown.origin);
    this.#tabs.delete(tabId);
    await this.#steps.wait(`api ${tabId}`);
  }

  /** As Chromium has it: the document has to be there when it is asked for, and what is there later is where the function runs. */
  async executeScript({ target, args: [meant, name] }: Injection) {
    const isThere = this.#tabs.get(target.tabId)?.documentId === target.documentIds[0];
    await this.#steps.wait(`api ${target.tabId}`);
    const shown = this.#tabs.get(target.tabId);
    if (!shown || !isThere) throw new Error('No document with id in tab.');
    const { documentId, origin } = shown;
    const other = elsewhere(meant, { href: `${origin}/`, origin, mark: documentId });
    const result = other ?? { kind: 'done', value: this.#run(name, shown), mark: documentId };
    return [{ result, documentId }];
  }

  /** The mouse reaches whatever the tab shows, and what lies on top there. */
  async sendCommand(tabId: number, method: string, { type }: { type?: string } = {}): Promise<object> {
    const shown = this.#tabs.get(tabId);
    if (shown && method === 'Input.dispatchMouseEvent' && type === 'mousePressed')
      this.#did(shown.frame ?? shown.origin, shown.origin);
    await this.#steps.wait(`api ${tabId}`);
    return {};
  }

  #did(origin: string, page: string, isRead = false): void {
    this.deeds.push({ callId: this.#callId(), origin, page, isRead });
  }

  #run(name: string, { origin, frame }: Shown): unknown {
    switch (name) {
      case 'readText':
        this.#did(origin, origin, true);
        return { title: 'Page', url: `${origin}/`, text: `secret of ${origin}` };
      case 'fillElement':
        this.#did(origin, origin);
        return { done: 'Set the value', told: 'textbox' };
      case 'readyElement':
        return { place: { x: 1, y: 1 }, middle: { x: 1, y: 1 }, told: 'button' };
      case 'keptValue':
      case 'watchPoint':
        return '';
      case 'tellChanges':
        return null;
      case 'clickAt':
        this.#did(origin, origin);
        return true;
      case 'framePlaces': {
        const boxes = frame === null ? [] : [{ index: 0, x: 0, y: 0, width: 9, height: 9 }];
        return { count: boxes.length, boxes };
      }
      default:
        return true;
    }
  }
}

const committed: Committed[] = [];
let current: PlayedBrowser | null = null;

/** The companion's modules look at one browser for as long as they live; this is it from now on. */
export function playIn(browser: PlayedBrowser): void {
  current = browser;
}

const quiet = { addListener: () => {}, removeListener: () => {} };
const here = () => {
  if (!current) throw new Error('No browser is played.');
  return current;
};

const playedChrome = {
  tabs: {
    query: async () => [],
    onActivated: quiet,
    onAttached: quiet,
    onCreated: quiet,
    onRemoved: quiet,
    onUpdated: quiet,
    get: (tabId: number) => here().getTab(tabId),
    remove: (tabId: number) => here().remove(tabId),
  },
  windows: { getAll: async () => [], onFocusChanged: quiet, onRemoved: quiet },
  webNavigation: {
    onBeforeNavigate: quiet,
    onErrorOccurred: quiet,
    onCreatedNavigationTarget: quiet,
    onCommitted: { addListener: (listener: Committed) => committed.push(listener) },
    getFrame: async ({ tabId }: { tabId: number }) => (await here().getFrames(tabId))[0] ?? null,
    getAllFrames: ({ tabId }: { tabId: number }) => here().getFrames(tabId),
  },
  storage: { session: { get: async () => ({}), set: async () => {}, remove: async () => {} } },
  webRequest: { onAuthRequired: quiet, onBeforeRequest: quiet, onCompleted: quiet, onErrorOccurred: quiet },
  scripting: {
    executeScript: (injection: Injection) => here().executeScript(injection),
    registerContentScripts: async () => {},
    unregisterContentScripts: async () => {},
  },
  debugger: {
    onDetach: quiet,
    onEvent: quiet,
    attach: async () => {},
    detach: async () => {},
    sendCommand: ({ tabId }: { tabId: number }, method: string, params?: { type?: string }) =>
      here().sendCommand(tabId, method, params),
  },
};

/** The companion's own code, over the played browser. */
export async function loadCompanion() {
  // Whether there is a debugger is asked with `in`; one that was attached in an earlier browser is still let go of.
  const has = (target: object, name: string | symbol) =>
    name === 'debugger' ? current?.hasDebugger !== false : name in target;
  Object.assign(globalThis, { chrome: new Proxy(playedChrome, { has }) });
  const [{ callTool }, { Rpc }] = await Promise.all([
    import('../../../resources/extension/tools/call-tool.ts'),
    import('../../../resources/extension/rpc.ts'),
  ]);
  return { callTool, Rpc };
}
