// The played browsers, one class for each kind of extension: a relay's connection to the hub, and calls that wait for an answer.
import { companionProtocol } from '../../../contract/companion.ts';
import { extensionIds } from '../../../contract/names.ts';
import { connectToHub, EndedByHubError } from '../../../native-host/relay/hub-connection.ts';
import type { FrameChannel } from '../../../native-host/framing/frame-channel.ts';
import type { CallBook } from './call-book.ts';

type Said = Record<string, unknown>;

/** One call that the extension was told and has not answered. */
interface Pending {
  readonly id: unknown;
  readonly tool: string;
  readonly url: string;
  readonly tabId: number;
}

/** No process has such a number. */
let nextPid = 5_000_000;

export abstract class PlayedBrowser {
  protected readonly book: CallBook;
  protected readonly tabs = new Set<number>();
  /** Of one port; a new port begins without any. */
  protected pending: Pending[] = [];
  protected runId = '';
  readonly #home: string;
  readonly #argv: readonly string[];
  #pid = 0;
  /** Whether a hub sent anything through this relay's process, as the real relay tells the next one. */
  #returning = false;
  #channel: FrameChannel | null = null;
  #opening: Promise<void> | null = null;
  #lastSaid: object | null = null;
  #nextTab = 1;

  constructor(home: string, argv: readonly string[], book: CallBook) {
    this.#home = home;
    this.#argv = argv;
    this.book = book;
    this.renew();
  }

  get isOpen(): boolean {
    return this.#channel !== null;
  }

  get waiting(): number {
    return this.pending.length;
  }

  get tabCount(): number {
    return this.tabs.size;
  }

  /** The relay looks for the hub; without one it stays as it is. */
  open(): Promise<void> {
    this.#opening ??= this.#connect().finally(() => (this.#opening = null));
    return this.#opening;
  }

  /** The connection breaks; the relay's process and its port live on, with what the extension still owes. */
  drop(): void {
    this.#channel?.close();
    this.#channel = null;
  }

  /** The relay ends, and its browser forgets what it was asked; the next port is another one. */
  kill(): void {
    this.drop();
    this.renew();
  }

  /** Answers one of the waiting calls, or says that it failed. */
  answer(which: number, works: boolean): void {
    const place = this.hasIds ? which % Math.max(1, this.pending.length) : 0;
    const [call] = this.pending.splice(place, 1);
    if (!call) return;
    if (call.tool === 'tabs_close') this.tabs.delete(call.tabId);
    const tabId = call.tool === 'tabs_create' && works ? this.#nextTab++ : call.tabId;
    if (call.tool === 'tabs_create' && works) this.tabs.add(tabId);
    const said = works ? this.done({ ...call, tabId }) : this.failed(call);
    if (this.hasIds) this.#lastSaid = said;
    this.say(said);
  }

