// One relay of an extension that speaks spec 000: calls as commands with ids, several at once, and answers to its pop-up.
import { HubError } from '../../../../contract/errors.ts';
import { isRecord } from '../../../../contract/json.ts';
import { rpcErrors } from '../../../../contract/rpc-errors.ts';
import { ToolResultSchema } from '../../../../contract/schemas/messages.ts';
import { originOf } from '../../../../contract/sites.ts';
import { dialects } from '../../../../native-host/dialects/dialects.ts';
import { inEnglish } from '../../../../words/english.ts';
import { hubError } from '../../../../words/hub-error.ts';
import { Peer } from '../../wire/peer.ts';
import { ReadableRun } from '../../wire/readable-run.ts';
import { RpcError } from '../../wire/rpc-error.ts';
import { expectBrowserTakes } from '../browser-frame.ts';
import { isLoopCommand } from '../focus-loop.ts';
import { ClaudezillaElements } from './claudezilla-elements.ts';
import { ClaudezillaLoad, type LoadTime } from './claudezilla-load.ts';
import { withoutPasswords } from './claudezilla-passwords.ts';
import { isBlank } from './foreign-group.ts';
import { GatheredAnswers } from './gathered-answers.ts';
import { TabLists } from './tab-lists.ts';
import { isPageCall, namesItsPage, unlessCancelled, unlessRefused } from './watched-call.ts';
import type { CompanionCall } from '../../../../contract/companion.ts';
import type { ReportedTab } from '../../../../contract/schemas/companion.ts';
import type { Party } from '../../../../contract/schemas/trace.ts';
import type { ElementsKey } from '../../../../native-host/dialects/claudezilla/claudezilla-element-scripts.ts';
import type { FrameChannel } from '../../../../native-host/framing/frame-channel.ts';
import type { TraceTap } from '../../trace/tap.ts';
import type { IncomingRequest } from '../../wire/incoming-request.ts';
import type { CancelForm } from '../../wire/peer.ts';
import type { CallOptions, CallResult, Link } from '../browser-link.ts';
import type { FocusLoop } from '../focus-loop.ts';
import type { ForeignExtension } from './foreign-extensions.ts';
import type { Tell } from './held-elements.ts';
import type { PageCall, SeenTab } from './watched-call.ts';

export interface ClaudezillaLinkOptions {
  readonly channel: FrameChannel;
  readonly relayPid: number;
  readonly extension: ForeignExtension;
  readonly hub: Party;
  readonly tap: TraceTap;
  readonly now: () => number;
  readonly firstId: number;
  readonly elementsKey: ElementsKey;
  /** What the pop-up shows and stops. */
  readonly loop: FocusLoop;
  readonly version: string;
  /** Every tab of the extension's pool, after it was asked. */
  readonly onTabs: (link: ClaudezillaLink, tabs: readonly ReportedTab[]) => void;
  /** The extension closed a tab of the asker's to make room for another. */
  readonly onTabClosed: (link: ClaudezillaLink, tabId: number) => void;
  readonly onClosed: (link: ClaudezillaLink) => void;
}

/** An answer as the agent gets it, and every tab that it lists, where it is a list. */
interface Told {
  readonly result: CallResult;
  readonly listed: readonly ReportedTab[] | null;
}

/** The wire has no cancellation; the dialect drops it. */
const noCancel: CancelForm = { method: 'cancel', params: id => ({ id }), idOf: () => undefined };
/** The extension keeps so many requests, those of all tabs together. */
const mostVisits = 200;
/** A call's answer waits no longer for the list of tabs. */
const listTimeoutMs = 5_000;

export class ClaudezillaLink implements Link {
  readonly relayPid: number;
  readonly extensionId: string;
  party: Party;
  readonly #options: ClaudezillaLinkOptions;
  readonly #peer: Peer;
  readonly #lists = new TabLists();
  readonly #gathered = new GatheredAnswers();
  readonly #elements: ClaudezillaElements;

