// The documents that use the Web Agent API over one connection of our own extension: each is a wire of its own within that connection.

import { maxBrowserFrameBytes } from '../../../contract/frame-bounds.ts';
import { jsonIn } from '../../../contract/json.ts';
import { PageFrameSchema } from '../../../contract/schemas/web-agent.ts';
import { pageBounds } from '../../../contract/web-agent.ts';
import { ChunkedSender } from './chunked-sender.ts';
import type { Message } from '../../../contract/schemas/messages.ts';
import type { PageOpened } from '../../../contract/schemas/web-agent.ts';
import type { BrowserChannel } from './browser-channel.ts';

/** The hub's way to one document. */
export interface PageWire {
  /** Throws ERR_TOO_LARGE for a message over 64 MiB. */
  send(text: string, message: Message): void;
  /** The document is served no more. May be called twice. */
  close(): void;
}

/** Whoever serves one document. */
export interface ServedPage {
  /** A JSON-RPC message of it, as it came and parsed. */
  receive(value: unknown, text: string): void;
  /** `left`: the document is gone; `away`: its browser is, and may come back with it. */
  closed(why: 'left' | 'away'): void;
}

/** Serves a document that begins to use the API; null where it is not served. */
export type ServePage = (opened: PageOpened, wire: PageWire) => ServedPage | null;

const start = Buffer.from('{"kind":"');
/** What stands around a message in its frame. */
const wrapBytes = 200;

export class PageLinks {
  readonly #channel: Pick<BrowserChannel, 'send' | 'onDrain'>;
  readonly #serve: ServePage;
  readonly #pages = new Map<string, { readonly page: ServedPage; readonly drained: () => void }>();

  constructor(channel: Pick<BrowserChannel, 'send' | 'onDrain'>, serve: ServePage) {
    this.#channel = channel;
    this.#serve = serve;
    channel.onDrain(() => {
      for (const { drained } of [...this.#pages.values()]) drained();
    });
  }

  /** Takes a frame that is about a document; false for every other one. */
  take(bytes: Buffer): boolean {
    if (!bytes.subarray(0, start.length).equals(start)) return false;
    const frame = PageFrameSchema.safeParse(jsonIn(bytes.toString('utf8')));
    if (!frame.success) return false;
    const { data } = frame;
    if (data.kind === 'open') this.#open(data.page, data.opened);
    else if (data.kind === 'close') this.#close(data.page);
    else this.#pages.get(data.page)?.page.receive(data.rpc, JSON.stringify(data.rpc) ?? '');
    return true;
  }

  closeAll(): void {
    for (const id of [...this.#pages.keys()]) this.#close(id, 'away');
  }

  #open(id: string, opened: PageOpened): void {
    this.#close(id);
    const wire = this.#wireOf(id);
    const page = this.#pages.size < pageBounds.documents ? this.#serve(opened, wire.wire) : null;
    if (page) this.#pages.set(id, { page, drained: wire.drained });
    else this.#tellClosed(id);
  }

  #close(id: string, why: 'left' | 'away' = 'left'): void {
    const known = this.#pages.get(id);
    this.#pages.delete(id);
    known?.page.closed(why);
  }

  #wireOf(id: string): { wire: PageWire; drained: () => void } {
    let drained = () => {};
    const sender = new ChunkedSender(
      {
        send: payload => this.#channel.send(`{"kind":"rpc","page":${JSON.stringify(id)},"rpc":${payload.toString()}}`),
        onDrain: listener => {
          drained = listener;
        },
      },
      maxBrowserFrameBytes - wrapBytes,
    );
    const close = () => {
      if (!this.#pages.has(id)) return;
      this.#close(id);
      this.#tellClosed(id);
    };
    return { wire: { send: (text, message) => sender.send(text, message), close }, drained: () => drained() };
  }

  #tellClosed(page: string): void {
    this.#channel.send(JSON.stringify({ kind: 'close', page }));
  }
}
