// What a document has sent before anybody serves it: so much of it as an honest companion lets through, and no more, whoever sends.
import { isRecord } from '../../../contract/json.ts';
import { rpcErrors } from '../../../contract/rpc-errors.ts';
import { pageBounds, pageTells } from '../../../contract/web-agent.ts';
import type { PageErrorCode } from '../../../contract/web-agent.ts';
import type { PageWire } from '../browsers/page-links.ts';

/** Of one document: its requests, and a word about each. Characters of JSON: of one document, and of all together. */
export const heldBounds = {
  messages: 2 * pageBounds.inFlight,
  chars: 2 * pageBounds.requestBytes,
  allChars: 8 * pageBounds.requestBytes,
} as const;

interface Held {
  readonly value: unknown;
  readonly text: string;
}

/** Of all documents that wait. */
export interface HeldInAll {
  chars: number;
}

export class HeldMessages {
  readonly #all: HeldInAll;
  readonly #wire: Pick<PageWire, 'send'>;
  #held: Held[] = [];
  #chars = 0;

  constructor(all: HeldInAll, wire: Pick<PageWire, 'send'>) {
    this.#all = all;
    this.#wire = wire;
  }

  /** A request over the bounds is refused at once (ERR_RATE_LIMITED); of lists of tools the newest counts. */
  hold(value: unknown, text: string): void {
    if (isToolList(value)) this.#drop(held => isToolList(held.value));
    const { messages, chars, allChars } = heldBounds;
    const isOver =
      this.#held.length >= messages || this.#chars + text.length > chars || this.#all.chars + text.length > allChars;
    if (isOver) return this.#refuse(value);
    this.#held.push({ value, text });
    this.#count(text.length);
  }

  /** All of them, in order; afterwards there are none. */
  take(): readonly Held[] {
    const held = this.#held;
    this.#drop(() => true);
    return held;
  }

  #drop(isMeant: (held: Held) => boolean): void {
    for (const held of this.#held) if (isMeant(held)) this.#count(-held.text.length);
    this.#held = this.#held.filter(held => !isMeant(held));
  }

  #count(chars: number): void {
    this.#chars += chars;
    this.#all.chars += chars;
  }

  #refuse(value: unknown): void {
    if (!isRecord(value) || typeof value.method !== 'string') return;
    const { id } = value;
    if (typeof id !== 'string' && typeof id !== 'number') return;
    const message = 'This page asks too much while Pilothouse starts to serve pages; wait for answers, then ask again.';
    const code: PageErrorCode = 'ERR_RATE_LIMITED';
    const error = { code: rpcErrors.internal, message, data: { code } };
    this.#wire.send(JSON.stringify({ jsonrpc: '2.0', id, error }), { kind: 'error', id, error });
  }
}

function isToolList(value: unknown): boolean {
  return isRecord(value) && value.method === pageTells.tools;
}