  constructor(options: ClaudezillaLinkOptions) {
    const { channel, extension, relayPid, hub, tap, firstId, elementsKey } = options;
    this.#options = options;
    this.relayPid = relayPid;
    this.extensionId = extension.id;
    this.#elements = new ClaudezillaElements(elementsKey);
    this.party = { kind: 'browser', id: `relay-${relayPid}`, label: extension.name };
    this.#peer = new Peer({
      dialect: dialects.claudezilla.extension(),
      hub,
      tap,
      other: () => this.party,
      cancel: noCancel,
      firstId,
      send: text => {
        expectBrowserTakes(text);
        channel.send(text);
      },
      handle: async request => ({ result: await this.#answer(request) }),
    });
    const run = new ReadableRun(reason => channel.close(inEnglish(reason)));
    channel.onFrame(frame => run.note(this.#peer.receiveBytes(frame)));
    channel.onClose(() => this.#closed());
  }

  /**
   * Rejects with ERR_TOOL_NOT_FOUND where the extension has no counterpart, with ERR_TOO_LARGE before what its browser would not take,
   * and with ERR_TAB_MOVED where the tab shows another page than the call was decided for.
   */
  async call(call: CompanionCall, given: CallOptions): Promise<CallResult> {
    const { parent, signal, timeoutMs, asker, own, onSent } = given;
    // What its asker was left with when it was sent here, after questions and pauses.
    const until = performance.now() + Math.min(timeoutMs, call.withinMs ?? Infinity);
    const leftMs = () => Math.max(1, Math.round(until - performance.now()));
    const options = () => ({ parent, signal, timeoutMs: leftMs() });
    // The call's own time may be over by then.
    const late = { parent, signal, timeoutMs: listTimeoutMs };
    const act = async () => {
      onSent?.();
      return (await this.#tell({ ...call, asker, own }, options())).result;
    };
    const one: Tell = async (each, mostMs = Infinity, stop = signal) =>
      (await this.#tell({ ...each, asker }, { parent, signal: stop, timeoutMs: Math.min(leftMs(), mostMs) })).result;
    if (isPageCall(call)) {
      const { label } = this.party;
      const carryOut = own ? act : () => this.#translated(call, one, given);
      const watch = {
        label,
        before: () => unlessRefused(this.#see(call, options())),
        leaves: () => unlessCancelled(this.#see(call, late), signal),
        act: () => this.#act(call, async () => withoutPasswords(call, await carryOut(), one), one, { signal, until }),
        after: () => unlessCancelled(this.#see(call, late), signal),
      };
      return this.#gathered.onPage(call, watch, { ...given, label, params: own?.params ?? call.args });
    }
    const opens = call.tool === 'tabs_create' && !own;
    const result = opens ? await this.#opened(call, await act(), one, { signal, until }) : await act();
    // The hub decides by where a tab is, and this extension says that only when it is asked.
    if (['tabs_create', 'navigate', 'computer'].includes(call.tool)) await unlessCancelled(this.#list(late), signal);
    return result;
  }

  /** What its agents do not say in selectors and single keys goes out as that. */
  #translated(call: PageCall, tell: Tell, { onSent, signal }: CallOptions): Promise<CallResult> {
    onSent?.();
    return this.#elements.carryOut(call, tell, signal);
  }

  /** The extension answers `navigate` at once, with the page of before: here its page is waited for. */
  async #act(call: PageCall, act: () => Promise<CallResult>, tell: Tell, time: LoadTime): Promise<CallResult> {
    if (call.tool !== 'navigate') return act();
    const load = new ClaudezillaLoad(call, tell, time);
    await load.begin();
    return load.told(await act());
  }

  /** So it does with a tab that is to show a page. */
  async #opened({ args }: CompanionCall, result: CallResult, tell: Tell, time: LoadTime): Promise<CallResult> {
    const { url } = args;
    if (typeof url !== 'string' || isBlank(url) || !result.tab) return result;
    const { tabId } = result.tab;
    const decided = { origin: originOf(url) };
    return new ClaudezillaLoad({ tool: 'navigate', args, tabId, decided }, tell, time).told(result);
  }

  async #see(call: PageCall, options: Omit<CallOptions, 'asker' | 'own'>): Promise<SeenTab | null> {
    const { tabId } = call;
    const needsVisits = !namesItsPage(call) && !['tabs_close', 'navigate'].includes(call.tool);
    const visited = needsVisits ? unlessRefused(this.#visits(tabId, options)) : null;
    const [tabs, visits] = await Promise.all([this.#list(options), visited]);
    if (visits) this.#gathered.shown.visited(tabId, visits);
    const tab = tabs.find(listed => listed.tabId === tabId);
    return tab ? { ...tab, ...(visits && { visits }) } : null;
  }

  /** The extension keeps the requests of all tabs, so that a page which left and came back is seen to have done so. */
  async #visits(tabId: number, options: Omit<CallOptions, 'asker' | 'own'>): Promise<ReadonlyMap<string, string>> {
    const own = { command: 'getNetworkRequests', params: { type: 'main_frame', limit: mostVisits } };
    const { result } = await this.#tell({ tool: 'read_network_requests', args: {}, tabId, own }, options);
    const requests = Array.isArray(result.own?.requests) ? result.own.requests.filter(isRecord) : [];
    return new Map(
      requests.map(({ requestId, timestamp, url }) => [JSON.stringify([requestId, timestamp, url]), String(url)]),
    );
  }

  async #list(options: Omit<CallOptions, 'asker' | 'own'>): Promise<readonly ReportedTab[]> {
    return (await this.#tell({ tool: 'tabs_context', args: {} }, options)).listed ?? [];
  }

  async #tell(call: CompanionCall & Pick<CallOptions, 'asker' | 'own'>, options: Omit<CallOptions, 'asker' | 'own'>) {
    const asked = this.#lists.ask();
    return this.#learned(call, await this.#ask(call, options), asked);
  }

  #ask(
    call: CompanionCall & Pick<CallOptions, 'asker' | 'own'>,
    options: Omit<CallOptions, 'asker' | 'own'>,
  ): Promise<unknown> {
    const tab = call.tabId === undefined ? {} : { tabId: call.tabId };
    return this.#peer.request('call', call, { ...options, tool: call.tool, ...tab });
  }

  /** The wire has no words for an approval. */
  tell(): void {}

  close(reason: string): void {
    this.#options.channel.close(reason);
  }

  /** It reports no tabs by itself, so what its answers say of them is taken. */
  #learned(call: CompanionCall, value: unknown, asked: number): Told {
    const { tabs, tab, closedTabId, own, labels, ...result } = isRecord(value) ? value : {};
    const content = ToolResultSchema.parse(result);
    if (typeof closedTabId === 'number') this.#closedTab(closedTabId);
    if (call.tool === 'tabs_close' && call.tabId !== undefined) this.#lists.closed(call.tabId);
    if (isReported(tab)) {
      this.#lists.opened(tab);
      this.#gathered.shown.opened(tab.tabId, tab.url);
    }
    const listed = Array.isArray(tabs) ? tabs.filter(isReported) : null;
    for (const { tabId, url } of listed ?? []) this.#gathered.shown.note(tabId, url);
    const now = listed && this.#lists.take(asked, listed);
    if (now) this.#options.onTabs(this, now);
    if (call.tool === 'tabs_create' && !isReported(tab))
      throw new HubError('ERR_TOOL_FAILED', `${this.party.label} opened a tab and did not say which; look at it.`);
    const beside = { ...(isRecord(own) && { own }), ...(isRecord(labels) && { labels }) };
    return { listed, result: { ...content, ...(isReported(tab) && { tab }), ...beside } };
  }

  #closedTab(tabId: number): void {
    this.#lists.closed(tabId);
    this.#options.onTabClosed(this, tabId);
  }

  /** Seed 1.3 and 1.10: the real host answers the pop-up's ping and version; it lets the loop's commands wait for ever. */
  #answer({ method, params }: IncomingRequest): unknown {
    const { now, loop, version } = this.#options;
    if (method === 'ping') return { pong: true, timestamp: now() };
    if (method === 'version')
      return { host: version, node: process.version, platform: process.platform, features: ['focus-loop'] };
    if (isLoopCommand(method)) return loop.step(method, isRecord(params) ? params : {});
    throw new RpcError(rpcErrors.methodNotFound, `Command not allowed: ${method.slice(0, 100)}`);
  }

  #closed(): void {
    this.#peer.close(hubError('ERR_BROWSER_UNAVAILABLE', { kind: 'browser-disconnected', browser: this.party.label }));
    this.#options.onClosed(this);
  }
}

function isReported(value: unknown): value is ReportedTab {
  return isRecord(value) && typeof value.tabId === 'number' && typeof value.url === 'string';
}
