// The panel that looks at the trace: the frames of a real page while it follows, places scrolled to, filters typed, its heap.
import { launchPanelBrowser } from '../support/panel-browser.ts';
import type { Browser, CDPSession, Page } from 'playwright';
import type { PanelClient } from '../support/panel-client.ts';
import type { Stage } from '../support/stage.ts';

const viewport = { width: 1440, height: 900 };
const heapStepMs = 500;

/** What runs in the page keeps its notes there. */
interface Noting {
  readonly frames: number[];
}

export class TracePanel {
  readonly #browser: Browser;
  readonly #page: Page;
  readonly #wire: CDPSession;
  readonly #heapTimer: NodeJS.Timeout;
  #heap = 0;

  private constructor(browser: Browser, page: Page, wire: CDPSession) {
    this.#browser = browser;
    this.#page = page;
    this.#wire = wire;
    this.#heapTimer = setInterval(() => void this.#lookAtHeap().catch(() => {}), heapStepMs);
  }

  /** The screen of traces, which follows, and whose frames are counted from now on. */
  static async open(stage: Stage, asked: PanelClient): Promise<TracePanel> {
    const browser = await launchPanelBrowser();
    const page = await browser.newPage({ viewport });
    await page.goto(await stage.freshUrl(asked));
    await page.getByRole('navigation', { name: 'Main' }).waitFor();
    await page.evaluate(() => void (location.hash = '#/traces'));
    await page.getByRole('button', { name: 'Follow', pressed: true }).waitFor();
    await page.evaluate(noteFrames);
    return new TracePanel(browser, page, await page.context().newCDPSession(page));
  }

  /** The largest heap so far in bytes, garbage and all. */
  get heap(): number {
    return this.#heap;
  }

  /** The frame of which 95 of 100 are not longer, in milliseconds, since it was asked last. */
  async slowFrame(): Promise<number> {
    const frames = await this.#page.evaluate(() => (globalThis as unknown as Noting).frames.splice(0));
    return frames.toSorted((a, b) => a - b)[Math.floor(frames.length * 0.95)] ?? Number.NaN;
  }

  async endFollowing(): Promise<void> {
    const follow = this.#page.getByRole('button', { name: 'Follow' });
    await follow.click();
    await follow.and(this.#page.locator('[aria-pressed="false"]')).waitFor();
  }

  /** Milliseconds from scrolling to a place, a share of the whole height, to the frame that draws its rows. */
  scrollTo(place: number): Promise<number> {
    return this.#page.evaluate(scrollTo, place);
  }

  /** Milliseconds from the last key of a filter to the frame that draws what it lets through: everything, or nothing. */
  filter(text: string, finds: 'everything' | 'nothing'): Promise<number> {
    return this.#page.evaluate(typeFilter, { text, finds });
  }

  async close(): Promise<void> {
    clearInterval(this.#heapTimer);
    await this.#browser.close();
  }

  async #lookAtHeap(): Promise<void> {
    const { usedSize } = await this.#wire.send('Runtime.getHeapUsage');
    this.#heap = Math.max(this.#heap, usedSize);
  }
}

/** Runs in the page. */
function noteFrames(): void {
  const frames: number[] = [];
  Object.assign(globalThis, { frames });
  let before = performance.now();
  const step = (now: number) => {
    frames.push(now - before);
    before = now;
    requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}

/** Runs in the page. A message to itself arrives when the frame is drawn that asked for it. */
function scrollTo(place: number): Promise<number> {
  const rowPx = 28;
  const list = document.querySelector('[aria-label="Trace entries"]');
  if (!list) throw new Error('The screen of traces is not drawn.');
  const drawn = new MessageChannel();
  const began = performance.now();
  list.scrollTop = place * (list.scrollHeight - list.clientHeight);
  const first = Math.floor(list.scrollTop / rowPx);
  const last = Math.floor((list.scrollTop + list.clientHeight) / rowPx) - 2;
  const isThere = (index: number) => list.querySelector(`tr.selectable[aria-rowindex="${index + 2}"]`) !== null;
  return new Promise(resolve => {
    drawn.port1.onmessage = () => resolve(performance.now() - began);
    const look = () => {
      if (isThere(first) && isThere(last)) drawn.port2.postMessage(null);
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
}

/** Runs in the page. The note beside the filter tells how many of how many entries it lets through. */
function typeFilter({ text, finds }: { text: string; finds: 'everything' | 'nothing' }): Promise<number> {
  const field = document.querySelector<HTMLInputElement>('[role="search"] input');
  const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
  if (!field) throw new Error('The screen of traces is not drawn.');
  const drawn = new MessageChannel();
  const began = performance.now();
  setValue?.call(field, text);
  field.dispatchEvent(new InputEvent('input', { bubbles: true }));
  const isThere = () => {
    const notes = [...(field.closest('[role="search"]')?.querySelectorAll('span') ?? [])];
    const [, some, all] = notes.flatMap(note => /^([\d,]+) of ([\d,]+)$/.exec(note.textContent) ?? []);
    return finds === 'nothing' ? some === '0' : some === all && document.querySelector('tr.selectable') !== null;
  };
  return new Promise(resolve => {
    drawn.port1.onmessage = () => resolve(performance.now() - began);
    const look = () => {
      if (isThere()) drawn.port2.postMessage(null);
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
}
