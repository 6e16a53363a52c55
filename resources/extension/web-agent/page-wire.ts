// One document as one hub knows it: its id there, JSON-RPC under that id, and which of the hub's events belongs to which request of the page.
import { isRecord } from '../../../contract/json.ts';
import { untilAborted } from '../../../contract/until-aborted.ts';
import { pageNews, pageTells } from '../../../contract/web-agent.ts';
import { Rpc, type RpcOptions } from '../rpc.ts';
import { countsOnRegistered } from './kept-registrations.ts';
import type { PageFrame, PageOpened } from '../../../contract/schemas/web-agent.ts';
import type { RegisteredName } from './kept-registrations.ts';
import type { PageFault } from './page-fault.ts';
import type { ToContent } from './port-messages.ts';
import type { NextHub, RegistrationsAgain } from './registrations-again.ts';

/** The connection to an approved hub; another one is another object. */
export interface PageHub {
  send(frame: PageFrame): void;
}

/** A request of the page under way. */
export interface PageRequest {
  /** The content script's. */
  readonly id: number;
  readonly type: string;
  readonly payload: Record<string, unknown>;
  readonly signal: AbortSignal;
}

export interface PageWireOptions {
  readonly hub: PageHub;
  readonly id: string;
  post(message: ToContent): void;
  readonly serve: RpcOptions['serve'];
}

/** What a hub does not take for now is told to it again after so long, and then ever later. */
const againMs = { first: 2_000, most: 30_000 } as const;

export class PageWire {
  readonly #options: PageWireOptions;
  readonly #rpc: Rpc;
  /** By the hub's id of a request: the content script's. */
  readonly #streams = new Map<unknown, number>();
  #left: PageFault | null = null;
  /** Until the hub was told once of all that the page had registered before; it never rejects. */
  #toldAgain: Promise<void> | null = null;
  /** Until it is told again of what it did not take. */
  #pause: ReturnType<typeof setTimeout> | undefined;

  constructor(options: PageWireOptions) {
    this.#options = options;
    const { hub, id, serve } = options;
    this.#rpc = new Rpc({
      post: said => hub.send({ kind: 'rpc', page: id, rpc: said }),
      serve,
      notified: (method, params) => this.#notified(method, params),
    });
  }

  get id(): string {
    return this.#options.id;
  }

  isOf(hub: PageHub | null): boolean {
    return this.#options.hub === hub;
  }

  open(opened: PageOpened): void {
    this.#options.hub.send({ kind: 'open', page: this.id, opened });
  }

  /** For the hub the document is gone. */
  close(): void {
    this.#options.hub.send({ kind: 'close', page: this.id });
  }

  /** What is under way fails for that reason. */
  leave(why: PageFault): void {
    this.#left = why;
    clearTimeout(this.#pause);
    this.#rpc.close();
  }

  receive(rpc: unknown): void {
    this.#rpc.receive(rpc);
  }

  /** Rejects with RpcRefusal, and with the reason of `leave`. The hub is told when the signal aborts, and answers all the same. */
  async ask({ id, type, payload, signal }: PageRequest): Promise<unknown> {
    if (this.#toldAgain && countsOnRegistered(type)) await untilAborted(this.#toldAgain, signal);
    signal.throwIfAborted();
    if (this.#left) throw this.#left;
    let known: unknown;
    const cancel = () => {
      if (!this.#left) this.#rpc.notify('cancel', { id: known });
    };
    const answer = this.#rpc.request(type, payload, asked => {
      known = asked;
      this.#streams.set(asked, id);
    });
    signal.addEventListener('abort', cancel, { once: true });
    try {
      return await answer;
    } catch (error) {
      throw this.#left ?? error;
    } finally {
      signal.removeEventListener('abort', cancel);
      this.#streams.delete(known);
    }
  }

  /** Of what it had with the hub before; what counts on that is asked afterwards. What the hub does not take for now is told again, which nothing waits for. */
  tellAgain(registered: RegistrationsAgain): void {
    const ask = (type: string, payload: unknown) => this.#rpc.request(type, payload);
    const hub: NextHub = { ask, isThere: () => !this.#left };
    const wait = (rest: readonly RegisteredName[], pauseMs: number) => {
      if (rest.length === 0 || this.#left) return;
      const next = Math.min(2 * pauseMs, againMs.most);
      this.#pause = setTimeout(() => {
        void registered.tellRest(hub, rest).then(still => wait(still, next));
      }, pauseMs);
    };
    this.#toldAgain = registered.tell(hub).then(rest => {
      this.#toldAgain = null;
      wait(rest, againMs.first);
    });
  }

  tellTools(tools: readonly unknown[]): void {
    this.#rpc.notify(pageTells.tools, { tools });
  }

  tellRefused(count: number): void {
    this.#rpc.notify(pageTells.refused, { count });
  }

  #notified(method: string, params: unknown): void {
    if (!isRecord(params)) return;
    const { post } = this.#options;
    if (method === pageNews.stream) {
      const id = this.#streams.get(params.id);
      if (id !== undefined) post({ kind: 'event', id, event: params.event });
    }
    if (method === pageNews.agentEvent) post({ kind: 'agentEvent', event: params });
    if (method === pageNews.flags) post({ kind: 'flags', flags: params });
  }
}
