// What lies between plugins and the hub: messages with the ids of their senders, as they are. It decides nothing and answers nothing.
import { isRecord } from '../../contract/json.ts';
import { pluginBounds, pluginNamespace } from '../../contract/plugins.ts';

export interface CarrierOptions {
  /** The first frame of each connection. */
  readonly hello: () => Promise<object>;
  /** Hands a message to that extension. Rejects where the browser cannot. */
  readonly sendTo: (pluginId: string, message: unknown) => Promise<unknown>;
  /** Keeps what waits over a sleep of the background. */
  readonly keep: (waiting: Readonly<Record<string, unknown>>) => void;
}

type Post = (frame: object) => void;

/** They change what the hub knows; answers to a hub that is gone answer nothing. */
const waitingTypes = ['PLUGIN_REGISTER', 'PLUGIN_UNREGISTER'];
const maxIdChars = 200;

export class Carrier {
  readonly #options: CarrierOptions;
  /** By sender, the newest of what a hub has to hear once it is there. */
  readonly #waiting: Map<string, unknown>;
  /** The hub, once it was told who speaks. */
  #post: Post | null = null;
  #connection = 0;

  constructor(options: CarrierOptions, kept: Readonly<Record<string, unknown>> = {}) {
    this.#options = options;
    this.#waiting = new Map(Object.entries(kept));
  }

  /** The hub is reachable through a new, empty connection. */
  async hubCame(post: Post): Promise<void> {
    this.hubWent();
    const connection = this.#connection;
    const hello = await this.#options.hello();
    // It may have gone, or another may have come, while that was read.
    if (connection !== this.#connection) return;
    post(hello);
    this.#post = post;
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    if (waiting.length > 0) this.#keep();
    for (const [from, message] of waiting) post({ kind: 'message', from, message });
  }

  hubWent(): void {
    this.#connection += 1;
    this.#post = null;
  }

  /** `from` is the sender as the browser tells it. What is no envelope of a plugin is somebody else's. */
  said(from: string, message: unknown): void {
    if (!isRecord(message) || message.namespace !== pluginNamespace) return;
    const bytes = new TextEncoder().encode(JSON.stringify(message)).length;
    const isLarge = bytes > pluginBounds.answerBytes;
    if (!this.#post) {
      if (!isLarge) this.#wait(from, message);
      return;
    }
    this.#post(
      isLarge ? { kind: 'too-large', from, requestId: idOf(message), bytes } : { kind: 'message', from, message },
    );
  }

  /** A frame of the hub. */
  async take(frame: unknown): Promise<void> {
    if (!isRecord(frame) || frame.kind !== 'send' || typeof frame.to !== 'string') return;
    const { to, message } = frame;
    const connection = this.#connection;
    try {
      await this.#options.sendTo(to, message);
    } catch {
      if (connection === this.#connection) this.#post?.({ kind: 'unsent', to, requestId: idOf(message) });
    }
  }

  #wait(from: string, message: Record<string, unknown>): void {
    if (!waitingTypes.includes(String(message.type))) return;
    if (!this.#waiting.has(from) && this.#waiting.size >= pluginBounds.plugins) return;
    this.#waiting.set(from, message);
    this.#keep();
  }

  #keep(): void {
    this.#options.keep(Object.fromEntries(this.#waiting));
  }
}

function idOf(message: unknown): string {
  const id = isRecord(message) ? message.requestId : undefined;
  return typeof id === 'string' ? id.slice(0, maxIdChars) : '';
}
