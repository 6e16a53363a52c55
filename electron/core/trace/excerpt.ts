// What the trace keeps of a message that is too large to keep whole: its form, with its long texts cut.
import { cutKey, cutPicture, cutText, isPicture, leftOut } from '../redaction/cut.ts';

/** A message of up to so many characters is kept whole, a longer one is cut to no more. */
export const maxPayloadChars = 128 * 1024;

/** What the trace sees of a message. */
export interface Seen {
  /** Size of the whole message on its wire. */
  readonly bytes: number;
  /** JSON text before redaction; text that is no JSON where the message was none. */
  readonly payload: string;
  readonly cut: boolean;
}

/** `value` is what `text` was read as; undefined when it could not be read. Takes as long for a large message as for a small one. */
export function seen(text: string, value: unknown): Seen {
  const bytes = Buffer.byteLength(text);
  if (text.length <= maxPayloadChars) return { bytes, payload: text, cut: false };
  // A copy: a part of a string would keep all of it.
  if (value === undefined) return { bytes, payload: Buffer.from(cutText(text, maxTextChars)).toString(), cut: true };
  return { bytes, payload: JSON.stringify(new Excerpt(maxPayloadChars).value(value, 0)), cut: true };
}

/** A text in a message that is cut. Whatever is made here is made while the whole message is still in memory. */
const maxTextChars = 16 * 1024;
const maxDepth = 200;
/** What a key of a secret ends in must not be cut off, so a longer key takes its value with it. */
const maxKeyChars = 1_000;
/** Quotes, commas and braces. */
const charsPerValue = 8;

class Excerpt {
  #left: number;

  constructor(chars: number) {
    this.#left = chars;
  }

  value(value: unknown, depth: number): unknown {
    this.#left -= charsPerValue;
    if (typeof value === 'string') return this.#string(value);
    if (typeof value !== 'object' || value === null) return value;
    if (depth >= maxDepth) return '(nested too deep to show)';
    return Array.isArray(value) ? this.#list(value, depth) : this.#object(value, depth);
  }

  #string(text: string): string {
    if (isPicture(text)) return cutPicture(text);
    // One text takes no more than half of what is left, so that what stands behind it is shown too.
    const room = Math.max(0, Math.min(maxTextChars, this.#left >> 1));
    this.#left -= Math.min(room, text.length);
    return text.length <= room ? text : cutText(text, room);
  }

  #list(items: readonly unknown[], depth: number): unknown[] {
    const kept: unknown[] = [];
    for (const item of items) {
      if (this.#left <= 0) return [...kept, leftOut(items.length - kept.length)];
      kept.push(this.value(item, depth + 1));
    }
    return kept;
  }

  #object(value: object, depth: number): unknown {
    const keys = Object.keys(value);
    const kept: [string, unknown][] = [];
    for (const key of keys) {
      if (this.#left <= 0 || key.length > maxKeyChars) {
        kept.push([cutKey, leftOut(keys.length - kept.length)]);
        break;
      }
      this.#left -= key.length;
      kept.push([key, this.value((value as Record<string, unknown>)[key], depth + 1)]);
    }
    // fromEntries defines members, so that a key `__proto__` stays a key.
    return Object.fromEntries(kept);
  }
}
