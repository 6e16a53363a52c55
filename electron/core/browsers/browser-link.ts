// One connection of our own extension, by a relay or by its WebSocket: what its extension says of itself, what it is told, and the calls that are sent through it.
import { z } from 'zod';
import { rpcErrors } from '../../../contract/rpc-errors.ts';
import {
  CompanionCallResultSchema,
  CompanionCancelSchema,
  CompanionCoversSchema,
  CompanionDescribedSchema,
  CompanionHelloSchema,
  CompanionIconSchema,
  CompanionModelPieceSchema,
  CompanionOpenedSchema,
  CompanionTabsSchema,
} from '../../../contract/schemas/companion.ts';
import { faultOf } from '../../../contract/schemas/value-fault.ts';
import { ownParams } from '../../../native-host/dialects/claudezilla/claudezilla-own.ts';
import { inEnglish } from '../../../words/english.ts';
import { hubError } from '../../../words/hub-error.ts';
import { Peer } from '../wire/peer.ts';
import { ReadableRun } from '../wire/readable-run.ts';
import { RpcError } from '../wire/rpc-error.ts';
import { ChunkedSender } from './chunked-sender.ts';
import { LinkModel } from './link-model.ts';
import { PageLinks } from './page-links.ts';
import { readUploads } from './read-uploads.ts';
import type { CompanionCall, CompanionDescribe } from '../../../contract/companion.ts';
import type { RunMode } from '../../../contract/entities.ts';
import type {
  CompanionCovers,
  CompanionDescribed,
  CompanionHandedOver,
  CompanionHello,
  CompanionIcon,
  CompanionMode,
  CompanionName,
  CompanionOpened,
  CompanionOwnerChanged,
  CompanionWelcome,
  ReportedTab,
} from '../../../contract/schemas/companion.ts';
import type { CompanionAsking } from '../../../contract/schemas/companion-pages.ts';
import type { Party } from '../../../contract/schemas/trace.ts';
import type { CompanionSites, PageOpened } from '../../../contract/schemas/web-agent.ts';
import type { OwnCommand } from '../../../native-host/dialects/claudezilla/claudezilla-own.ts';
import type { TraceTap } from '../trace/tap.ts';
import type { IncomingRequest } from '../wire/incoming-request.ts';
import type { CancelForm } from '../wire/peer.ts';
import type { BrowserChannel, SocketBrowser, SocketEnd } from './browser-channel.ts';
import type { PageWire, ServedPage } from './page-links.ts';

export type CallResult = z.infer<typeof CompanionCallResultSchema> & {
  readonly isError?: boolean | undefined;
  /** Every tab that the browser speaks of, where it has no other way to report them. */
  readonly tabs?: readonly ReportedTab[];
  /** The answer of an extension to a command of its own wire, without its picture. */
  readonly own?: Record<string, unknown>;
  /** What is drawn on the picture; some of its texts may be passwords. */
  readonly labels?: Record<string, unknown>;
};

export interface CallOptions {
  readonly parent: number;
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  /** Which of these origins the call may have content of as well. */
  readonly covers?: (ask: Omit<CompanionCovers, 'call'>) => string[];
  /** Told when the call itself goes out to the extension. */
  readonly onSent?: () => void;
  /** Who is served in turns where a wire takes one call at a time, and whose calls are few at work at a time in the companion. */
  readonly asker?: string;
  /** The command behind the call: what an extension of its asker's wire is sent in its place, and what the companion tells more to. */
  readonly own?: OwnCommand;
  /** The origin of the page that it was decided about. */
  readonly site?: string;
}

/** What a call would act on; `cannot` where the extension is older than that question, null where it gave no answer that can be read. */
export type DescribeAnswer = CompanionDescribed | 'cannot' | null;

type ViewNotice = 'view-changed' | 'view-chat' | 'view-ended';

