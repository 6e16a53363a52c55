// One relay of an extension that is not ours: the same calls as to our own, said in its dialect.
import { hostname } from 'node:os';
import { rpcErrors } from '../../../../contract/rpc-errors.ts';
import { ToolResultSchema } from '../../../../contract/schemas/messages.ts';
import { methodOf } from '../../../../native-host/dialects/claude/claude-methods.ts';
import { dialects } from '../../../../native-host/dialects/dialects.ts';
import { inEnglish } from '../../../../words/english.ts';
import { hubError } from '../../../../words/hub-error.ts';
import { Peer } from '../../wire/peer.ts';
import { ReadableRun } from '../../wire/readable-run.ts';
import { RpcError } from '../../wire/rpc-error.ts';
import { expectBrowserTakes } from '../browser-frame.ts';
import { CallTurns } from './call-turns.ts';
import { ClaudeSelectors, isWait, NotThereYet } from './claude-selectors.ts';
import { ForeignGroup } from './foreign-group.ts';
import { GatheredAnswers } from './gathered-answers.ts';
import { IdLessQueue } from './id-less-queue.ts';
import { isPageCall, unlessCancelled } from './watched-call.ts';
import type { CompanionCall } from '../../../../contract/companion.ts';
import type { ReportedTab } from '../../../../contract/schemas/companion.ts';
import type { Message, ToolResult } from '../../../../contract/schemas/messages.ts';
import type { Party } from '../../../../contract/schemas/trace.ts';
import type { FrameChannel } from '../../../../native-host/framing/frame-channel.ts';
import type { TraceTap } from '../../trace/tap.ts';
import type { CancelForm } from '../../wire/peer.ts';
import type { CallOptions, CallResult, Link } from '../browser-link.ts';
import type { BegunIn } from './claude-page.ts';
import type { ForeignExtension } from './foreign-extensions.ts';
import type { Ask } from './foreign-group.ts';
import type { PageCall } from './watched-call.ts';

export interface ClaudeLinkOptions {
  readonly channel: Pick<FrameChannel, 'send' | 'onFrame' | 'onClose' | 'close'>;
  readonly relayPid: number;
  readonly extension: ForeignExtension;
  readonly hub: Party;
  readonly tap: TraceTap;
  readonly now: () => number;
  readonly lateMs?: number;
  /** Every tab of the extension's group, after it was asked for them. */
  readonly onTabs: (link: ClaudeLink, tabs: readonly ReportedTab[]) => void;
  readonly onNotice: (link: ClaudeLink, method: string, params: unknown) => void;
  /** The port answers no more: its relay has to end, so that the browser opens another port. */
  readonly onStuck: (link: ClaudeLink) => void;
  readonly onClosed: (link: ClaudeLink) => void;
}

/** Neither form is known on this wire; the dialect drops what has none. */
const noCancel: CancelForm = { method: 'cancel', params: id => ({ id }), idOf: () => undefined };
const lateMs = 10_000;
/** How long the list after a call is waited for, when the call has used up its own time. */
const listTimeoutMs = 5_000;

export class ClaudeLink implements Link {
  readonly relayPid: number;
  readonly extensionId: string;
  party: Party;
  readonly #options: ClaudeLinkOptions;
  readonly #peer: Peer;
  readonly #queue: IdLessQueue;
  readonly #group: ForeignGroup;
  readonly #gathered = new GatheredAnswers();

