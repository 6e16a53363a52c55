// Sends the hub's messages to our own extension: whole where the browser takes them, else in chunks, and always in their order.
import { companionChunkBytes, maxCompanionMessageBytes } from '../../../contract/companion.ts';
import { maxBrowserFrameBytes } from '../../../contract/frame-bounds.ts';
import { isRecord } from '../../../contract/json.ts';
import { hubError } from '../../../words/hub-error.ts';
import type { CompanionChunk } from '../../../contract/companion.ts';
import type { HubError } from '../../../contract/errors.ts';
import type { Message, MessageId } from '../../../contract/schemas/messages.ts';
import type { FrameChannel } from '../../../native-host/framing/frame-channel.ts';

interface QueuedMessage {
  readonly id: MessageId | null;
  readonly bytes: Buffer;
  /** Chunks that are on their way already. */
  sent: number;
}

/** A message behind a large one waits, so that a browser hears of a cancellation after its call and not before. */
export class ChunkedSender {
  readonly #channel: Pick<FrameChannel, 'send' | 'onDrain'>;
  readonly #maxBytes: number;
  readonly #waiting: QueuedMessage[] = [];
  #waitingBytes = 0;
  #isBlocked = false;

  /** `maxBytes`: of a message that goes whole. */
  constructor(channel: Pick<FrameChannel, 'send' | 'onDrain'>, maxBytes = maxBrowserFrameBytes) {
    this.#channel = channel;
    this.#maxBytes = maxBytes;
    channel.onDrain(() => {
      this.#isBlocked = false;
      this.#flow();
    });
  }

  /** Throws ERR_TOO_LARGE for a message over 64 MiB, or while so much waits already. */
  send(text: string, message: Message): void {
    if (this.#cancels(message)) return;
    const bytes = Buffer.byteLength(text);
    if (this.#waiting.length === 0 && bytes <= this.#maxBytes) {
      this.#channel.send(text);
      return;
    }
    if (this.#waitingBytes + bytes > maxCompanionMessageBytes) throw tooLarge(bytes, this.#waitingBytes);
    this.#waiting.push({ id: idOf(message), bytes: Buffer.from(text), sent: 0 });
    this.#waitingBytes += bytes;
    this.#flow();
  }

  /** A call that is cancelled before it is on its way is never sent; one that is half on its way is cut off. */
  #cancels(message: Message): boolean {
    if (message.kind !== 'notification' || message.method !== 'cancel' || !isRecord(message.params)) return false;
    const { id } = message.params;
    const at = this.#waiting.findIndex(waiting => waiting.id === id && id !== null);
    const [waiting] = at === -1 ? [] : this.#waiting.splice(at, 1);
    if (!waiting) return false;
    this.#waitingBytes -= waiting.bytes.length;
    return waiting.sent === 0;
  }

  #flow(): void {
    for (let next = this.#waiting[0]; next && !this.#isBlocked; next = this.#waiting[0]) {
      this.#isBlocked = !this.#channel.send(frameOf(next, this.#maxBytes));
      next.sent += 1;
      if (next.sent >= countOf(next, this.#maxBytes)) {
        this.#waiting.shift();
        this.#waitingBytes -= next.bytes.length;
      }
    }
  }
}

function countOf({ bytes }: QueuedMessage, maxBytes: number): number {
  return bytes.length <= maxBytes ? 1 : Math.ceil(bytes.length / companionChunkBytes);
}

function frameOf(waiting: QueuedMessage, maxBytes: number): Buffer | string {
  const { id, bytes, sent: index } = waiting;
  const count = countOf(waiting, maxBytes);
  if (count === 1) return bytes;
  const start = index * companionChunkBytes;
  const data = bytes.toString('base64', start, Math.min(bytes.length, start + companionChunkBytes));
  const chunk: CompanionChunk = { chunk: { id, index, count, bytes: bytes.length, data } };
  return JSON.stringify(chunk);
}

function idOf(message: Message): MessageId | null {
  return message.kind === 'notification' ? null : message.id;
}

function tooLarge(bytes: number, waiting: number): HubError {
  return hubError('ERR_TOO_LARGE', { kind: 'message-too-large', bytes, most: maxCompanionMessageBytes, waiting });
}