/** The hub's way to the companion's own pages over one connection. */
export interface ViewWire {
  /** Nothing comes of it where the browser is not let in any more. */
  notify(method: ViewNotice, params: object): void;
}

/** Whoever serves the companion's own pages over one connection. */
export interface ServedViews {
  /** Rejects with HubError or RpcError. */
  request(method: 'view' | 'act', params: unknown): Promise<unknown>;
  viewClosed(params: unknown): void;
  /** The connection is gone. */
  closed(): void;
}

/** One connection to a browser, whatever its extension speaks. */
export interface Link {
  /** Null where no relay stands between. */
  readonly relayPid: number | null;
  /** Absent where a relay does. */
  readonly socket?: SocketBrowser;
  readonly extensionId: string;
  /** Set by the registry when the browser is known. */
  party: Party;
  call(call: CompanionCall, options: CallOptions): Promise<CallResult>;
  /** The browser's own model; null where it has none. Absent where the extension is somebody else's. */
  readonly model?: LinkModel | null;
  /** Never rejects. Absent where the extension is somebody else's. */
  describe?(ask: CompanionDescribe, options: Pick<CallOptions, 'parent' | 'signal'>): Promise<DescribeAnswer>;
  tell(welcome: CompanionWelcome): void;
  /** What agents may do now; absent where the extension would not know what to do with it. */
  tellMode?(mode: RunMode): void;
  /** What the user calls it from now on; absent where the extension shows no name. */
  tellName?(name: string): void;
  /** Where pages are offered the Web Agent API; absent where the extension is somebody else's. */
  tellSites?(sites: CompanionSites): void;
  /** Which questions of its pages wait; absent where the extension is somebody else's. */
  tellAsking?(asking: CompanionAsking): void;
  /** These tabs are no agent's any more; absent where the extension has no groups for those of agents. */
  tellHandedOver?(tabIds: readonly number[]): void;
  /** These are not those of the agent any more that had them; absent where the extension keeps nothing of an agent's with a tab. */
  tellOwnerChanged?(tabIds: readonly number[]): void;
  close(reason: string, end?: SocketEnd): void;
}

export interface BrowserLinkOptions {
  readonly channel: BrowserChannel;
  readonly from: { readonly relayPid: number } | SocketBrowser;
  readonly extensionId: string;
  readonly hub: Party;
  readonly tap: TraceTap;
  readonly firstId: number;
  /** Decides what the extension is told; called once for each `hello`. */
  readonly onHello: (link: BrowserLink, hello: CompanionHello) => CompanionWelcome | Promise<CompanionWelcome>;
  readonly onTabs: (link: BrowserLink, tabs: readonly ReportedTab[]) => void;
  readonly onIcon: (link: BrowserLink, icon: CompanionIcon) => void;
  /** A document begins to use the Web Agent API; null where it is not served. */
  readonly onPage: (link: BrowserLink, opened: PageOpened, wire: PageWire) => ServedPage | null;
  /** Serves the pages of the extension itself; null where the browser is not let in. */
  readonly onViews: (link: BrowserLink) => ServedViews | null;
  /** What is typed in the address bar, and what the user chooses of it. Rejects where that browser is not let in. */
  readonly onOmnibox: (link: BrowserLink, request: IncomingRequest) => Promise<unknown>;
  /** Answers whether the tab is the agent's whose tab opened it. */
  readonly onOpened: (link: BrowserLink, opened: CompanionOpened) => boolean;
  readonly onClosed: (link: BrowserLink) => void;
}

/** The user waits for the question until then. */
const describeMs = 2_500;

/** The companion answers a cancelled call at once, and says whether it had begun it. */
const cancelMs = 1_000;

const companionCancel: CancelForm = {
  method: 'cancel',
  params: id => ({ id }),
  idOf: params => CompanionCancelSchema.safeParse(params).data?.id,
};

/** A relay outlives its connection, and the hub: a late answer to an earlier one must not have the id of a call of this one. */
export function randomFirstId(randomBytes: (size: number) => Buffer): number {
  const bytes = 6;
  return randomBytes(bytes).readUIntBE(0, bytes);
}

