// Boxes of Chromium: in a document that nobody sees, which is made with the first call and goes when no server runs any more.
import { isRecord } from '../../../contract/json.ts';
import { untilAborted } from '../../../contract/until-aborted.ts';
import { isOneOf } from '../own-pages/own-sender.ts';
import { PageFault, pageFaultIn } from '../web-agent/page-fault.ts';
import { hostPage, hostPortName } from './host-messages.ts';
import type { ServerToRun } from './box.ts';
import type { BoxCall, CallsBoxes } from './boxes.ts';
import type { ToHost } from './host-messages.ts';

interface Waiting {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

const ownPages: ReadonlySet<string> = new Set([`/${hostPage}`]);

export class AwayBoxes implements CallsBoxes {
  readonly #waiting = new Map<number, Waiting>();
  #port: chrome.runtime.Port | null = null;
  #opening: Promise<chrome.runtime.Port> | null = null;
  #connected: (port: chrome.runtime.Port) => void = () => {};
  #closing: Promise<void> = Promise.resolve();
  #lastId = 0;

  constructor() {
    chrome.runtime.onConnect.addListener(port => this.#accept(port));
  }

  async call(server: ServerToRun, { tool, args, origin, signal }: BoxCall): Promise<unknown> {
    this.#lastId += 1;
    const id = this.#lastId;
    const answered = new Promise((resolve, reject: (error: Error) => void) =>
      this.#waiting.set(id, { resolve, reject }),
    );
    answered.catch(() => {});
    let abort = () => {};
    try {
      const port = await untilAborted((this.#opening ??= this.#open()), signal);
      abort = () => post(port, { kind: 'abort', id });
      signal.addEventListener('abort', abort, { once: true });
      post(port, { kind: 'call', id, server, tool, args, origin });
      return await untilAborted(answered, signal);
    } finally {
      signal.removeEventListener('abort', abort);
      this.#waiting.delete(id);
    }
  }

  endAll(): void {
    const over = new PageFault('ERR_CANCELLED', 'The servers of this browser were ended.');
    for (const { reject } of this.#waiting.values()) reject(over);
    this.#close();
  }

  async #open(): Promise<chrome.runtime.Port> {
    await this.#closing;
    const connected = new Promise<chrome.runtime.Port>(resolve => (this.#connected = resolve));
    try {
      // Of a background before this one, which has been ended.
      if (await hasDocument()) await chrome.offscreen.closeDocument();
      await chrome.offscreen.createDocument({
        ...{ url: hostPage, reasons: ['WORKERS'] },
        justification: 'MCP servers that the user has added run in workers, apart from everything else.',
      });
    } catch (error) {
      this.#opening = null;
      const why = error instanceof Error ? error.message : String(error);
      throw new PageFault('ERR_TOOL_FAILED', `The browser gives no place for servers (${why}); try again.`);
    }
    return connected;
  }

  #accept(port: chrome.runtime.Port): void {
    if (port.name !== hostPortName) return;
    const isOurs = isOneOf(ownPages, port.sender, chrome.runtime.id, chrome.runtime.getURL(''));
    if (!isOurs || this.#port) return port.disconnect();
    this.#port = port;
    port.onMessage.addListener((message: unknown) => this.#heard(message));
    port.onDisconnect.addListener(() => {
      void chrome.runtime.lastError;
      if (this.#port === port) this.#lost();
    });
    this.#connected(port);
  }

  #heard(message: unknown): void {
    if (!isRecord(message)) return;
    if (message.kind === 'idle' && this.#waiting.size === 0) return this.#close();
    if (message.kind !== 'answer') return;
    const waiting = this.#waiting.get(Number(message.id));
    if (message.ok === true) waiting?.resolve(message.value);
    else waiting?.reject(pageFaultIn(message.error, 'ERR_TOOL_FAILED'));
  }

  #close(): void {
    if (this.#opening === null) return;
    this.#lost();
    this.#closing = chrome.offscreen.closeDocument().catch(() => {});
  }

  #lost(): void {
    [this.#port, this.#opening] = [null, null];
    const lost = new PageFault(
      'ERR_CANCELLED',
      'The servers of this browser were ended before they answered; call again.',
    );
    for (const { reject } of this.#waiting.values()) reject(lost);
  }
}

async function hasDocument(): Promise<boolean> {
  return (await chrome.runtime.getContexts({ contextTypes: ['OFFSCREEN_DOCUMENT'] })).length > 0;
}

function post(port: chrome.runtime.Port, message: ToHost): void {
  try {
    port.postMessage(message);
  } catch {
    // It has gone, which its end tells those who wait.
  }
}
