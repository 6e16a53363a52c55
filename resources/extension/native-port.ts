// The native messaging port: opened again whenever it closes, and what the relay at its other end says of the hub.
import { isRecord } from '../../contract/json.ts';

const host = 'dev.pilothouse.relay';
const firstRetryMs = 1_000;
const lastRetryMs = 30_000;

export interface NativePortEvents {
  /** The hub is reachable through a new, empty connection. */
  onHub(post: (message: object) => void): void;
  /** The relay runs and the hub does not. */
  onHubAway(): void;
  /** The browser could not start the relay, or it ended; tried again by itself. `reason` is what the browser says of it. */
  onNoRelay(reason: string | null): void;
  onMessage(message: unknown): void;
}

export class NativePort {
  readonly #events: NativePortEvents;
  #port: chrome.runtime.Port | null = null;
  #retryMs = firstRetryMs;
  #retry: ReturnType<typeof setTimeout> | undefined;

  constructor(events: NativePortEvents) {
    this.#events = events;
  }

  /** Connects unless a port is open. */
  connectNow(): void {
    if (this.#port) return;
    clearTimeout(this.#retry);
    const port = chrome.runtime.connectNative(host);
    this.#port = port;
    port.onMessage.addListener((message: unknown) => this.#receive(port, message));
    port.onDisconnect.addListener(() => {
      const reason = chrome.runtime.lastError?.message ?? readPortError(port);
      if (this.#port === port) this.#lost(reason);
    });
  }

  #receive(port: chrome.runtime.Port, message: unknown): void {
    if (port !== this.#port) return;
    if (!isRecord(message) || typeof message.relay !== 'string') return this.#events.onMessage(message);
    this.#retryMs = firstRetryMs;
    if (message.relay === 'connected') this.#events.onHub(value => port.postMessage(value));
    else this.#events.onHubAway();
  }

  #lost(reason: string | null): void {
    this.#port = null;
    this.#events.onNoRelay(reason);
    this.#retry = setTimeout(() => this.connectNow(), this.#retryMs);
    this.#retryMs = Math.min(this.#retryMs * 2, lastRetryMs);
  }
}

/** Firefox gives the reason on the port, Chromium in `runtime.lastError`. */
function readPortError(port: object): string | null {
  const error = 'error' in port ? port.error : undefined;
  return error instanceof Error ? error.message : null;
}
