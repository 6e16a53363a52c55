// The hub's side of the documents that use the Web Agent API, played by a test over the connection of the companion.
import { vi } from 'vitest';
import { isRecord } from '../../contract/json.ts';
import type { PageFrame, PageOpened } from '../../contract/schemas/web-agent.ts';
import type { CompanionHub } from '../integration/native-host/companion-hub.ts';

export interface AskedHere {
  readonly page: string;
  readonly type: string;
  readonly payload: Record<string, unknown>;
  readonly id: number;
  /** Of a request that streams. */
  event(event: unknown): void;
}

/** Thrown by `answer`: what the page gets in place of a result. */
export class Refused extends Error {
  readonly code: string;
  readonly details: object | undefined;

  constructor(code: string, message: string, details?: object) {
    super(message);
    this.code = code;
    this.details = details;
  }
}

export class PlayedPages {
  /** All that were opened, in order. */
  readonly opened: { readonly page: string; readonly opened: PageOpened }[] = [];
  readonly closed: string[] = [];
  readonly asked: AskedHere[] = [];
  readonly cancelled: number[] = [];
  /** The lists that pages told of. */
  readonly tools: unknown[] = [];
  answer: (asked: AskedHere) => unknown = ({ type, payload }) => ({ type, payload });
  #companion: CompanionHub;
  readonly #waiting = new Map<number, (answer: Record<string, unknown>) => void>();
  #nextId = 1;

  constructor(companion: CompanionHub) {
    this.#companion = companion;
    this.attach(companion);
  }

  /** The companion has come back on another connection. */
  attach(companion: CompanionHub): void {
    this.#companion = companion;
    companion.aboutPage = frame => void this.#take(frame);
  }

  /** What the document answers to the hub: its result, or its error as JSON-RPC has it. */
  ask(page: string, method: string, params: object): Promise<Record<string, unknown>> {
    const id = this.#nextId++;
    this.say(page, { jsonrpc: '2.0', id, method, params });
    return new Promise(resolve => this.#waiting.set(id, resolve));
  }

  tell(page: string, method: string, params: object): void {
    this.say(page, { jsonrpc: '2.0', method, params });
  }

  say(page: string, rpc: object): void {
    this.#companion.frame({ kind: 'rpc', page, rpc });
  }

  close(page: string): void {
    this.#companion.frame({ kind: 'close', page });
  }

  /** The newest document of that address, once it is open. */
  open(part: string): Promise<{ readonly page: string; readonly opened: PageOpened }> {
    return vi.waitFor(
      () => {
        const found = this.opened.findLast(({ opened }) => opened.url.includes(part));
        if (!found) throw new Error(`No document of ${part} was opened.`);
        return found;
      },
      { timeout: 60_000, interval: 10 },
    );
  }

  async #take(frame: PageFrame): Promise<void> {
    if (frame.kind === 'open') this.opened.push(frame);
    else if (frame.kind === 'close') this.closed.push(frame.page);
    else if (isRecord(frame.rpc)) await this.#receive(frame.page, frame.rpc);
  }

  async #receive(page: string, rpc: Record<string, unknown>): Promise<void> {
    const { id, method, params } = rpc;
    if (method === 'cancel' && isRecord(params)) return void this.cancelled.push(Number(params.id));
    if (method === 'page.tools' && isRecord(params)) return void this.tools.push(params.tools);
    if (typeof method !== 'string') return this.#waiting.get(Number(id))?.(rpc);
    const payload = isRecord(params) ? params : {};
    const event = (said: unknown) => this.tell(page, 'stream', { id, event: said });
    const asked = { page, type: method, payload, id: Number(id), event };
    this.asked.push(asked);
    try {
      this.say(page, { jsonrpc: '2.0', id, result: await this.answer(asked) });
    } catch (error) {
      const { code, message, details } = error instanceof Refused ? error : new Refused('ERR_INTERNAL', String(error));
      this.say(page, {
        jsonrpc: '2.0',
        id,
        error: { code: -32603, message, data: { code, ...(details && { details }) } },
      });
    }
  }
}