export class BrowserLink implements Link {
  readonly relayPid: number | null;
  readonly socket?: SocketBrowser;
  readonly extensionId: string;
  party: Party;
  readonly #options: BrowserLinkOptions;
  readonly #peer: Peer;
  #toldMode: RunMode = 'running';
  #describes = false;
  #model: LinkModel | null = null;
  /** By the id of the call in flight. */
  readonly #covers = new Map<CompanionCovers['call'], NonNullable<CallOptions['covers']>>();

  constructor(options: BrowserLinkOptions) {
    this.#options = options;
    const { from } = options;
    this.relayPid = 'relayPid' in from ? from.relayPid : null;
    if ('keyId' in from) this.socket = from;
    this.extensionId = options.extensionId;
    const id = 'keyId' in from ? `socket-${from.keyId.slice(0, 8)}` : `relay-${from.relayPid}`;
    this.party = { kind: 'browser', id, label: 'Browser' };
    const sender = new ChunkedSender(options.channel);
    this.#peer = new Peer({
      hub: options.hub,
      other: () => this.party,
      tap: options.tap,
      cancel: companionCancel,
      firstId: options.firstId,
      send: (text, message) => sender.send(text, message),
      handle: async request => ({ result: await this.#handle(request) }),
      notified: (method, params) => this.#notified(method, params),
    });
    const run = new ReadableRun(reason => options.channel.close(inEnglish(reason)));
    const pages = new PageLinks(options.channel, (opened, wire) => options.onPage(this, opened, wire));
    options.channel.onFrame(frame => {
      if (!pages.take(frame)) run.note(this.#peer.receiveBytes(frame));
    });
    options.channel.onClose(() => {
      pages.closeAll();
      this.#peer.close(
        hubError('ERR_BROWSER_UNAVAILABLE', { kind: 'browser-disconnected', browser: this.party.label }),
      );
      options.onClosed(this);
    });
  }

  get model(): LinkModel | null {
    return this.#model;
  }

  /** Sends a call to the extension. Rejects with ERR_TOO_LARGE before a message over 64 MiB. */
  async call(call: CompanionCall, options: CallOptions): Promise<CallResult> {
    const { parent, signal, timeoutMs, covers = () => [], onSent, own, asker, site } = options;
    const command = own ? { command: { name: own.command, params: ownParams(own) } } : {};
    const args = call.tool === 'file_upload' ? await readUploads(call.args) : call.args;
    const ids: CompanionCovers['call'][] = [];
    const onId = (id: CompanionCovers['call']) => {
      ids.push(id);
      this.#covers.set(id, covers);
      onSent?.();
    };
    const tab = call.tabId === undefined ? {} : { tabId: call.tabId };
    const result = await this.#peer
      .request(
        'call',
        { ...call, args, ...command, ...(asker !== undefined && { asker }) },
        { parent, signal, timeoutMs, cancelMs, onId, tool: call.tool, ...tab, ...(site !== undefined && { site }) },
      )
      .finally(() => {
        for (const id of ids) this.#covers.delete(id);
      });
    const parsed = CompanionCallResultSchema.safeParse(result);
    if (parsed.success) return parsed.data;
    throw hubError('ERR_TOOL_FAILED', {
      kind: 'no-tool-result',
      browser: this.party.label,
      tool: call.tool,
      why: faultOf(parsed.error, result),
    });
  }

