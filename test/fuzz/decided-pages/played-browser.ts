// What the companion sees of a browser: tabs that show one document after another, and functions that run in exactly one of them.
import type { Steps } from './steps.ts';

/** What a call did or read: in which tab, and in a document of which origin. */
export interface Deed {
  readonly callId: number;
  readonly origin: string;
}

interface Shown {
  readonly documentId: string;
  readonly origin: string;
}

interface Injection {
  readonly target: { readonly tabId: number; readonly documentIds: readonly string[] };
  readonly func: { readonly name: string };
  readonly args?: readonly unknown[];
}

type Committed = (details: { tabId: number; frameId: number; documentId: string }) => void;

let lastDocument = 0;

export class PlayedBrowser {
  readonly deeds: Deed[] = [];
  readonly #steps: Steps;
  readonly #tabs = new Map<number, Shown>();

  constructor(steps: Steps) {
    this.#steps = steps;
  }

  /** The tab shows a new document from now on; the companion hears of it a little later. */
  show(tabId: number, origin: string): void {
    lastDocument += 1;
    const documentId = `document-${lastDocument}`;
    this.#tabs.set(tabId, { documentId, origin });
    void this.#steps.wait('events').then(() => {
      for (const listener of committed) listener({ tabId, frameId: 0, documentId });
    });
  }

  originOf(tabId: number): string {
    return this.#tabs.get(tabId)?.origin ?? '';
  }

  documentOf(tabId: number): string {
    return this.#tabs.get(tabId)?.documentId ?? '';
  }

  async getFrame(tabId: number) {
    await this.#steps.wait(`api ${tabId}`);
    const shown = this.#tabs.get(tabId);
    return shown ? { documentId: shown.documentId, url: `${shown.origin}/`, parentFrameId: -1, frameId: 0 } : null;
  }

  async getTab(tabId: number) {
    await this.#steps.wait(`api ${tabId}`);
    return { id: tabId, windowId: 1, title: 'Page', url: `${this.originOf(tabId)}/`, active: false };
  }

  /** As both browsers have it: in the document that was named, or not at all. */
  async executeScript({ target, func, args = [] }: Injection) {
    await this.#steps.wait(`api ${target.tabId}`);
    const shown = this.#tabs.get(target.tabId);
    if (!shown || target.documentIds[0] !== shown.documentId) throw new Error('No document with id in tab.');
    return [{ result: this.#run(func.name, args, shown.origin), documentId: shown.documentId }];
  }

  #run(name: string, args: readonly unknown[], origin: string): unknown {
    const did = (mark: unknown) => this.deeds.push({ callId: Number(String(mark).replace('#', '')), origin });
    const { selector } = (args[0] ?? {}) as { selector?: string };
    switch (name) {
      case 'readText':
        did(selector);
        return { title: 'Page', url: `${origin}/`, text: `secret of ${origin}` };
      case 'fillElement':
        did(selector);
        return { done: 'Set the value.' };
      case 'locateElement':
        return { x: Number(selector?.slice(1)), y: 1 };
      case 'clickAt':
        did(args[0]);
        return true;
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

/** Without a debugger, as in Firefox: all that is done is done by a function in a document. */
const playedChrome = {
  tabs: { onRemoved: quiet, onUpdated: quiet, get: (tabId: number) => here().getTab(tabId) },
  webNavigation: {
    onCommitted: { addListener: (listener: Committed) => committed.push(listener) },
    getFrame: ({ tabId }: { tabId: number }) => here().getFrame(tabId),
    getAllFrames: async ({ tabId }: { tabId: number }) => [await here().getFrame(tabId)],
  },
  webRequest: { onBeforeRequest: quiet, onCompleted: quiet, onErrorOccurred: quiet },
  scripting: { executeScript: (injection: Injection) => here().executeScript(injection) },
};

/** The companion's own code, over the played browser. */
export async function loadCompanion() {
  Object.assign(globalThis, { chrome: playedChrome });
  const [{ callTool }, { Rpc }] = await Promise.all([
    import('../../../resources/extension/tools/call-tool.ts'),
    import('../../../resources/extension/rpc.ts'),
  ]);
  return { callTool, Rpc };
}