  /** Its last answer once more, as a mistaken extension would. Without ids nobody could tell it from the next one. */
  duplicate(): void {
    if (this.#lastSaid) this.say(this.#lastSaid);
  }

  protected abstract readonly hasIds: boolean;
  protected abstract hello(): void;
  protected abstract take(said: Said): void;
  protected abstract done(call: Pending): object;
  protected abstract failed(call: Pending): object;

  protected say(value: object): void {
    this.#channel?.send(JSON.stringify(value));
  }

  protected asked(call: Pending): void {
    this.book.executed(call.url);
    this.pending.push(call);
  }

  protected renew(): void {
    this.#pid = nextPid++;
    this.#returning = false;
    this.runId = `run-${this.#pid}`;
    this.pending = [];
    this.tabs.clear();
    this.#lastSaid = null;
  }

  async #connect(): Promise<void> {
    if (this.#channel) return;
    const [pid, returning] = [this.#pid, this.#returning];
    const hello = { argv: this.#argv, pid, ...(returning && { returning }) };
    const channel = await connectToHub({ home: this.#home, role: 'relay', hello }).catch((error: unknown) => error);
    if (this.#pid !== pid) return void (channel instanceof Error || (channel as FrameChannel).close());
    if (channel instanceof EndedByHubError) return this.renew();
    if (channel instanceof Error) return;
    this.#use(channel as FrameChannel);
  }

  #use(channel: FrameChannel): void {
    this.#channel = channel;
    channel.onFrame(frame => {
      if (this.#channel !== channel) return;
      this.#returning = true;
      this.take(JSON.parse(frame.toString()) as Said);
    });
    channel.onClose(() => {
      if (this.#channel === channel) this.#channel = null;
    });
    this.hello();
  }
}

/** Our own extension: JSON-RPC with ids, several calls at once. */
export class OurBrowser extends PlayedBrowser {
  protected readonly hasIds = true;
  #pairKey: string | null = null;

  constructor(home: string, book: CallBook) {
    super(home, [`chrome-extension://${extensionIds.chromium}/`], book);
  }

  protected hello(): void {
    const browser = { family: 'chromium', name: 'Chromium', version: '150.0', os: 'linux' };
    const common = {
      protocol: companionProtocol,
      profileId: 'profile-of-a-test',
      runId: this.runId,
      extensionVersion: '0.1.0',
    };
    this.#post({ id: 'hello', method: 'hello', params: { ...common, pairKey: this.#pairKey, browser } });
    this.#report();
  }

  protected take({ id, method, params, result }: Said): void {
    if (id === 'hello') this.#welcomed(result);
    else if (method === 'state') this.#welcomed(params);
    if (method !== 'call') return;
    const { tool, args, tabId = 0 } = params as { tool: string; args: Said; tabId?: number };
    this.asked({ id, tool, url: String(args['url'] ?? ''), tabId });
  }

  protected done({ id, tabId, url, tool }: Pending): object {
    this.#report();
    const tab = tool === 'tabs_create' ? { tab: tabOf(tabId) } : {};
    return rpc({ id, result: { content: [{ type: 'text', text: JSON.stringify({ tabId, url }) }], ...tab } });
  }

  protected failed({ id, url }: Pending): object {
    return rpc({ id, error: { code: -32603, message: `No luck with ${url}`, data: { code: 'ERR_TOOL_FAILED' } } });
  }

  #welcomed(welcome: unknown): void {
    const { pairKey } = (welcome ?? {}) as { pairKey?: string };
    if (pairKey) this.#pairKey = pairKey;
  }

  #report(): void {
    this.#post({ method: 'tabs', params: { tabs: [...this.tabs].map(tabOf) } });
  }

  #post(message: object): void {
    this.say(rpc(message));
  }
}

/** An extension of spec 001: no ids, so one call at a time, and an answer that came late is one for ever. */
export class ClaudeBrowser extends PlayedBrowser {
  protected readonly hasIds = false;

  constructor(home: string, book: CallBook) {
    super(home, ['chrome-extension://fcoeoabgfenejglbffodgkkbkcdhcgfn/'], book);
  }

  protected hello(): void {}

  protected take({ type, params }: Said): void {
    if (type !== 'tool_request') return;
    const { tool, args } = params as { tool: string; args: Said };
    if (this.pending.length > 0) this.book.wrong.push(`${tool} was sent while an answer was still owed.`);
    const name = tool.replace(/_mcp$/, '');
    this.asked({ id: null, tool: name, url: String(args['url'] ?? ''), tabId: Number(args['tabId'] ?? 0) });
  }

  protected done({ tool, tabId, url }: Pending): object {
    const said = tool === 'tabs_context' ? { availableTabs: [...this.tabs].map(tabOf) } : { tabId, url };
    return { type: 'tool_response', result: { content: [{ type: 'text', text: JSON.stringify(said) }] } };
  }

  protected failed({ url }: Pending): object {
    return { type: 'tool_response', error: { content: `No luck with ${url}` } };
  }
}

/** An extension of spec 000: commands with ids, and a pool of its own. */
export class ClaudezillaBrowser extends PlayedBrowser {
  protected readonly hasIds = true;

  constructor(home: string, book: CallBook) {
    super(home, ['/home/ana/claudezilla.json', 'claudezilla@boot.industries'], book);
  }

  protected hello(): void {}

  protected take({ id, type, command, params }: Said): void {
    if (type !== 'command') return;
    const { url = '', tabId = 0 } = params as { url?: string; tabId?: number };
    const tool = { createWindow: 'tabs_create', closeTab: 'tabs_close' }[String(command)] ?? String(command);
    this.asked({ id, tool, url, tabId });
  }

  protected done({ id, tool, tabId, url }: Pending): object {
    const tabs = [...this.tabs].map(known => ({ ...tabOf(known), ownerId: 'agent' }));
    const page = { since: 1, isLoaded: true, url, title: '' };
    const said = tool === 'evaluate' ? { result: page, type: 'object' } : { windowId: 1, url, title: '' };
    return { id, success: true, result: tool === 'getTabs' ? { windowId: 1, tabs } : { tabId, ...said } };
  }

  protected failed({ id, url }: Pending): object {
    return { id, success: false, error: `No luck with ${url}` };
  }
}

function rpc(message: object): object {
  return { jsonrpc: '2.0', ...message };
}

function tabOf(tabId: number) {
  return { tabId, windowId: 1, title: '', url: 'about:blank', active: false };
}
