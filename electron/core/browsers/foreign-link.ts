// One relay of an extension that is not ours: the same calls as to our own, said in its dialect.
import { HubError } from '../../contract/errors.ts';
import { rpcErrors, ToolResultSchema } from '../../contract/messages.ts';
import { createdTab, listedTabs } from '../../../native-host/dialects/claude-tools.ts';
import { dialects } from '../../../native-host/dialects/dialects.ts';
import { Peer } from '../wire/peer.ts';
import { ReadableRun } from '../wire/readable-run.ts';
import { RpcError } from '../wire/rpc-error.ts';
import { expectBrowserTakes } from './browser-frame.ts';
import { IdLessQueue } from './id-less-queue.ts';
import type { CompanionCall } from '../../contract/companion.ts';
import type { Message, ToolResult } from '../../contract/messages.ts';
import type { Party } from '../../contract/trace.ts';
import type { ListedTab } from '../../../native-host/dialects/claude-tools.ts';
import type { FrameChannel } from '../../../native-host/framing/frame-channel.ts';
import type { ReportedTab } from '../tabs/tab-registry.ts';
import type { TraceTap } from '../trace/tap.ts';
import type { CancelForm } from '../wire/peer.ts';
import type { CallOptions, CallResult, Link } from './browser-link.ts';
import type { ForeignExtension } from './foreign-extensions.ts';

export interface ForeignLinkOptions {
  readonly channel: Pick<FrameChannel, 'send' | 'onFrame' | 'onClose' | 'close'>;
  readonly relayPid: number;
  readonly extension: ForeignExtension;
  readonly hub: Party;
  readonly tap: TraceTap;
  readonly now: () => number;
  readonly lateMs?: number;
  readonly onNotice: (link: ForeignLink, method: string, params: unknown) => void;
  /** The port answers no more: its relay has to end, so that the browser opens another port. */
  readonly onStuck: (link: ForeignLink) => void;
  readonly onClosed: (link: ForeignLink) => void;
}

/** Neither form is known on this wire; the dialect drops what has none. */
const noCancel: CancelForm = { method: 'cancel', params: id => ({ id }), idOf: () => undefined };
const lateMs = 10_000;

export class ForeignLink implements Link {
  readonly relayPid: number;
  readonly extensionId: string;
  party: Party;
  readonly #options: ForeignLinkOptions;
  readonly #peer: Peer;
  readonly #queue: IdLessQueue;
  /** Tabs of the last list, to tell which one a call made that names none. */
  #listed = new Set<number>();

