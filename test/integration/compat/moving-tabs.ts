// Extensions of specs 000 and 001 with pages behind them that move at any moment, as far as the real ones were seen to answer.
import { TabRecords } from './tab-records.ts';
import type { FrameChannel } from '../../../native-host/framing/frame-channel.ts';

type Said = Record<string, unknown>;

interface Page {
  url: string;
  readonly ownerId: unknown;
}

/** The hub's name of a command of spec 000. */
const toolOf: Readonly<Record<string, string>> = {
  getContent: 'get_page_text',
  getPageState: 'read_page',
  getAccessibilitySnapshot: 'read_page',
  screenshot: 'computer',
  pressKey: 'computer',
  type: 'form_input',
  getConsoleLogs: 'read_console_messages',
};

export class MovingTabs {
  readonly tabs = new Map<number, Page>();
  /** Addresses at the moment in which they were read. */
  readonly reads: string[] = [];
  /** Called right before a tool is carried out in a page. */
  before: (tool: string) => unknown = () => {};
  /** Where the next navigation ends in place of where it was sent. */
  redirect: string | null = null;
  /** Why nothing is opened at all; null where it is. */
  refuses: string | null = null;
  /** Whether what is asked fails, in words that quote the page. */
  fails = false;
  /** Whether lists leave all tabs out. */
  hidden = false;
  /** How a list is written by spec 001's extension. */
  written: (list: string) => string = list => list;
  /** The tab that the window shows; null for any that is asked about. */
  front: number | null = null;
  readonly #channel: FrameChannel;
  readonly #flips = new Map<number, readonly string[]>();
  readonly records = new TabRecords(titleOf);
  #nextTab = 2;
  /** Flips since the last list: of spec 001's extension nothing but its lists tells where a tab has been. */
  #flipped = false;
  readonly #speaksClaude: boolean;
  #random = 7;

  constructor(channel: FrameChannel, speaksClaude: boolean) {
    this.#channel = channel;
    this.#speaksClaude = speaksClaude;
    channel.onFrame(frame => this.#take(JSON.parse(frame.toString()) as Said));
  }

  show(tabId: number, url: string): void {
    const page = this.tabs.get(tabId);
    if (!page || page.url === url) return;
    page.url = url;
    this.records.loaded(tabId, url);
  }

  /** From now on it shows one of these addresses, and another one at any moment. */
  flip(tabId: number, urls: readonly string[]): void {
    this.#flips.set(tabId, urls);
  }

  wasRead(origin: string): boolean {
    return this.reads.some(url => url.startsWith(origin));
  }

  close(): void {
    this.#channel.close('The test ends.');
  }

  #take(said: Said): void {
    this.#move();
    if (said.type === 'command') this.#command(said);
    if (said.type === 'tool_request') this.#request(said.params as { tool: string; args: Said });
    this.#move();
  }

  /** At one of six moments or so. */
  #move(): void {
    for (const [tabId, urls] of this.#flips) {
      this.#random = (Math.imul(this.#random, 1_664_525) + 1_013_904_223) >>> 0;
      if ((this.#random >>> 16) % 6 !== 0 || (this.#speaksClaude && this.#flipped)) continue;
      const next = urls.indexOf(this.tabs.get(tabId)?.url ?? '') + 1;
      this.show(tabId, urls[next % urls.length] ?? '');
      this.#flipped = true;
    }
  }

  #listed() {
    this.#flipped = false;
    if (this.hidden) return [];
    return [...this.tabs].map(([tabId, { url, ownerId }]) => ({
      tabId,
      url,
      title: titleOf(url),
      active: this.front === null || this.front === tabId,
      ownerId,
    }));
  }

  /** A tab that is there already; `ownerId` is who opened it. */
  open(ownerId: unknown, url: unknown): number {
    const tabId = this.#nextTab++;
    this.tabs.set(tabId, { url: 'about:blank', ownerId });
    if (url !== undefined) this.show(tabId, String(url));
    return tabId;
  }