  constructor(options: ClaudeLinkOptions) {
    const { channel, extension, relayPid } = options;
    this.#options = options;
    this.relayPid = relayPid;
    this.extensionId = extension.id;
    this.party = { kind: 'browser', id: `relay-${relayPid}`, label: extension.name };
    const { shown } = this.#gathered;
    this.#group = new ForeignGroup({
      onTabs: tabs => {
        for (const { tabId, url } of tabs) shown.note(tabId, url);
        options.onTabs(this, tabs);
      },
      onOpened: ({ tabId, url }) => shown.opened(tabId, url),
    });
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
      send: (text, message) => this.#write(text, message),
      handle: async ({ method }) => ({ result: answerTo(method) }),
      notified: (method, params) => options.onNotice(this, method, params),
    });
    const run = new ReadableRun(reason => channel.close(inEnglish(reason)));
    channel.onFrame(frame => run.note(this.#peer.receiveBytes(frame)));
    channel.onClose(() => this.#closed());
  }

  /**
   * Waits for its turn and sends the call, with the lists of tabs that it takes. Rejects with ERR_TAB_MOVED where the tab shows another page than the call was decided for.
   */
  call(call: CompanionCall, options: CallOptions): Promise<CallResult> {
    const { asker = '', signal, timeoutMs, onSent } = options;
    const send = (each: CompanionCall, ms: number) => this.#send(each, options, ms);
    const turns = new CallTurns({ queue: this.#queue, asker, signal, timeoutMs, send });
    if (isPageCall(call)) return this.#whenThere(call, turns, options);
    return turns.held(ask => {
      // What it does is not known, so neither is what a recording has of it.
      if (methodOf(call.tool) !== null) this.#gathered.filmed(asker, null);
      onSent?.();
      if (call.tool === 'tabs_context') return this.#group.context(call.args, ask);
      if (call.tool === 'tabs_create') return this.#create(call, ask, asker);
      return ask(call.tool, call.args, call.tabId);
    });
  }

  /** In one turn, so that no other call comes between; but while something is waited for others are served. */
  async #whenThere(call: PageCall, turns: CallTurns, options: CallOptions): Promise<CallResult> {
    const { signal, onSent } = options;
    const begunIn: BegunIn = {};
    const carryOut = (now: PageCall, ask: Ask) =>
      this.#onPage(now, ask, options, () => {
        onSent?.();
        return new ClaudeSelectors(ask, signal, begunIn).carryOut(now);
      });
    if (isWait(call)) return carryOut(call, turns.aside);
    try {
      return await turns.held(ask => carryOut(call, ask));
    } catch (error) {
      if (!(error instanceof NotThereYet)) throw error;
      const wait = waitFor(call, error);
      const looks = new ClaudeSelectors(turns.aside, signal, begunIn);
      await this.#onPage(wait, turns.aside, options, () => looks.wait(wait));
      return turns.held(ask => carryOut({ ...call, args: { ...call.args, selector_timeout: 0 } }, ask));
    }
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

  async #create({ args }: CompanionCall, ask: Ask, asker: string): Promise<CallResult> {
    const result = await this.#group.create(args, ask);
    // A tab that was opened with an address was sent there, and that is recorded.
    if (args.url !== undefined && result.tab) this.#gathered.filmed(asker, result.tab.url || null);
    return result;
  }

  #onPage(call: PageCall, ask: Ask, options: CallOptions, act: () => Promise<CallResult>): Promise<CallResult> {
    if (methodOf(call.tool) !== null) this.#gathered.filmed(options.asker, null);
    const seen = async (leastMs?: number) => {
      const { tabs } = await this.#group.list(ask, {}, leastMs);
      return tabs?.find(({ tabId }) => tabId === call.tabId) ?? null;
    };
    const { label } = this.party;
    const watch = {
      label,
      before: () => seen(),
      act,
      after: () => unlessCancelled(seen(listTimeoutMs), options.signal),
    };
    return this.#gathered.onPage(call, watch, { ...options, label, params: call.args });
  }

  async #send(
    call: CompanionCall,
    { parent, signal, site }: Pick<CallOptions, 'parent' | 'signal' | 'site'>,
    timeoutMs: number,
  ): Promise<ToolResult> {
    const tab = { ...(call.tabId !== undefined && { tabId: call.tabId }), ...(site !== undefined && { site }) };
    return ToolResultSchema.parse(
      await this.#peer.request('call', call, { parent, signal, timeoutMs, tool: call.tool, ...tab }),
    );
  }

  /** Throws ERR_TOO_LARGE for a request that the browser would not take; its port stays as it is. */
  #write(text: string, { kind }: Message): void {
    expectBrowserTakes(text);
    if (kind === 'request') this.#queue.sent();
    this.#options.channel.send(text);
  }

  /** The dialect, with every reply on the port told to the queue. */
  #counting() {
    const { now } = this.#options;
    const dialect = dialects['claude-frames'].extension({ now, hostName: hostname });
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
    const error = hubError('ERR_BROWSER_UNAVAILABLE', { kind: 'browser-disconnected', browser: this.party.label });
    this.#queue.close(error);
    this.#peer.close(error);
    this.#options.onClosed(this);
  }
}

/** In place of the call that waits for what it names. */
function waitFor({ tabId, decided }: PageCall, { selector, patience }: NotThereYet): PageCall {
  return { tool: 'computer', args: { action: 'wait', selector, duration: patience }, tabId, decided };
}

/** The real host answers these itself (seed 2.4); the dialect has the words. */
function answerTo(method: string): unknown {
  if (method === 'ping' || method === 'claude/status') return {};
  throw new RpcError(rpcErrors.methodNotFound, `The hub does not know ${JSON.stringify(method)} from an extension.`);
}