  async describe(ask: CompanionDescribe, { parent, signal }: Pick<CallOptions, 'parent' | 'signal'>) {
    if (!this.#describes) return 'cannot';
    const { tool, tabId } = ask;
    const options = { parent, signal, timeoutMs: describeMs, tool, tabId };
    const answer = await this.#peer.request('describe', ask, options).catch(() => null);
    return CompanionDescribedSchema.safeParse(answer).data ?? null;
  }

  tell(welcome: CompanionWelcome): void {
    this.#peer.notify('state', welcome);
  }

  tellMode(mode: RunMode): void {
    if (mode === this.#toldMode) return;
    this.#toldMode = mode;
    const told: CompanionMode = { mode };
    this.#peer.notify('mode', told);
  }

  tellName(name: string): void {
    const told: CompanionName = { name };
    this.#peer.notify('name', told);
  }

  tellSites(sites: CompanionSites): void {
    this.#peer.notify('sites', sites);
  }

  tellAsking(asking: CompanionAsking): void {
    this.#peer.notify('asking', asking);
  }

  tellView(method: ViewNotice, params: object): void {
    this.#peer.notify(method, params);
  }

  tellHandedOver(tabIds: readonly number[]): void {
    const told: CompanionHandedOver = { tabIds: [...tabIds] };
    this.#peer.notify('handed-over', told);
  }

  tellOwnerChanged(tabIds: readonly number[]): void {
    const told: CompanionOwnerChanged = { tabIds: [...tabIds] };
    this.#peer.notify('owner-changed', told);
  }

  close(reason: string, end?: SocketEnd): void {
    this.#options.channel.close(reason, end);
  }

  async #handle(request: IncomingRequest): Promise<unknown> {
    const { method, params } = request;
    if (method === 'ping') return {};
    if (method === 'covers') return this.#answerCovers(params);
    if (method === 'opened') return this.#answerOpened(params);
    if (method === 'view' || method === 'act') return this.#views().request(method, params);
    if (method === 'omnibox-suggest' || method === 'omnibox-select') return this.#options.onOmnibox(this, request);
    if (method !== 'hello')
      throw new RpcError(
        rpcErrors.methodNotFound,
        `The hub knows hello and ping from an extension, not ${JSON.stringify(method)}.`,
      );
    const hello = CompanionHelloSchema.safeParse(params);
    if (!hello.success)
      throw new RpcError(rpcErrors.invalidParams, `This hello cannot be read: ${z.prettifyError(hello.error)}`);
    this.#describes = hello.data.describes === true;
    this.#model = hello.data.model === true ? new LinkModel(this.#peer) : null;
    return this.#options.onHello(this, hello.data);
  }

  #views(): ServedViews {
    const views = this.#options.onViews(this);
    if (views) return views;
    throw hubError('ERR_PERMISSION_DENIED', { kind: 'browser-not-let-in', browser: this.party.label });
  }

  /** An extension may ask only for a call that it carries out. */
  #answerCovers(params: unknown): { origins: string[] } {
    const ask = CompanionCoversSchema.safeParse(params);
    if (!ask.success) throw new RpcError(rpcErrors.invalidParams, `This cannot be read: ${z.prettifyError(ask.error)}`);
    return { origins: this.#covers.get(ask.data.call)?.(ask.data) ?? [] };
  }

  #answerOpened(params: unknown): { owned: boolean } {
    const opened = CompanionOpenedSchema.safeParse(params);
    if (!opened.success)
      throw new RpcError(rpcErrors.invalidParams, `This cannot be read: ${z.prettifyError(opened.error)}`);
    return { owned: this.#options.onOpened(this, opened.data) };
  }

  #notified(method: string, params: unknown): void {
    if (method === 'icon') {
      const icon = CompanionIconSchema.safeParse(params);
      if (icon.success) this.#options.onIcon(this, icon.data);
    }
    if (method === 'model-piece') {
      const piece = CompanionModelPieceSchema.safeParse(params);
      if (piece.success) this.#model?.wrote(piece.data.id, piece.data.text);
    }
    if (method === 'view-closed') this.#options.onViews(this)?.viewClosed(params);
    if (method !== 'tabs') return;
    const report = CompanionTabsSchema.safeParse(params);
    if (report.success) this.#options.onTabs(this, report.data.tabs);
  }
}