  constructor(options: ForeignLinkOptions) {
    const { channel, extension, relayPid } = options;
    this.#options = options;
    this.relayPid = relayPid;
    this.extensionId = extension.id;
    this.party = { kind: 'browser', id: `relay-${relayPid}`, label: extension.name };
    this.#queue = new IdLessQueue({
      label: () => this.party.label,
      lateMs: options.lateMs ?? lateMs,
      onStuck: () => options.onStuck(this),
    });
    this.#peer = new Peer({
      dialect: this.#counting(),
      hub: options.hub,
      other: () => this.party,
      tap: options.tap,
      cancel: noCancel,
      traceLate: true,
      send: (text, message) => this.#send(text, message),
      handle: async ({ method }) => answerTo(method),
      notified: (method, params) => options.onNotice(this, method, params),
    });
    const run = new ReadableRun(reason => channel.close(reason));
    channel.onFrame(frame => run.note(this.#peer.receiveBytes(frame)));
    channel.onClose(() => this.#closed());
  }

  /** Waits for its turn and sends the call. A tab with an address is opened in two steps, because the wire has no such call. */
  call(call: CompanionCall, options: CallOptions): Promise<CallResult> {
    const { asker = '', signal, timeoutMs, parent } = options;
    return this.#queue.run({
      asker,
      signal,
      timeoutMs,
      send: leftMs => {
        const until = performance.now() + leftMs;
        const ask: Ask = (tool, args, tabId) =>
          this.#ask({ tool, args, ...(tabId === undefined ? {} : { tabId }) }, { parent, signal }, until);
        if (call.tool === 'tabs_context') return this.#list(call.args, ask);
        if (call.tool === 'tabs_create') return this.#create(call.args, ask);
        return ask(call.tool, call.args, call.tabId);
      },
    });
  }

  /** A foreign extension is told nothing of its approval: its wire has no words for it. */
  tell(): void {}

  /** Spec 001 "Handle Client Connection Algorithm": once for each agent that comes and goes. */
  presence(isHere: boolean): void {
    this.#peer.notify(isHere ? 'mcp_connected' : 'mcp_disconnected', undefined);
  }

  close(reason: string): void {
    this.#options.channel.close(reason);
  }

  async #list({ tabIds: _, ...args }: Record<string, unknown>, ask: Ask): Promise<CallResult> {
    const result = await ask('tabs_context', args);
    const tabs = listedTabs(result.content);
    if (result.isError || !tabs) return result;
    this.#listed = new Set(tabs.map(({ tabId }) => tabId));
    return { ...result, tabs: tabs.map(reported) };
  }

  async #create({ url, ...args }: Record<string, unknown>, ask: Ask): Promise<CallResult> {
    const result = await ask('tabs_create', args);
    if (result.isError) return result;
    const tab = createdTab(result.content) ?? (await this.#newest(ask));
    if (!tab) return result;
    this.#listed.add(tab.tabId);
    const opened = typeof url === 'string' ? await ask('navigate', { url }, tab.tabId) : result;
    return {
      ...result,
      content: [...result.content, ...(opened === result ? [] : opened.content)],
      tab: reported(tab),
    };
  }

  /** The one tab that was not there before, or null when that cannot be told. */
  async #newest(ask: Ask): Promise<ListedTab | null> {
    const before = this.#listed;
    const { content } = await ask('tabs_context', {});
    const fresh = (listedTabs(content) ?? []).filter(({ tabId }) => !before.has(tabId));
    return fresh.length === 1 ? (fresh[0] ?? null) : null;
  }

  async #ask(
    call: CompanionCall,
    { parent, signal }: Pick<CallOptions, 'parent' | 'signal'>,
    until: number,
  ): Promise<ToolResult> {
    const tab = call.tabId === undefined ? {} : { tabId: call.tabId };
    const timeoutMs = Math.max(1, Math.round(until - performance.now()));
    return ToolResultSchema.parse(
      await this.#peer.request('call', call, { parent, signal, timeoutMs, tool: call.tool, ...tab }),
    );
  }

  /** Throws ERR_TOO_LARGE for a request that the browser would not take; its port stays as it is. */
  #send(text: string, { kind }: Message): void {
    expectBrowserTakes(text);
    if (kind === 'request') this.#queue.sent();
    this.#options.channel.send(text);
  }

  /** The dialect, with every reply on the port told to the queue. */
  #counting() {
    const dialect = dialects['claude-frames'].extension(this.#options);
    return {
      decode: (value: unknown) => {
        const message = dialect.decode(value);
        // Told after the message was handed over, so that the next call does not overtake its answer.
        if (typeof message !== 'string' && message.kind === 'result') queueMicrotask(() => this.#queue.replied());
        return message;
      },
      encode: (message: Message) => dialect.encode(message),
    };
  }

  #closed(): void {
    const error = new HubError(
      'ERR_BROWSER_UNAVAILABLE',
      `${this.party.label} disconnected. Ask the user to look at it, then call again.`,
    );
    this.#queue.close(error);
    this.#peer.close(error);
    this.#options.onClosed(this);
  }
}

type Ask = (tool: string, args: Record<string, unknown>, tabId?: number) => Promise<ToolResult>;

/** The real host answers these itself (seed 2.4); the dialect has the words. */
function answerTo(method: string): unknown {
  if (method === 'ping' || method === 'claude/status') return {};
  throw new RpcError(rpcErrors.methodNotFound, `The hub does not know ${JSON.stringify(method)} from an extension.`);
}

function reported({ tabId, title, url }: ListedTab): ReportedTab {
  return { tabId, windowId: 0, title, url, active: false };
}
