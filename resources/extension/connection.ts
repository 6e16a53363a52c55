// Keeps the native messaging port open and knows whether the hub behind it is there.
import { isRecord } from '../../contract/json.ts';
import { Rpc } from './rpc.ts';
import type { RpcOptions } from './rpc.ts';

const host = 'dev.pilothouse.relay';
const firstRetryMs = 1_000;
const lastRetryMs = 30_000;
const reconnectAlarm = 'reconnect';

export interface ConnectionEvents {
  /** The hub is reachable through a new, empty connection. */
  onHub(rpc: Rpc): void;
  /** The relay runs and the hub does not. */
  onHubAway(): void;
  /** The browser could not start the relay, or it ended; tried again by itself. `reason` is what the browser says of it. */
  onNoRelay(reason: string | null): void;
}

export class Connection {
  readonly #events: ConnectionEvents;
  readonly #handlers: Pick<RpcOptions, 'serve' | 'notified'>;
  #port: chrome.runtime.Port | null = null;
  #rpc: Rpc | null = null;
  #retryMs = firstRetryMs;
  #retry: ReturnType<typeof setTimeout> | undefined;

  constructor(events: ConnectionEvents, handlers: Pick<RpcOptions, 'serve' | 'notified'>) {
    this.#events = events;
    this.#handlers = handlers;
  }

  /** The hub, while it is there. */
  get rpc(): Rpc | null {
    return this.#rpc;
  }

  start(): void {
    // A worker without a port is put to sleep and loses its timers; the alarm wakes it up again.
    chrome.alarms.onAlarm.addListener(alarm => {
      if (alarm.name === reconnectAlarm) this.connectNow();
    });
    void chrome.alarms.create(reconnectAlarm, { periodInMinutes: 0.5 });
    this.connectNow();
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
    if (isRecord(message) && typeof message.relay === 'string') this.#noticed(port, message.relay);
    else this.#rpc?.receive(message);
  }

  #noticed(port: chrome.runtime.Port, notice: string): void {
    this.#retryMs = firstRetryMs;
    this.#rpc?.close();
    this.#rpc = null;
    if (notice !== 'connected') {
      this.#events.onHubAway();
      return;
    }
    this.#rpc = new Rpc({ post: value => port.postMessage(value), ...this.#handlers });
    this.#events.onHub(this.#rpc);
  }

  #lost(reason: string | null): void {
    this.#port = null;
    this.#rpc?.close();
    this.#rpc = null;
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
