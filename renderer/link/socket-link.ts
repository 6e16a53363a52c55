// The way to the hub over a WebSocket: trades the address's one-time token for a key, answers requests, comes back after a loss.
import { t } from '../words/language.ts';
import { PanelError } from './panel-error.ts';
import type { ErrorValue } from '../../contract/errors.ts';
import type { PanelEvent } from '../../contract/schemas/panel-events.ts';
import type { PanelParams, PanelRequestName, PanelResult } from '../../contract/schemas/panel-requests.ts';
import type { Link, LinkStatus } from './link.ts';

/** Close code with which the hub refuses a token or key. */
const refusedCode = 4401;
const maxBackoffMs = 10_000;

export interface SocketParts {
  readonly url: string;
  /** The token of this page's address, taken out of it. */
  readonly token: string | null;
  readonly keys: { read(): string | null; keep(key: string): void; forget(): void };
  readonly openSocket: (url: string) => WebSocket;
  readonly now: () => number;
}

type Frame =
  | { key: string }
  | { id: number; ok: true; value: unknown }
  | { id: number; ok: false; error: ErrorValue }
  | { event: string; data: unknown };

interface PendingRequest {
  readonly name: string;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: PanelError) => void;
}

/** Milliseconds before attempt `attempt` (1 is the first): 1, 2, 4, 8, then 10 s. */
export function backoffMs(attempt: number): number {
  return Math.min(maxBackoffMs, 1000 * 2 ** (attempt - 1));
}

export class SocketLink implements Link {
  readonly #parts: SocketParts;
  readonly #waiting = new Map<number, PendingRequest>();
  readonly #eventListeners = new Set<(event: PanelEvent) => void>();
  readonly #statusListeners = new Set<(status: LinkStatus) => void>();
  #status: LinkStatus = { kind: 'connecting' };
  #socket: WebSocket | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #token: string | null;
  #lastId = 0;

  constructor(parts: SocketParts) {
    this.#parts = parts;
    this.#token = parts.token;
    this.#connect();
  }

  request<N extends PanelRequestName>(name: N, params: PanelParams<N>): Promise<PanelResult<N>> {
    return new Promise((resolve, reject) => {
      if (this.#status.kind !== 'open' || !this.#socket) {
        reject(away(name));
        return;
      }
      this.#lastId += 1;
      const id = this.#lastId;
      this.#waiting.set(id, { name, resolve: value => resolve(value as PanelResult<N>), reject });
      this.#socket.send(JSON.stringify({ id, name, params }));
    });
  }

  onEvent(listener: (event: PanelEvent) => void): () => void {
    this.#eventListeners.add(listener);
    return () => this.#eventListeners.delete(listener);
  }

  onStatus(listener: (status: LinkStatus) => void): () => void {
    this.#statusListeners.add(listener);
    listener(this.#status);
    return () => this.#statusListeners.delete(listener);
  }

  retryNow(): void {
    if (this.#status.kind !== 'lost' || this.#socket) return;
    clearTimeout(this.#timer);
    this.#connect();
  }

  #connect(): void {
    const key = this.#parts.keys.read();
    const proof = this.#token === null ? key && { key } : { token: this.#token };
    if (!proof) {
      this.#setStatus({
        kind: 'refused',
        sentence: t('This address carries no token. Run `pilothouse open` for a fresh one.'),
      });
      return;
    }
    const socket = this.#parts.openSocket(this.#parts.url);
    this.#socket = socket;
    socket.addEventListener('open', () => socket.send(JSON.stringify(proof)));
    socket.addEventListener('message', event => this.#read(String(event.data)));
    socket.addEventListener('close', event => this.#closed(socket, event.code));
  }

  #read(text: string): void {
    const frame = JSON.parse(text) as Frame;
    if ('event' in frame) {
      for (const listener of this.#eventListeners) listener(frame as PanelEvent);
    } else if ('key' in frame) {
      this.#token = null;
      this.#parts.keys.keep(frame.key);
      this.#setStatus({ kind: 'open' });
    } else {
      const waiting = this.#waiting.get(frame.id);
      this.#waiting.delete(frame.id);
      if (frame.ok) waiting?.resolve(frame.value);
      else waiting?.reject(new PanelError(frame.error));
    }
  }

  #closed(socket: WebSocket, code: number): void {
    if (socket !== this.#socket) return;
    this.#socket = null;
    for (const waiting of this.#waiting.values()) waiting.reject(away(waiting.name));
    this.#waiting.clear();
    if (code === refusedCode) {
      this.#parts.keys.forget();
      this.#setStatus({
        kind: 'refused',
        sentence:
          this.#token === null
            ? t(
                'The hub does not know this page any more, as after a new start. Run `pilothouse open` for a fresh address.',
              )
            : t('This address was used already. Run `pilothouse open` for a fresh one.'),
      });
      return;
    }
    const before = this.#status;
    const attempt = before.kind === 'lost' ? before.attempt + 1 : 1;
    const since = before.kind === 'lost' ? before.since : this.#parts.now();
    const wait = backoffMs(attempt);
    this.#setStatus({ kind: 'lost', since, attempt, retryAt: this.#parts.now() + wait });
    this.#timer = setTimeout(() => this.#connect(), wait);
  }

  #setStatus(status: LinkStatus): void {
    this.#status = status;
    for (const listener of this.#statusListeners) listener(status);
  }
}

function away(name: string): PanelError {
  const message = t('The hub does not answer, so “{name}” was not carried out. Try again once it is back.', { name });
  return new PanelError({ code: 'ERR_INTERNAL', message });
}
