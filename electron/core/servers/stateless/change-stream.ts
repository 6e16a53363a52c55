// The open `subscriptions/listen` towards one server: which changes it tells, kept open while the run lasts (MCP 2026-07-28).
import { isRecord } from '../../../../contract/json.ts';
import { rpcErrors } from '../../../../contract/rpc-errors.ts';
import { envelopeKeys } from '../../wire/envelope-keys.ts';
import { AnsweredError } from '../../wire/rpc-error.ts';
import type { MessageId } from '../../../../contract/schemas/messages.ts';
import type { RequestOptions } from '../../wire/outgoing.ts';

export interface ChangeStreamOptions {
  listen(filter: ChangeFilter, options: RequestOptions): Promise<unknown>;
  /** A stream is open again after a gap in which changes may have been missed. */
  onReopened(): void;
  /** A sentence on what the server did wrong. */
  onJunk(line: string): void;
}

/** What is asked for; a server may grant less. */
export interface ChangeFilter {
  readonly toolsListChanged?: true;
  readonly promptsListChanged?: true;
  readonly resourcesListChanged?: true;
  readonly resourceSubscriptions?: readonly string[];
  /** Of the extension for tasks. */
  readonly taskIds?: readonly string[];
}

interface Stream {
  readonly filter: ChangeFilter;
  readonly ending: AbortController;
  id: MessageId | null;
  /** The server has said that it tells nothing of what was asked for. */
  isIdle: boolean;
  /** Resolves with what the server grants, or with null when it ended before. */
  readonly granted: Promise<ChangeFilter | null>;
  readonly grant: (granted: ChangeFilter | null) => void;
}

const firstRetryMs = 1_000;
const longestRetryMs = 30_000;
/** The longest that a timer takes: about 24 days, after which the stream is opened anew. */
const foreverMs = 2_147_483_647;

export class ChangeStream {
  readonly #options: ChangeStreamOptions;
  #current: Stream | null = null;
  /** The current one and its predecessor, which stays open until this one is granted, so that no change falls between. */
  readonly #open = new Set<Stream>();
  #failures = 0;
  #retry: NodeJS.Timeout | null = null;
  #isOver = false;

  constructor(options: ChangeStreamOptions) {
    this.#options = options;
  }

  /** How many requests of it stand open. */
  get open(): number {
    return this.#open.size;
  }

  /** Listens with another filter from now on; an empty one listens no more. Resolves with what the server grants, null for nothing. */
  async listen(filter: ChangeFilter): Promise<ChangeFilter | null> {
    if (this.#isOver) return null;
    if (this.#retry) clearTimeout(this.#retry);
    const before = this.#current;
    const stream = Object.keys(filter).length === 0 ? null : this.#begin(filter);
    this.#current = stream;
    const granted = (await stream?.granted) ?? null;
    before?.ending.abort();
    // One that was replaced before it was granted: what is granted now is what counts.
    const isReplaced = granted === null && stream !== null && this.#current !== stream;
    return isReplaced ? ((await this.#current?.granted) ?? null) : granted;
  }

  /** Takes a notification: what is to be told on, or null for one that is of a stream itself or of one that has ended. */
  take(method: string, params: unknown): { readonly params: unknown } | null {
    const meta = isRecord(params) && isRecord(params._meta) ? params._meta : {};
    const id = meta[envelopeKeys.subscriptionId];
    if (id === undefined) return { params };
    const stream = [...this.#open].find(one => one.id === id);
    if (!stream || !isRecord(params)) return null;
    if (method === 'notifications/subscriptions/acknowledged') {
      this.#failures = 0;
      const granted = isRecord(params.notifications) ? params.notifications : {};
      stream.isIdle = Object.keys(granted).length === 0;
      stream.grant(granted);
      return null;
    }
    const { [envelopeKeys.subscriptionId]: _id, ...others } = meta;
    const { _meta, ...told } = params;
    return { params: Object.keys(others).length === 0 ? told : { ...told, _meta: others } };
  }

  close(): void {
    this.#isOver = true;
    if (this.#retry) clearTimeout(this.#retry);
    this.#current?.ending.abort();
    this.#current = null;
  }

  #begin(filter: ChangeFilter): Stream {
    let grant: Stream['grant'] = () => {};
    const granted = new Promise<ChangeFilter | null>(resolve => {
      grant = resolve;
    });
    const stream: Stream = { filter, ending: new AbortController(), id: null, isIdle: false, granted, grant };
    this.#open.add(stream);
    const options = { parent: null, timeoutMs: foreverMs, signal: stream.ending.signal };
    this.#options.listen(filter, { ...options, onId: id => (stream.id = id) }).then(
      () => this.#ended(stream, null),
      (error: unknown) => this.#ended(stream, error),
    );
    return stream;
  }

  #ended(stream: Stream, error: unknown): void {
    this.#open.delete(stream);
    stream.grant(null);
    if (this.#isOver || this.#current !== stream) return;
    this.#current = null;
    if (stream.isIdle && error === null) return;
    if (error instanceof AnsweredError && error.answer.code === rpcErrors.methodNotFound)
      return this.#options.onJunk(
        'It announces changes or has tasks, and has no subscriptions/listen; what it would tell is not heard.',
      );
    const waitMs = Math.min(longestRetryMs, firstRetryMs * 2 ** this.#failures);
    this.#failures += 1;
    this.#retry = setTimeout(() => void this.#again(stream.filter), waitMs);
    this.#retry.unref();
  }

  async #again(filter: ChangeFilter): Promise<void> {
    if (await this.listen(filter)) this.#options.onReopened();
  }
}
