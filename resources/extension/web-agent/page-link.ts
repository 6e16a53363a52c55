// One document that uses the Web Agent API: its port on one side, its wire to the hub on the other, which is opened anew with each hub.
import { pageBounds, pageMember } from '../../../contract/web-agent.ts';
import { HubCame } from './alone/hub-missing.ts';
import { DocumentAsks } from './document-asks.ts';
import { NewestOffer } from './newest-offer.ts';
import { bytesOf, PageBounds, RefusalTally } from './page-bounds.ts';
import { PageFault, toPageError } from './page-fault.ts';
import { readJson, readPayload } from './page-payload.ts';
import { type PageHub, type PageRequest, PageWire } from './page-wire.ts';
import { RegistrationsAgain } from './registrations-again.ts';
import type { PageOpened } from '../../../contract/schemas/web-agent.ts';
import type { ServesAlone } from './alone/asked-alone.ts';
import type { Deed } from './deed.ts';
import type { ToBackground, ToContent } from './port-messages.ts';

export interface PageLinkOptions {
  post(message: ToContent): void;
  /** Rejects with PageFault where the document cannot be attributed, or the user lets it have nothing. */
  opened(): Promise<PageOpened>;
  hub(): PageHub | null;
  /** Resolves once it is known whether there is one. */
  hubKnown(): Promise<void>;
  /** Answers while there is none. */
  readonly alone: ServesAlone;
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number;
  newId(): string;
  /** Null where the companion knows nothing of that name. */
  deedNamed(method: string): Deed | null;
  /** It is open at the hub under that id, or under none any more. */
  named(id: string | null, before: string | null): void;
}

export class PageLink {
  readonly #options: PageLinkOptions;
  readonly #bounds: PageBounds;
  readonly #offers: NewestOffer<string>;
  readonly #refused = new RefusalTally(count => void this.#tellRefused(count));
  readonly #running = new Map<number, AbortController>();
  readonly #asks = new DocumentAsks(message => this.#post(message));
  #wire: PageWire | null = null;
  #tools: unknown[] = [];
  readonly #registered = new RegistrationsAgain(message => this.#post(message));
  #isOver = false;
  /** Where the browser has no name for the document. */
  readonly #ownName = crypto.randomUUID();
  /** Under which the companion has answered it; null where it never did. */
  #document: string | null = null;

  constructor(options: PageLinkOptions) {
    this.#options = options;
    this.#bounds = new PageBounds(options.now);
    const { toolsPauseMs: pauseMs } = pageBounds;
    this.#offers = new NewestOffer({ now: options.now, pauseMs, tell: written => this.#offer(written) });
  }