  #go(tabId: number, url: unknown): string {
    this.show(tabId, this.redirect ?? String(url));
    const now = this.tabs.get(tabId)?.url ?? '';
    this.records.acted(now);
    return now;
  }

  /** What is read at this very moment. */
  #read(tabId: number, tool: string): string {
    this.before(tool);
    const url = this.tabs.get(tabId)?.url ?? '';
    this.reads.push(url);
    return url;
  }

  #command({ id, command, params }: Said): void {
    const asked = (params ?? {}) as Said;
    const { tabId: given, url, agentId } = asked;
    const tabId = Number(given);
    const done = (result: object) => this.#say({ id, success: true, result });
    if (command === 'getTabs') return done({ windowId: 25, tabs: this.#listed() });
    if (command === 'getNetworkRequests') return done({ tabId, ...this.records.requests(tabId, asked) });
    if (command === 'createWindow')
      return done({ windowId: 25, tabId: this.open(agentId, url), ownerId: agentId, closedOldestTab: null });
    if (command === 'navigate' && this.refuses !== null) return this.#say({ id, success: false, error: this.refuses });
    if (command === 'navigate') {
      const at = this.#go(tabId, url);
      return done({ tabId, url: at, title: titleOf(at), navigated: true });
    }
    const at = this.#read(tabId, toolOf[String(command)] ?? String(command));
    if (this.fails) return this.#say({ id, success: false, error: `CONTENT_SCRIPT_ERROR: ${titleOf(at)}` });
    if (command === 'screenshot')
      return done({ tabId, dataUrl: `data:image/png;base64,${btoa(titleOf(at))}`, seen: titleOf(at) });
    if (command === 'pressKey') return done({ tabId, pressed: true, focus: titleOf(at) });
    if (command === 'getConsoleLogs') return done({ tabId, logs: this.records.messages(tabId, asked) });
    done({ tabId, url: at, title: titleOf(at), text: titleOf(at) });
  }

  #request({ tool, args }: { tool: string; args: Said }): void {
    const tabId = Number(args.tabId);
    // As the real one does, it says where all tabs are with each answer, whoever asked.
    const text = (words: string) => {
      const content = [words, this.#tabContext(tabId)].map(block => ({ type: 'text', text: block }));
      this.#say({ type: 'tool_response', result: { content } });
    };
    if (tool === 'tabs_context_mcp')
      return text(this.written(JSON.stringify({ availableTabs: this.#listed(), tabGroupId: 3 })));
    if (tool === 'tabs_create_mcp') return text(`Created new tab. Tab ID: ${this.open(null, undefined)}`);
    if (tool === 'navigate') return text(`Navigated to ${titleOf(this.#go(tabId, args.url))}`);
    if (tool === 'gif_creator') return text(this.records.gif(args));
    const at = this.#read(tabId, tool);
    if (tool === 'computer') this.records.acted(at);
    if (this.fails) return this.#say({ type: 'tool_response', error: { content: `Failed on ${titleOf(at)}` } });
    if (tool === 'read_console_messages') return text(this.records.messages(tabId, args).join('\n'));
    if (tool === 'read_network_requests') return text(JSON.stringify(this.records.requests(tabId, args)));
    text(
      tool === 'get_page_text' || tool === 'read_page'
        ? `Title: ${titleOf(at)}\nURL: ${at}\n\n${titleOf(at)}`
        : titleOf(at),
    );
  }

  #tabContext(tabId: number): string {
    const lines = [...this.tabs].map(([id, { url }]) => `  • tabId ${id}: "${titleOf(url)}" ("${url}")`);
    const executed = Number.isNaN(tabId) ? [] : [`- Executed on tabId: ${tabId}`];
    return ['\n\nTab Context:', ...executed, '- Available tabs:', ...lines].join('\n');
  }

  #say(value: object): void {
    this.#channel.send(JSON.stringify(value));
  }
}

function titleOf(url: string): string {
  return url.startsWith('https://bank.example') ? 'secret of the bank' : 'goods of the shop';
}