  /** From the content script, which no page can pose as; even so, only well-formed messages are taken. */
  heard(message: ToBackground): void {
    switch (message.kind) {
      case 'request':
        return void this.#request(message);
      case 'abort':
        return this.#running.get(message.id)?.abort(new PageFault('ERR_CANCELLED', 'The page has cancelled this.'));
      case 'tools':
        return this.#offers.take(message.tools);
      case 'kept':
        this.#registered.load(message.kept);
        return void this.#comeBack();
      case 'refused':
        return void (Number.isSafeInteger(message.count) && message.count > 0 && this.#refused.add(message.count));
      case 'answer':
        return this.#asks.answered(message);
    }
  }

  /** A message of the hub about this document. */
  receive(rpc: unknown): void {
    this.#wire?.receive(rpc);
  }

  /** The hub has changed, or no longer serves it; the next request opens it anew. */
  leaveHub(why: PageFault = hubLost): void {
    const wire = this.#wire;
    this.#wire = null;
    if (!wire) return;
    this.#options.named(null, wire.id);
    wire.leave(why);
  }

  /** It may no longer speak; for the hub it is gone. */
  shutOut(why: PageFault): void {
    const wire = this.#wire;
    this.leaveHub(why);
    wire?.close();
  }

  /** A hub has come, and has to be told of the tools that the document offers, and of what it had registered. */
  hubCame(): void {
    if (this.#tools.length > 0 || this.#registered.isNeeded) void this.#comeBack();
  }

  /** The document is gone. */
  close(): void {
    this.#refused.flush();
    this.#isOver = true;
    this.#offers.drop();
    const wire = this.#wire;
    this.leaveHub();
    wire?.close();
    const gone = new PageFault('ERR_NO_TAB', 'The page was left before it answered.');
    for (const controller of this.#running.values()) controller.abort(gone);
    this.#running.clear();
    this.#asks.close(gone);
    if (this.#document !== null) this.#options.alone.gone(this.#document);
  }

  async #request({ id, type, payload }: Extract<ToBackground, { kind: 'request' }>): Promise<void> {
    // It may be about a tool that was just added.
    this.#offers.flush();
    const refused = this.#bounds.take(bytesOf(payload));
    if (refused) {
      this.#refused.add();
      return this.#post({ kind: 'response', id, ok: false, error: refused });
    }
    const controller = new AbortController();
    this.#running.set(id, controller);
    try {
      const result = await this.#carry({ id, type, payload: readPayload(type, payload), signal: controller.signal });
      this.#post({ kind: 'response', id, ok: true, result });
    } catch (error) {
      this.#post({ kind: 'response', id, ok: false, error: toPageError(error) });
    } finally {
      this.#running.delete(id);
      this.#bounds.done();
    }
  }

  async #carry(asked: PageRequest): Promise<unknown> {
    const opened = await this.#options.opened();
    const { type, signal } = asked;
    if (!pageMember(type))
      throw new PageFault('ERR_NOT_IMPLEMENTED', `There is no "${type.slice(0, 100)}" in this API.`);
    if (!this.#options.hub()) await this.#options.hubKnown();
    signal.throwIfAborted();
    const wire = this.#connect(opened);
    if (!wire) return this.#alone(opened, asked);
    const result = await wire.ask(asked);
    this.#registered.answered(type, asked.payload, result);
    if (opened.frameId !== 0) await this.#options.opened();
    return result;
  }

  /** By the companion; a hub that comes before anything is done takes over. */
  async #alone(opened: PageOpened, asked: PageRequest): Promise<unknown> {
    const { id, type, payload, signal } = asked;
    const tell = (event: unknown) => this.#post({ kind: 'event', id, event });
    const askDocument = this.#asks.ask.bind(this.#asks);
    this.#document = opened.document || this.#ownName;
    const about = { opened, document: this.#document, tools: this.#tools };
    try {
      return await this.#options.alone.answer({ type, payload, signal, ...about, askDocument, tell });
    } catch (error) {
      if (!(error instanceof HubCame)) throw error;
    }
    return this.#carry(asked);
  }

  /** Null while there is no hub. */
  #connect(opened: PageOpened): PageWire | null {
    const hub = this.#options.hub();
    if (!this.#wire?.isOf(hub)) this.leaveHub();
    if (!hub || this.#isOver) return null;
    if (this.#wire) return this.#wire;
    const wire = new PageWire({
      ...{ hub, id: this.#options.newId(), post: message => this.#post(message) },
      serve: (request, signal) => this.#serve(opened, request, signal),
    });
    this.#wire = wire;
    this.#options.named(wire.id, null);
    wire.open(opened);
    if (this.#tools.length > 0) wire.tellTools(this.#tools);
    if (this.#registered.isNeeded) wire.tellAgain(this.#registered);
    return wire;
  }

  /** Where there is a hub, to be told of what the document offers and had registered. */
  async #comeBack(): Promise<void> {
    try {
      this.#connect(await this.#options.opened());
    } catch (error) {
      if (this.#options.hub()) this.#registered.refused(error);
    }
  }

  async #serve(
    opened: PageOpened,
    { method, params }: { method: string; params: unknown },
    signal: AbortSignal,
  ): Promise<unknown> {
    if (method === 'ping') return {};
    if (opened.frameId !== 0) await this.#options.opened();
    signal.throwIfAborted();
    if (method.startsWith('page.')) return this.#asks.ask(method, params, signal);
    const deed = this.#options.deedNamed(method);
    if (!deed) throw new PageFault('ERR_NOT_IMPLEMENTED', `This companion knows no ${method}; update it.`);
    return deed(params, { opened, signal, askDocument: (type, payload) => this.#asks.ask(type, payload, signal) });
  }

  /** False where it is too much for now. */
  #offer(written: string): boolean {
    const size = bytesOf(written);
    if (size > pageBounds.requestBytes) return true;
    if (!this.#bounds.takeBytes(size)) return false;
    try {
      const tools = readJson(written);
      this.#tools = Array.isArray(tools) ? tools.slice(0, pageBounds.tools) : [];
      void this.#tellTools();
    } catch {
      // What no JSON may hold is no list of tools.
    }
    return true;
  }

  /** A hub that knows the document is also told when there are none left. */
  async #tellTools(): Promise<void> {
    let opened: PageOpened;
    try {
      // Waited for as a request does that: one that comes afterwards goes afterwards.
      opened = await this.#options.opened();
    } catch {
      return;
    }
    if (this.#wire?.isOf(this.#options.hub())) this.#wire.tellTools(this.#tools);
    else if (this.#tools.length > 0) this.#connect(opened);
  }

  /** The hub also counts requests that never reached it. */
  async #tellRefused(count: number): Promise<void> {
    if (this.#wire?.isOf(this.#options.hub())) return this.#wire.tellRefused(count);
    const opened = await this.#options.opened().catch(() => null);
    if (opened) this.#connect(opened)?.tellRefused(count);
  }

  #post(message: ToContent): void {
    if (!this.#isOver) this.#options.post(message);
  }
}

/** What a page is told when the hub has closed it. */
export const notServed = new PageFault(
  'ERR_SERVER_UNAVAILABLE',
  'Pilothouse does not serve this page; look under Permissions there whether its site is offered the Web Agent API.',
);

const hubLost = new PageFault(
  'ERR_SERVER_UNAVAILABLE',
  'The connection to Pilothouse was lost before it answered; try again once it is back.',
);
